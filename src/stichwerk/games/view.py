"""What lies on the table, in words: the part of a view that a game tells from its state.

Every move makes these anew for every seat, so they are a `msgspec.Struct`: much quicker to make than a dataclass.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from msgspec import field

from stichwerk.games.plain_data import PlainData
from stichwerk.kernel.state import State
from stichwerk.kernel.tricks import NO_COLOUR

#: Under this name a place shows its piles, in a game that has any: a row of `Pile`.
PILES = "piles"


class Pile(PlainData, frozen=True):
    """Cards that are stacked face up before a seat: their colour, the card on top and how many there are."""

    colour: str
    top: str
    depth: int

    def __str__(self) -> str:
        return f"{self.top}/{self.depth}"


class Place(PlainData, frozen=True):
    """What is to be seen at one seat. ``None`` and the empty tuple stand for what is not there or not known.

    ``shown``: whether the bid lies open. ``shows``: what only this game shows at a seat, by name, as plain data. A
    number in it is worth a badge wherever the texts of the game have words for it (``shows.NAME``).
    """

    cards: int
    hand: tuple[str, ...] = ()
    bid: int | None = None
    has_bid: bool = False
    shown: bool | None = None
    tricks: int = 0
    shows: Mapping[str, Any] = field(default_factory=dict)


class Tableau(PlainData, frozen=True):
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
    """Those parts of a `Tableau` that the states of all games tell in the same way."""
    return {
        "phase": phases[s.phase],
        "round": int(s.round_no),
        "dealer": int(s.dealer),
        "leader": int(s.leader),
        "waiting": seats_in(s.waiting),
        "tricks_done": int(s.tricks_done),
        "totals": tuple(map(int, s.totals[: s.players])),
        "scores": tuple(map(int, s.scores[: s.players])),
    }


def letter_of(colour: int, letters: str) -> str | None:
    """The letter of the colour that is trump or led; None if there is no such colour."""
    return None if colour == NO_COLOUR else letters[colour]


class Refusal(PlainData, frozen=True):
    """Why an action is not legal: a code, under which the texts of the game have a sentence (``refusal.CODE``), the
    ruling behind it, and what the sentence is about (``colour``, ``card``, ``tricks`` …).
    """

    code: str
    rule: str
    about: tuple[tuple[str, str | int], ...] = ()


def refused(code: str, rule: str, **about: str | int) -> Refusal:
    """A refusal with what it is about.

    >>> refused("must-follow", "RG-6", colour="R").about
    (('colour', 'R'),)
    """
    return Refusal(code, rule, tuple(about.items()))


@dataclass(frozen=True)
class Laying:
    """In a game where players lay cards: how many at once now (0: not in this phase), by which ruling."""

    cards: int
    rule: str


@cache
def seats_in(bits: int) -> tuple[int, ...]:
    """The seats of a set.

    >>> seats_in(0b1101)
    (0, 2, 3)
    """
    return tuple(seat for seat in range(int(bits).bit_length()) if bits >> seat & 1)
