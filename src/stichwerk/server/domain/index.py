"""What is kept of a table beside its log: its row in the index, its statistics, the records of its games."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace

from stichwerk.errors import StichwerkError
from stichwerk.play.record import to_line
from stichwerk.protocol import messages
from stichwerk.server.domain import facts, summaries
from stichwerk.server.domain.facts import Line
from stichwerk.server.domain.table import Table
from stichwerk.server.errors import NotNow, UnknownTable

log = logging.getLogger("stichwerk.server")


@dataclass(frozen=True)
class Row:
    """What the index keeps of a table. ``tokens``: the hash of each seat's token, with the seat. ``same_cards``: whose
    cards were played there if others play them too, and the ``points`` that came of them.

    One that is not ``sure`` is what a log tells that cannot be read to its end.
    """

    id: str
    code: str | None
    status: str
    listed: bool
    changed_at: int
    summary: bytes
    tokens: tuple[tuple[str, int], ...] = ()
    same_cards: str | None = None
    points: int | None = None
    sure: bool = True


def row_of(table: Table) -> Row:
    """The table's row in the index. The code is free again for others when nobody can join any more."""
    return Row(
        id=table.id,
        code=table.code if table.status == "lobby" else None,
        status=table.status,
        listed=table.listed,
        changed_at=table.at,
        summary=summaries.encode(summaries.summary_of(table)),
        tokens=tuple((token, number) for number, seat in enumerate(table.seats) for token in seat.tokens),
        same_cards=None if table.known is None else table.known.key(table.game_id, table.seats[-1].level),
        points=table.points_with_same_cards,
    )


def row_from_log(table_id: str, lines: list[Line]) -> Row | None:
    """The same from the log alone: for `Store.rebuild_index`. It is as it was when the row last changed.

    If the log cannot be read to its end, or the game is not installed, it is the row as far as that, and not sure; None
    if not even the first line can be read.
    """
    table, row = Table(table_id), None
    try:
        for line in lines:
            fact, status = facts.decode(line.fact), table.status
            table.apply(fact, line.at)
            if row is None or changes_row(fact, status, table):
                row = row_of(table)
    except Exception as problem:  # whatever is wrong with one log, the rows of all others can be had
        if not isinstance(problem, StichwerkError):
            log.exception("the log of a table could not be read")
        return None if row is None else replace(row, sure=False)
    return row


def changes_row(fact: facts.AnyFact, status_before: messages.Status, table: Table) -> bool:
    """Whether the index has to be written anew after this fact: moves change it only at the end of a game, deals do."""
    return table.status != status_before or isinstance(fact, _IN_ROW)


_IN_ROW = (
    facts.Opened, facts.Sat, facts.GuestCame, facts.TookOver, facts.SeatSet, facts.SeatAdded, facts.SeatRemoved,
    facts.SeatsSwapped, facts.SeatsMixed, facts.HostMoved, facts.Revoked, facts.Shuffled, facts.Dealt,
)  # fmt: skip


def statistics(table: Table) -> messages.Statistics:
    """What has been played at the table, and who has won how often."""
    players = [
        messages.PlayerStatistics(
            name=seat.name,
            games=len(table.results),
            wins=sum(number in result.winners for result in table.results),
            points=sum(result.totals[number] for result in table.results),
            moves=seat.moves,
            mean_move_ms=round(seat.moves_ms / seat.moves) if seat.moves else None,
            stand_in_moves=seat.stand_in_moves,
        )
        for number, seat in enumerate(table.seats)
    ]
    return messages.Statistics(tuple(table.results), tuple(players))


def record_line(table_id: str, lines: Iterable[Line], number: int) -> str:
    """The record of a game that is over, as one line. Before its end it would tell everybody's cards."""
    played = 0
    for table in Table.growing(table_id, lines):
        played = table.number
        if len(table.results) == number and table.status == "over" and table.match is not None:
            return to_line(table.match.record())
    if played == number:
        raise NotNow("the record can be had when the game is over: it tells everybody's cards", "game-not-over")
    raise UnknownTable(f"there is no game {number} at this table", "unknown-game-number")
