"""What happens at a table, as it is told: facts, and the events of a game as each seat may know them."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from stichwerk.games.events import Event
from stichwerk.games.plain_data import PlainData
from stichwerk.play.match import Match
from stichwerk.protocol import wire_events
from stichwerk.server.domain import facts
from stichwerk.server.domain.table import Table


class Occurrence(PlainData, frozen=True):
    """A fact that has just happened (None: several, at another server), and the events of the match it brought."""

    fact: facts.AnyFact | None
    first_event: int
    next_event: int


class Heard:
    """What everybody hears of the same occurrences: what is the same for all is made only once."""

    def __init__(self, table: Table, told: Sequence[Occurrence]) -> None:
        self._table, self._told = table, told
        tellers = [(_TELLERS.get(type(each.fact)), each.fact) for each in told]
        self._facts = [None if teller is None else teller(table, fact) for teller, fact in tellers]
        self._made: dict[int, tuple[Event, Struct]] = {}  # by identity: whoever sees an event as it is shares it
        match = table.match
        same = match is None or all(match.seen_alike(each.first_event, each.next_event) for each in told)
        self._by_all = self._seen_by(None) if same else None

    def by(self, seat: int | None) -> tuple[Struct, ...]:
        """What this seat (None: a spectator) hears."""
        return self._seen_by(seat) if self._by_all is None else self._by_all

    def _seen_by(self, seat: int | None) -> tuple[Struct, ...]:
        found: list[Struct] = []
        match = self._table.match
        for each, fact in zip(self._told, self._facts, strict=True):
            if fact is not None:
                found.append(fact)
            if match is not None and each.next_event > each.first_event:
                seen = match_events(self._table, match, seat, each.first_event, each.next_event)
                found += [self._of_match(event) for event in seen]
        return tuple(found)

    def _of_match(self, event: Event) -> Struct:
        if id(event) not in self._made:
            self._made[id(event)] = event, wire_events.of_match([event])[0]
        return self._made[id(event)][1]


def match_events(table: Table, match: Match, seat: int | None, first: int, end: int) -> tuple[Event, ...]:
    """What happened from one event to another. Who took the seat over in between knows what was before as all do."""
    since = 0 if seat is None else min(max(first, table.seats[seat].since_event), end)
    if since <= first:
        return match.events(seat, first, end)
    return (*match.events(None, first, since), *match.events(seat, since, end))


_TELLERS: dict[type, Callable[[Table, Any], Struct]] = {
    facts.Sat: lambda table, fact: wire_events.Sat(fact.seat, fact.name),
    facts.GuestCame: lambda table, fact: wire_events.GuestComes(fact.seat, fact.name),
    facts.TookOver: lambda table, fact: wire_events.TookOver(fact.seat, table.seats[fact.seat].name),
    facts.SeatSet: lambda table, fact: wire_events.SeatsChanged(),
    facts.SeatAdded: lambda table, fact: wire_events.SeatsChanged(),
    facts.SeatRemoved: lambda table, fact: wire_events.SeatsChanged(),
    facts.SeatsSwapped: lambda table, fact: wire_events.SeatsChanged(),
    facts.SeatsMixed: lambda table, fact: wire_events.SeatsChanged(),
    facts.HostMoved: lambda table, fact: wire_events.HostChanged(fact.seat),
    facts.Shuffled: lambda table, fact: wire_events.CutsBegin(table.commitment or ""),
    facts.Cut: lambda table, fact: wire_events.CutMade(fact.seat, fact.commitment),
    facts.CutsClosed: lambda table, fact: wire_events.CutsClosed(),
    facts.CutOpened: lambda table, fact: wire_events.CutOpened(fact.seat, fact.salt),
    facts.CutsAgain: lambda table, fact: wire_events.CutsAgain(tuple(fact.held_back)),
    facts.Begun: lambda table, fact: wire_events.GameBegins(table.number),
    facts.StoodIn: lambda table, fact: wire_events.StandIn(fact.seat, fact.why),
    facts.CameBack: lambda table, fact: wire_events.SeatBack(fact.seat),
    facts.Nudged: lambda table, fact: wire_events.Nudged(fact.seat, fact.voter),
    facts.Stirred: lambda table, fact: wire_events.Stirred(fact.seat),
    facts.Paused: lambda table, fact: wire_events.WentOnPause(fact.why),
    facts.Resumed: lambda table, fact: wire_events.WentOn(),
    facts.Hinted: lambda table, fact: wire_events.Hinted(fact.seat),
    facts.Ready: lambda table, fact: wire_events.IsReady(fact.seat),
    facts.Closed: lambda table, fact: wire_events.TableClosed(),
}
