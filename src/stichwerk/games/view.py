"""What lies on the table, in words: the part of a view that a game tells from its state."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stichwerk.kernel.state import State


@dataclass(frozen=True)
class Pile:
    """A pile of Null & nichtig: its colour, the card on top and how many cards it has (NN-14)."""

    colour: str
    top: str
    depth: int


@dataclass(frozen=True)
class Place:
    """What is to be seen at one seat. ``None`` and the empty tuple stand for what is not there or not known."""

    cards: int
    hand: tuple[str, ...] = ()
    bid: int | None = None
    has_bid: bool = False
    shown: bool | None = None
    laid: tuple[str, ...] = ()
    has_laid: bool = False
    tricks: int = 0
    fives: int = 0
    piles: tuple[Pile, ...] = ()


@dataclass(frozen=True)
class Table:
    """What is to be seen on the table. A trick's cards stand in the order played, the leader's first."""

    phase: str
    round: int
    dealer: int
    leader: int
    waiting: tuple[int, ...]
    secret: bool
    places: tuple[Place, ...]
    trick: tuple[str, ...]
    tricks_done: int
    led: str | None
    trump: str | None
    turned: tuple[str, ...]
    totals: tuple[int, ...]
    scores: tuple[int, ...]


def in_common(s: State, phases: Sequence[str]) -> dict[str, Any]:
    """Those parts of a `Table` that the states of all games tell in the same way."""
    return {
        "phase": phases[s.phase],
        "round": int(s.round_no),
        "dealer": int(s.dealer),
        "leader": int(s.leader),
        "waiting": seats_in(s.waiting),
        "tricks_done": int(s.tricks_done),
        "totals": tuple(int(total) for total in s.totals[: s.players]),
        "scores": tuple(int(score) for score in s.scores[: s.players]),
    }


@dataclass(frozen=True)
class Refusal:
    """Why an action is not legal: a code, a sentence for the player, the ruling behind it."""

    code: str
    reason: str
    rule: str


@dataclass(frozen=True)
class Laying:
    """In a game where players lay cards: how many at once now (0: not in this phase), by which ruling."""

    cards: int
    rule: str


def seats_in(bits: int) -> tuple[int, ...]:
    """The seats of a set.

    >>> seats_in(0b1101)
    (0, 2, 3)
    """
    return tuple(seat for seat in range(int(bits).bit_length()) if bits >> seat & 1)
