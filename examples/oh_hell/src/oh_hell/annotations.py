"""Oh Hell: who is winning the trick, how the bids stand, what a bid is worth, and how the points came about."""

from oh_hell import rules
from oh_hell.state import BID, NO_BID
from stichwerk.games.annotations import Annotations, BidPayoff, Part, payoff, standings
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
        standings=standings(s, NO_BID),
        bid_payoffs=tuple(
            BidPayoff(bid, payoff(_score, bid, s.hand_size)) for bid in range(s.hand_size + 1) if bids_now
        ),
    )


def parts(s: State, seat: int) -> tuple[Part, ...]:
    """OH-10: how the points of the seat came about."""
    tricks = s.tricks[seat]
    bonus = s.scores[seat] - tricks
    return (Part("tricks", tricks), Part("exact", bonus)) if bonus else (Part("tricks", tricks),)
