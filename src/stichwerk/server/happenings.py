"""What clients are told of what happens at a table: an object each, whose ``event`` says what it is."""

from collections.abc import Iterable
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Literal, Union

import msgspec
from msgspec import Struct

from stichwerk import events


class Sat(Struct, frozen=True, tag_field="event"):
    """Somebody has sat down."""

    seat: int
    name: str


class SeatsChanged(Struct, frozen=True, tag_field="event"):
    """A seat was left, filled, added or removed."""


class CutsBegin(Struct, frozen=True, tag_field="event"):
    """The seed is fixed; now everybody may cut."""

    commitment: str


class CutMade(Struct, frozen=True, tag_field="event"):
    """Somebody has cut, or (without a commitment) does not want to."""

    seat: int
    commitment: str


class CutsClosed(Struct, frozen=True, tag_field="event"):
    """Nobody can cut any more; those who have may now open their salts."""


class CutOpened(Struct, frozen=True, tag_field="event"):
    """A salt is open."""

    seat: int
    salt: str


class GameBegins(Struct, frozen=True, tag_field="event"):
    """All cuts are done and the cards are dealt."""

    number: int


class StandIn(Struct, frozen=True, tag_field="event"):
    """A bot plays for somebody."""

    seat: int
    why: Literal["away", "late", "left"]


class SeatBack(Struct, frozen=True, tag_field="event"):
    """Somebody plays again for themselves."""

    seat: int


class WentOnPause(Struct, frozen=True, tag_field="event"):
    """The game waits."""

    why: Literal["host", "away"]


class WentOn(Struct, frozen=True, tag_field="event"):
    """The game goes on."""


class IsReady(Struct, frozen=True, tag_field="event"):
    """Somebody is ready for the next round, or wants a rematch."""

    seat: int


class TableClosed(Struct, frozen=True, tag_field="event"):
    """The table is no more."""


def _struct_of(kind: type[events.Event]) -> type[Struct]:
    """An event of a match as a message: the same fields, tagged with its name."""
    return msgspec.defstruct(
        kind.__name__,
        [(each.name, each.type if not isinstance(each.type, str) else Any) for each in fields(kind)],
        tag_field="event",
        tag=kind.__name__,
        frozen=True,
        namespace={"__doc__": kind.__doc__},
        module=__name__,
    )


#: The messages of the events of a match, made from these, so that there is nothing to keep in step.
MATCH_EVENTS = {kind: _struct_of(kind) for kind in events.Event.__subclasses__()}


def of_match(seen: Iterable[events.Event]) -> tuple[Struct, ...]:
    """Events of a match as messages."""
    return tuple(MATCH_EVENTS[type(event)](**vars(event)) for event in seen)


if TYPE_CHECKING:
    Happening = Struct
else:
    Happening = Union[
        (
            Sat,
            SeatsChanged,
            CutsBegin,
            CutMade,
            CutsClosed,
            CutOpened,
            GameBegins,
            StandIn,
            SeatBack,
            WentOnPause,
            WentOn,
            IsReady,
            TableClosed,
            *MATCH_EVENTS.values(),
        )
    ]
