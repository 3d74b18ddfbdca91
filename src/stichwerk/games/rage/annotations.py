"""Rage: who is winning the trick, how the bids stand, what a bid is worth, how the points came about, and the march."""

from functools import cache

from stichwerk.games.annotations import Annotations, BidPayoff, Feat, Part, payoff, standings
from stichwerk.games.rage import rules
from stichwerk.games.rage.state import BID, HIDDEN_BID, NO_BID, OVER
from stichwerk.kernel.jit import plain
from stichwerk.kernel.seats import taker
from stichwerk.kernel.state import State

_taker = plain(taker)
_score = plain(rules.score)


def annotate(s: State, seat: int) -> Annotations:
    """What the state tells. It must have been hidden for ``seat`` before."""
    bids_now = s.phase == BID and seat >= 0 and s.waiting >> seat & 1
    return Annotations(
        trick_winner=_taker(s, s.led, s.trump) if s.played else None,
        standings=standings(s, NO_BID, HIDDEN_BID),
        bid_payoffs=_payoffs(s.hand_size, s.march != 0) if bids_now else (),
        feats=_march(s) if s.phase == OVER and s.march else (),
    )


def _march(s: State) -> tuple[Feat, ...]:
    """RG-22: somebody has taken every trick, in a round in which that counts."""
    parts_of = ((seat, parts(s, seat)) for seat in range(s.players))
    return tuple(Feat(seat, "march") for seat, found in parts_of if any(part.what == "march" for part in found))


@cache
def _payoffs(hand_size: int, march: bool) -> tuple[BidPayoff, ...]:
    """What each bid is worth, without the cards of +5 and -5."""

    def points(bid: int, tricks: int) -> int:
        return _score(bid, tricks, 0, hand_size, march)

    return tuple(BidPayoff(bid, payoff(points, bid, hand_size)) for bid in range(hand_size + 1))


def parts(s: State, seat: int) -> tuple[Part, ...]:
    """RG-16, RG-22: how the points of the seat came about. Each part is what the score would be without it less."""
    bid, tricks, fives, march = s.bid[seat], s.tricks[seat], s.fives[seat], s.march != 0
    plain_score = _score(bid, tricks, 0, s.hand_size, False)
    with_march = _score(bid, tricks, 0, s.hand_size, march)
    found = [Part("tricks", tricks)]
    if with_march != plain_score:
        found.append(Part("march", with_march - plain_score))
    if fives:
        found.append(Part("fives", _score(bid, tricks, fives, s.hand_size, march) - with_march))
    found.append(Part("exact" if bid == tricks else "missed", plain_score - tricks))
    return tuple(found)
