"""What clients are told of what happens at a table: an object each, whose ``event`` says what it is.

Beside those listed here, a game may have events of its own; a client that does not know them passes over them.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Union, get_args

import msgspec
from msgspec import Struct

from stichwerk.errors import BadGame
from stichwerk.games import events, games
from stichwerk.games.plain_data import PlainData


class Sat(PlainData, frozen=True, tag_field="event"):
    """Somebody has sat down."""

    seat: int
    name: str


class GuestComes(PlainData, frozen=True, tag_field="event"):
    """Somebody who came late will take over from a bot, with the next deal."""

    seat: int
    name: str


class TookOver(PlainData, frozen=True, tag_field="event"):
    """Somebody who came late plays from now on where a bot has played. The points stay with the seat."""

    seat: int
    name: str


class SeatsChanged(PlainData, frozen=True, tag_field="event"):
    """A seat was left, filled, added or removed."""


class HostChanged(PlainData, frozen=True, tag_field="event"):
    """Somebody else is the host."""

    seat: int


class CutsBegin(PlainData, frozen=True, tag_field="event"):
    """The seed is fixed; now everybody may cut."""

    commitment: str


class CutMade(PlainData, frozen=True, tag_field="event"):
    """Somebody has cut, or (without a commitment) does not want to."""

    seat: int
    commitment: str


class CutsClosed(PlainData, frozen=True, tag_field="event"):
    """Nobody can cut any more; those who have may now open their salts."""


class CutOpened(PlainData, frozen=True, tag_field="event"):
    """A salt is open."""

    seat: int
    salt: str


class CutsAgain(PlainData, frozen=True, tag_field="event"):
    """These seats did not open their salts. They are left out; all others cut once more, with new ones."""

    held_back: tuple[int, ...]


class GameBegins(PlainData, frozen=True, tag_field="event"):
    """All cuts are done and the cards are dealt."""

    number: int


class StandIn(PlainData, frozen=True, tag_field="event"):
    """A bot plays for somebody."""

    seat: int
    why: Literal["away", "late", "left", "asleep"]


class SeatBack(PlainData, frozen=True, tag_field="event"):
    """Somebody plays again for themselves."""

    seat: int


class Nudged(PlainData, frozen=True, tag_field="event"):
    """Somebody is asked whether they are there; who asks wants a bot to play if they are not."""

    seat: int
    by: int


class Stirred(PlainData, frozen=True, tag_field="event"):
    """Somebody who was asked is there."""

    seat: int


class WentOnPause(PlainData, frozen=True, tag_field="event"):
    """The game waits."""

    why: Literal["host", "away"]


class WentOn(PlainData, frozen=True, tag_field="event"):
    """The game goes on."""


class Hinted(PlainData, frozen=True, tag_field="event"):
    """Somebody has asked for a hint."""

    seat: int


class IsReady(PlainData, frozen=True, tag_field="event"):
    """Somebody is ready for the next round, or wants a rematch."""

    seat: int


class TableClosed(PlainData, frozen=True, tag_field="event"):
    """The table is no more."""


@cache
def _struct_of(kind: Any) -> type[Struct]:
    """An event of a match as a message: the same fields, tagged with its name."""
    return msgspec.defstruct(
        kind.__name__,
        [(each.name, each.type if not isinstance(each.type, str) else Any) for each in fields(kind)],
        bases=(PlainData,),
        tag_field="event",
        tag=kind.__name__,
        frozen=True,
        namespace={"__doc__": kind.__doc__},
        module=__name__,
    )


def of_match(seen: Iterable[events.Event]) -> tuple[Struct, ...]:
    """Events of a match as messages, made from them, so that there is nothing to keep in step."""
    kinds: list[tuple[events.Event, Any]] = [(event, type(event)) for event in seen]
    return tuple([_made_of(kind)(event) for event, kind in kinds])


@cache
def _made_of(kind: Any) -> Callable[[events.Event], Struct]:
    """How an event of this kind becomes a message."""
    struct, names = _struct_of(kind), [each.name for each in fields(kind)]
    return lambda event: struct(*[getattr(event, name) for name in names])


class Unknown(PlainData, frozen=True):
    """An event of a game that is not installed here."""

    event: str


def read(told: Mapping[str, Any]) -> Struct:
    """An event from the data of a message, for a client in Python."""
    name = str(told.get("event"))
    return msgspec.convert(told, _KNOWN[name]) if name in _KNOWN else Unknown(name)


def _own() -> dict[str, type[Struct]]:
    """The events that only one of the installed games has."""
    found: dict[str, type[Struct]] = {}
    for each in games():
        try:
            module = each.module("events")
        except BadGame:  # it says so itself when it is to be played
            continue
        kinds: tuple[Any, ...] = () if module is None else events.own_events(module)
        found |= {kind.__name__: _struct_of(kind) for kind in kinds}
    return found


#: By name: the events of the installed games that are not in the protocol, for only the game itself knows them.
OWN = _own()

if TYPE_CHECKING:
    WireEvent = Struct
else:
    WireEvent = Union[
        (
            Sat,
            GuestComes,
            TookOver,
            SeatsChanged,
            HostChanged,
            CutsBegin,
            CutMade,
            CutsClosed,
            CutOpened,
            CutsAgain,
            GameBegins,
            StandIn,
            SeatBack,
            Nudged,
            Stirred,
            WentOnPause,
            WentOn,
            Hinted,
            IsReady,
            TableClosed,
            *map(_struct_of, events.COMMON),
            *OWN.values(),
        )
    ]

_KNOWN: dict[str, type[Struct]] = {kind.__name__: kind for kind in get_args(WireEvent)}
