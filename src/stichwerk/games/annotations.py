"""What a game tells beside the table itself, so that whoever shows it needs no rules: who is winning the trick, how
bids stand, what a bid or a card would bring, and how the points of a round came about.

A game tells this from a state that was hidden for the seat before, so nothing secret can be in it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from types import ModuleType
from typing import Any, Literal, NamedTuple

from msgspec import field

from stichwerk.games.plain_data import PlainData
from stichwerk.kernel.state import State

#: How a seat's tricks stand to its bid: it has just its bid; too many; fewer, but it can still make it; it no longer
#: can; the bid is not known to whoever looks; there is none yet.
Standing = Literal["exact", "over", "open", "short", "hidden", "none"]


@dataclass(frozen=True)
class Payoff:
    """What a bid is worth. ``exact``: all points if it is met. If it is missed: ``per_trick`` for each trick, and
    ``missed`` once; ``all_tricks``: all points if it is missed by taking every trick, where that counts differently.
    """

    exact: int
    per_trick: int
    missed: int
    all_tricks: int | None = None


@dataclass(frozen=True)
class BidPayoff:
    """What a possible bid is worth; ``shown``: the same if it then lies open, in a game where that counts."""

    bid: int
    payoff: Payoff
    shown: Payoff | None = None


@dataclass(frozen=True)
class Feat:
    """What somebody has done in a round that the rules reward, and all around the table look up for: a code, for which
    the texts of the game have a name (``feat.CODE``) and a sentence (``feat.CODE.line``).
    """

    seat: int
    what: str


class Annotations(PlainData, frozen=True):
    """What a state tells beside its table. What does not apply is empty.

    ``trick_winner``: the seat whose card is winning the trick so far; None: no card lies. ``sums``: what each seat
    would get if the round ended now, in a game where that can be told. ``standings``: how each seat's tricks stand to
    its bid. ``bid_payoffs``: for a seat that has to bid now. ``feats``: when the round is over. ``more``: what only
    this game tells, by name.
    """

    trick_winner: int | None = None
    sums: tuple[int, ...] = ()
    standings: tuple[Standing, ...] = ()
    bid_payoffs: tuple[BidPayoff, ...] = ()
    feats: tuple[Feat, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)


class Part(NamedTuple):
    """A part of the points of a round: for what (a code), and how many."""

    what: str
    points: int


# ---------------------------------------------------------------- how a game is asked


def _nothing(s: State, seat: int) -> Annotations:
    return Annotations()


def _points(s: State, seat: int) -> tuple[Part, ...]:
    return (Part("points", int(s.scores[seat])),)


@dataclass(frozen=True)
class Annotator:
    """How a game tells it. ``annotate``: of a (hidden) state. ``parts``: how the points of a seat came about, when the
    round is over; they add up to these. States come here as a `snapshot`. A game may leave out either.
    """

    annotate: Callable[[State, int], Annotations] = _nothing
    parts: Callable[[State, int], tuple[Part, ...]] = _points


def annotator_of(module: ModuleType) -> Annotator:
    """What this module defines of it."""
    names = [each.name for each in fields(Annotator) if hasattr(module, each.name)]
    return Annotator(**{name: getattr(module, name) for name in names})


# ---------------------------------------------------------------- games with bids

#: A bid that no number of tricks meets: with it one sees how points are counted when a bid is missed.
_NEVER_MET = -1


def payoff(points: Callable[[int, int], int], bid: int, hand_size: int) -> Payoff:
    """What a bid is worth, found by asking the rules for the ``points`` of a bid and a number of tricks."""
    missed = points(_NEVER_MET, 0)
    per_trick = points(_NEVER_MET, 1) - missed
    all_tricks = points(_NEVER_MET, hand_size)
    usual = bid == hand_size or all_tricks == missed + per_trick * hand_size
    return Payoff(points(bid, bid), per_trick, missed, None if usual else all_tricks)


def standings(s: State, no_bid: int, hidden_bid: int | None = None) -> tuple[Standing, ...]:
    """How each seat's tricks stand to its bid; the two numbers stand for a bid not made and, in a game where bids may
    lie face down, for one that does.
    """
    left = s.hand_size - s.tricks_done
    found: list[Standing] = []
    for bid, tricks in zip(s.bid[: s.players], s.tricks[: s.players], strict=True):
        if bid == no_bid:
            found.append("none")
        else:
            found.append("hidden" if bid == hidden_bid else standing(bid, tricks, left))
    return tuple(found)


def standing(bid: int, tricks: int, left: int) -> Standing:
    """How tricks stand to a bid when so many are still to be played.

    >>> standing(3, 3, 2), standing(3, 4, 2), standing(3, 1, 2), standing(3, 0, 2)
    ('exact', 'over', 'open', 'short')
    """
    if tricks >= bid:
        return "exact" if tricks == bid else "over"
    return "open" if bid - tricks <= left else "short"
