"""What has changed of a table since somebody was told of it: found on one side, put together again on the other.

A view is a tree of five named parts: the ``view`` itself, its ``seats``, the ``play`` in it, the ``table`` of that, and
the ``places`` at it. Of each part those fields are told that are not as they were, with their new values.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from msgspec import Struct, convert, field, structs

from stichwerk.games.plain_data import PlainData
from stichwerk.games.view import Tableau
from stichwerk.protocol.tables import Play, TableView

#: Fields by name, and the same for each seat that something has changed at.
Fields = dict[str, Any]
BySeat = dict[str, Fields]
Part = TypeVar("Part", bound=Struct)


class Changed(PlainData, frozen=True, omit_defaults=True):
    """The fields of a view that are not as they were, by the part they belong to; a part without any is left out.

    ``view``: of the view itself; with ``seats`` or ``play`` in it, these are new as a whole. ``seats``: of single
    seats, by number. ``play``: of ``view.play``. ``table``: of ``view.play.table``. ``places``: of single ones there,
    by seat. A field of ``play`` that a whole view leaves out stands here with its default.
    """

    view: Fields = field(default_factory=dict)
    seats: BySeat = field(default_factory=dict)
    play: Fields = field(default_factory=dict)
    table: Fields = field(default_factory=dict)
    places: BySeat = field(default_factory=dict)


NOTHING = Changed()


def changed(before: TableView, after: TableView) -> Changed:
    """What makes ``after`` of ``before``.

    >>> from stichwerk.protocol.tables import Pace
    >>> one = TableView("T", "rage", {}, "lobby", False, Pace(), (), 0, None, 0)
    >>> changed(one, structs.replace(one, number=1, status="cutting")).view
    {'status': 'cutting', 'number': 1}
    """
    view, seats = different(before, after), BySeat()
    if len(before.seats) == len(after.seats):
        seats = _each(before.seats, after.seats)
    else:
        view["seats"] = after.seats
    play, then = before.play, after.play
    if play is None or then is None or len(play.table.places) != len(then.table.places):
        if play is not then:
            view["play"] = then
        return Changed(view, seats)
    places = _each(play.table.places, then.table.places)
    return Changed(view, seats, different(play, then), different(play.table, then.table), places)


def different(before: Struct, after: Struct) -> Fields:
    """The fields that are not the same in both, as they are in the second; but none that is a part of its own."""
    names, values = _plain_fields(type(after))
    old, new = values(before), values(after)
    if old == new:  # all at once: mostly nothing has changed
        return {}
    return {name: to for name, was, to in zip(names, old, new, strict=True) if was is not to and was != to}


def _each(before: Sequence[Struct], after: Sequence[Struct]) -> BySeat:
    seats = enumerate(zip(before, after, strict=True))
    return {str(number): different(old, new) for number, (old, new) in seats if old != new}


def on_top(own_before: Changed, own: Changed, told: Changed, public: TableView) -> Changed:
    """What a seat has to hear on top of what all are ``told``, who then know the ``public`` view: ``own`` is what it
    sees otherwise than they do, and ``own_before`` the same as it was told last.

    >>> from stichwerk.protocol.tables import Pace
    >>> public = TableView("T", "rage", {}, "lobby", False, Pace(), (), 0, None, 0)
    >>> on_top(Changed({"you": 1, "code": "KQ37"}), Changed({"you": 1, "hints": True}), NOTHING, public).view
    {'hints': True, 'code': None}
    """
    view = _beyond(own_before.view, own.view, told.view, public)
    if public.play is None:
        return Changed(view)
    if "play" in told.view:  # all have heard it as a whole
        own_before = NOTHING
    places = {
        seat: fields
        for seat in own.places.keys() | own_before.places.keys()
        if (fields := _beyond(*_at(seat, own_before, own, told), public.play.table.places[int(seat)]))
    }
    return Changed(view, {}, _beyond(own_before.play, own.play, told.play, public.play), {}, places)


def _at(seat: str, own_before: Changed, own: Changed, told: Changed) -> tuple[Fields, Fields, Fields]:
    return own_before.places.get(seat, {}), own.places.get(seat, {}), told.places.get(seat, {})


def _beyond(own_before: Fields, own: Fields, told: Fields, public: Struct) -> Fields:
    """The same for one part. Of what has just been told to all, everybody knows what is public, and nothing else."""
    if own == own_before and own.keys().isdisjoint(told):
        return {}
    found: Fields = {}
    for name, value in own.items():
        known = own_before[name] if name in own_before and name not in told else getattr(public, name)
        if known is not value and known != value:
            found[name] = value
    for name, was in own_before.items():
        if name not in own and name not in told and (value := getattr(public, name)) != was:
            found[name] = value
    return found


#: The fields that are parts of their own.
_PARTS = {TableView: {"seats", "play"}, Play: {"table"}, Tableau: {"places"}}


@cache
def _plain_fields(kind: type[Struct]) -> tuple[tuple[str, ...], Callable[[Struct], tuple[Any, ...]]]:
    """The names of those that are no parts of their own, and how to have all their values at once."""
    names = tuple(name for name in kind.__struct_fields__ if name not in _PARTS.get(kind, ()))
    return names, attrgetter(*names)


# ---------------------------------------------------------------- put together


def applied(view: TableView, told: Changed) -> TableView:
    """The view with what has changed, as it was read from a message."""
    view = _with(view, told.view)
    if told.seats:
        view = structs.replace(view, seats=_each_with(view.seats, told.seats))
    if view.play is None or not (told.play or told.table or told.places):
        return view
    table = _with(view.play.table, told.table)
    if told.places:
        table = structs.replace(table, places=_each_with(table.places, told.places))
    return structs.replace(view, play=structs.replace(_with(view.play, told.play), table=table))


def _with(part: Part, fields: Mapping[str, Any]) -> Part:
    """Fields that only a newer server knows are passed over."""
    if not fields:
        return part
    types = _types(type(part))
    new = {name: convert(value, types[name]) for name, value in fields.items() if name in types}
    return structs.replace(part, **new)


def _each_with(parts: tuple[Part, ...], told: BySeat) -> tuple[Part, ...]:
    return tuple(_with(part, told.get(str(number), {})) for number, part in enumerate(parts))


@cache
def _types(kind: type[Struct]) -> dict[str, Any]:
    return {each.name: each.type for each in structs.fields(kind)}
