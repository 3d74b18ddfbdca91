"""Alles oder Nichts: who is winning the trick, how the bids stand, what they are worth, open or hidden, and how the
points came about.
"""

from dataclasses import dataclass
from functools import cache

from stichwerk.games.alles_oder_nichts import rules
from stichwerk.games.alles_oder_nichts.state import BID, HIDDEN_BID, NO_BID, SHOW, SHOWN
from stichwerk.games.annotations import Annotations, BidPayoff, Part, Payoff, payoff, standings
from stichwerk.kernel.jit import plain
from stichwerk.kernel.seats import taker
from stichwerk.kernel.state import State


@dataclass(frozen=True)
class ShowPayoffs:
    """What the seat's own bid is worth if it lies open, and if it stays hidden."""

    bid: int
    shown: Payoff
    hidden: Payoff


_taker = plain(taker)
_score = plain(rules.score)


def annotate(s: State, seat: int) -> Annotations:
    """What the state tells. It must have been hidden for ``seat`` before."""
    awaited = seat >= 0 and s.waiting >> seat & 1
    return Annotations(
        trick_winner=_taker(s, s.led, s.trump) if s.played else None,
        standings=standings(s, NO_BID, HIDDEN_BID),
        bid_payoffs=_bid_payoffs(s.hand_size) if awaited and s.phase == BID else (),
        more={"show_payoffs": _show_payoffs(s.bid[seat], s.hand_size)} if awaited and s.phase == SHOW else {},
    )


@cache
def _bid_payoffs(hand_size: int) -> tuple[BidPayoff, ...]:
    return tuple(
        BidPayoff(bid, _payoff(bid, hand_size, shown=False), _payoff(bid, hand_size, shown=True))
        for bid in range(hand_size + 1)
    )


@cache
def _show_payoffs(bid: int, hand_size: int) -> ShowPayoffs:
    return ShowPayoffs(bid, _payoff(bid, hand_size, shown=True), _payoff(bid, hand_size, shown=False))


def _payoff(bid: int, hand_size: int, shown: bool) -> Payoff:
    return payoff(lambda said, tricks: _score(said, tricks, shown), bid, hand_size)


def parts(s: State, seat: int) -> tuple[Part, ...]:
    """AN-10, AN-11: how the points of the seat came about."""
    bid, tricks, shown = s.bid[seat], s.tricks[seat], s.shown[seat] == SHOWN
    points = _score(bid, tricks, shown)
    if bid == tricks:
        bonus = _score(0, 0, shown)
        return Part("tricks", points - bonus), Part("exact", bonus)
    return (Part("missed", points),) if shown else (Part("tricks", points),)
