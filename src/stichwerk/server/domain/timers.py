"""What follows at a table without anybody asking: because time has passed, somebody has come or gone, or all are done.

``follow`` names the facts that are due now (one step; ask again after they have happened), ``due`` when to look next.
While no person is connected the table sleeps: nothing follows, and the clocks stand still.
"""

from stichwerk.server.domain import facts
from stichwerk.server.domain.commands import Chance
from stichwerk.server.domain.seats import TableSeat
from stichwerk.server.domain.table import Table
from stichwerk.server.domain.votes import stands_in_at

Facts = list[facts.AnyFact]

#: Time to cut and to open the cut, and between two rounds of a game with a clock. (Milliseconds.)
CUTTING, OPENING, BREAK = 30_000, 10_000, 30_000
#: So long others wait for somebody who is there and does not say whether they want another game.
AGREEING = 60_000
#: So long others wait for a host who does not come back before the start.
HOST_AWAY = 300_000
#: A table at which nothing has happened for a week before its start, and nobody is, is given up.
FORGOTTEN = 7 * 86_400_000


def follow(table: Table, now: int, chance: Chance) -> Facts:
    """What is due now; nothing if all is as it should be."""
    if table.status == "lobby" and not table.awake and now >= table.at + FORGOTTEN:
        return [facts.Closed()]
    if table.status == "closed" or not table.awake:
        return []
    if table.status == "lobby":
        return _host_away(table, now)
    for rule in (_woken, _returned, _away, _late, _asleep, _cuts, _next_round):
        if found := rule(table, now):
            return found
    return _rematch(table, now, chance)


def due(table: Table, now: int) -> int | None:
    """When something may be due if nothing happens before; None: never."""
    if table.status == "closed" or not table.awake:
        return None
    if table.status == "lobby":
        return None if table.host is None or table.seats[table.host].here else _host_given_up(table)
    times = [rematch_at(table)]
    graced = any(seat.ready for seat in table.seats) if table.status == "over" else table.paused is None
    for number, seat in enumerate(table.seats):
        times += (table.deadline(number), stands_in_at(table, number))
        if graced and not seat.here and seat.acts:
            times.append(_grace_ends(table, seat))
    if table.status == "cutting":
        times.append(table.phase_at + (OPENING if table.opening_cuts else CUTTING))
    if _on_a_break(table) and table.pace.move is not None and table.paused is None:
        times.append(table.phase_at + BREAK)
    return min((time for time in times if time is not None), default=None)


def _grace_ends(table: Table, seat: TableSeat) -> int:
    return seat.away_since + 1000 * table.pace.grace


def _host_given_up(table: Table) -> int:
    assert table.host is not None, "a table that is not closed has a host"
    return table.seats[table.host].away_since + HOST_AWAY


def _host_away(table: Table, now: int) -> Facts:
    """If the host never comes back, somebody else who is there can start."""
    if table.host is None or table.seats[table.host].here or now < _host_given_up(table):
        return []
    return [facts.HostMoved(seat=next(number for number, seat in enumerate(table.seats) if seat.here and seat.person))]


def _woken(table: Table, now: int) -> Facts:
    """When the first person comes back, nobody's time is up because of the night, and nobody has slept for hours."""
    if not table.slept:
        return []
    company = sum(seat.person for seat in table.seats) > 1
    runs = table.status == "cutting" or (table.status == "playing" and (table.pace.move is not None or company))
    return [facts.Woken()] if runs else []


def _returned(table: Table, now: int) -> Facts:
    """A seat is given back the moment its owner connects again; a game that waited for somebody goes on."""
    back = [number for number, seat in enumerate(table.seats) if seat.returned and seat.stand_in]
    if back:
        return [facts.CameBack(seat=number) for number in back]
    if table.paused == "away" and all(seat.here for seat in table.seats if seat.acts):
        return [facts.Resumed()]
    return []


def _away(table: Table, now: int) -> Facts:
    if table.status == "over" or table.paused is not None:
        return []
    away = [
        number
        for number, seat in enumerate(table.seats)
        if not seat.here and seat.acts and now >= _grace_ends(table, seat)
    ]
    if away and table.pace.pause and table.status == "playing":
        return [facts.Paused(why="away")]
    return [facts.StoodIn(seat=number, why="away") for number in away]


def _late(table: Table, now: int) -> Facts:
    found: Facts = []
    if table.pace.move is None:
        return found
    for number in range(len(table.seats)):
        deadline = table.deadline(number)
        if deadline is not None and now >= deadline:
            found.append(facts.StoodIn(seat=number, why="late"))
    return found


def _asleep(table: Table, now: int) -> Facts:
    found: Facts = []
    for number, seat in enumerate(table.seats):
        time = stands_in_at(table, number) if seat.votes else None
        if time is not None and now >= time:
            found.append(facts.StoodIn(seat=number, why="asleep"))
    return found


def _cuts(table: Table, now: int) -> Facts:
    if table.status != "cutting":
        return []
    if table.known_deal is not None:
        return [facts.Begun()]
    if not table.opening_cuts:
        awaited = any(seat.acts and seat.cut is None for seat in table.seats)
        return [] if awaited and now < table.phase_at + CUTTING else [facts.CutsClosed()]
    held_back = [number for number, seat in enumerate(table.seats) if seat.cut and seat.salt is None]
    if not held_back:
        return [*_guests(table), facts.Begun()]
    awaited = any(table.seats[number].acts for number in held_back)
    return [] if awaited and now < table.phase_at + OPENING else [facts.CutsAgain(held_back=held_back)]


def _on_a_break(table: Table) -> bool:
    return table.status == "playing" and table.match is not None and table.match.between_rounds


def _next_round(table: Table, now: int) -> Facts:
    if not _on_a_break(table) or table.paused is not None:
        return []
    awaited = any(seat.acts and not seat.ready for seat in table.seats)
    time_is_up = table.pace.move is not None and now >= table.phase_at + BREAK
    return [] if awaited and not time_is_up else [*_guests(table), facts.Dealt()]


def _guests(table: Table) -> Facts:
    """Before a deal: those who came late, and are still there, have their seats now."""
    return [facts.TookOver(seat=number) for number, seat in enumerate(table.seats) if seat.guest and seat.guest.here]


def _rematch(table: Table, now: int, chance: Chance) -> Facts:
    """Once more, when all want to who are there, or were a moment ago; for whoever does not say so for a minute, a bot
    plays until they stir. The deal moves on by one seat."""
    if table.status != "over" or table.match is None or not any(seat.ready for seat in table.seats):
        return []
    until, asleep = rematch_at(table), _undecided(table)
    for number in asleep:
        if (until is None or now < until) and (
            table.seats[number].here or now < _grace_ends(table, table.seats[number])
        ):
            return []
    dealer = (table.match.view().table.dealer + 1) % len(table.seats)
    bots: Facts = [facts.StoodIn(seat=number, why="asleep") for number in asleep if table.seats[number].here]
    return [*bots, facts.Shuffled(seed=chance.seed(), first_dealer=dealer, receipt_key=chance.receipt_key)]


def _undecided(table: Table) -> list[int]:
    """After a game: those who have not said whether they want another one."""
    return [number for number, seat in enumerate(table.seats) if seat.acts and not seat.ready]


def rematch_at(table: Table) -> int | None:
    """When another game begins without those who have not said that they want it; None: nobody has yet, or all have."""
    if table.status != "over" or table.agreed_at is None or not _undecided(table):
        return None
    return table.agreed_at + AGREEING
