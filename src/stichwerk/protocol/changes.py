"""What has changed of a table since somebody was told of it: found on one side, put together again on the other.

A view is a tree of five named parts: the ``view`` itself, its ``seats``, the ``play`` in it, the ``table`` of that, and
the ``places`` at it. Of each part those fields are told that are not as they were, with their new values.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from msgspec import Struct, convert, field, structs

from stichwerk.games.view import Tableau
from stichwerk.protocol.tables import Play, TableView

#: Fields by name, and the same for each seat that something has changed at.
Fields = dict[str, Any]
BySeat = dict[str, Fields]
Part = TypeVar("Part", bound=Struct)


class Changed(Struct, frozen=True, omit_defaults=True):
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


def changed(
    before: TableView, after: TableView, told: Changed = NOTHING, of: tuple[TableView, TableView] | None = None
) -> Changed:
    """What makes ``after`` of ``before`` for somebody who hears ``told`` first. ``of``: the two views between which
    that was found; what these share with ``before`` and ``after`` need not be compared once more.

    >>> from stichwerk.protocol.tables import Pace
    >>> one = TableView("T", "rage", {}, "lobby", False, Pace(), (), 0, None, 0)
    >>> two = structs.replace(one, number=1, status="cutting")
    >>> changed(one, two).view
    {'status': 'cutting', 'number': 1}
    >>> changed(one, two, Changed({"number": 1, "listed": True})).view
    {'status': 'cutting', 'listed': False}
    """
    view, seats = _fields(before, after, told.view), BySeat()
    known = told.view.get("seats", before.seats)
    if of is not None and before.seats is of[0].seats and after.seats is of[1].seats:
        pass
    elif len(known) == len(after.seats):
        seats = _each(known, after.seats, told.seats)
    else:
        view["seats"] = after.seats
    play, then = told.view.get("play", before.play), after.play
    if play is None or then is None or len(play.table.places) != len(then.table.places):
        if play is not then:
            view["play"] = then
        return Changed(view, seats)
    return Changed(
        view,
        seats,
        _fields(play, then, told.play),
        _fields(play.table, then.table, told.table),
        _each(play.table.places, then.table.places, told.places, _places_of(of, len(then.table.places))),
    )


def _fields(before: Struct, after: Struct, told: Fields) -> Fields:
    if before is after and not told:
        return {}
    names, values = _plain_fields(type(after))
    old, new = values(before), values(after)
    found: Fields = {}
    if old != new:  # all at once: mostly nothing has changed
        found = {name: to for name, was, to in zip(names, old, new, strict=True) if was is not to and was != to}
    for name, heard in told.items():
        if name in found:
            if found[name] == heard:
                del found[name]
        elif name in names and (own := getattr(after, name)) != heard:
            found[name] = own  # it has stayed as it was, and only here
    return found


def _places_of(
    views: tuple[TableView, TableView] | None, count: int
) -> tuple[Sequence[Struct], Sequence[Struct]] | None:
    if views is None or views[0].play is None or views[1].play is None:
        return None
    places = views[0].play.table.places, views[1].play.table.places
    return places if len(places[0]) == len(places[1]) == count else None


def _each(
    before: Sequence[Struct],
    after: Sequence[Struct],
    told: BySeat,
    of: tuple[Sequence[Struct], Sequence[Struct]] | None = None,
) -> BySeat:
    found: BySeat = {}
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        if of is not None and old is of[0][number] and new is of[1][number]:
            continue
        heard = told.get(str(number), {}) if told else {}
        if (heard or old != new) and (fields := _fields(old, new, heard)):
            found[str(number)] = fields
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
