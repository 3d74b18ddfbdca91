"""A table in the index of the store, as lists tell of it. Like the log's, its types are its own and lenient."""

import logging
from functools import lru_cache

import msgspec
from msgspec import field

from stichwerk.games.plain_data import PlainData
from stichwerk.server.domain.facts import Pace
from stichwerk.server.domain.table import Table

log = logging.getLogger("stichwerk.server")


class SeatSummary(PlainData, frozen=True):
    """Who sits at a seat."""

    name: str = ""
    kind: str = "open"
    level: int | None = None
    face: str | None = None


class Summary(PlainData, frozen=True):
    """What lists tell of a table."""

    id: str
    game: str
    status: str
    seats: tuple[SeatSummary, ...] = ()
    pace: Pace = field(default_factory=Pace)
    changed_at: int = 0
    number: int = 0
    round: int | None = None
    totals: tuple[int, ...] = ()
    late_guests: bool = False


_decoder = msgspec.json.Decoder(Summary)
encode = msgspec.json.Encoder().encode


def summary_of(table: Table) -> Summary:
    """The summary of a table as it is now."""
    return Summary(
        id=table.id,
        game=table.game_id,
        status=table.status,
        seats=tuple(SeatSummary(seat.name, seat.kind, seat.level, seat.face or None) for seat in table.seats),
        pace=table.pace,
        changed_at=table.at,
        number=table.number,
        round=None if table.match is None else table.match.round_no,
        totals=() if table.match is None else table.match.totals,
        late_guests=table.late_guests,
    )


def decode(data: bytes) -> Summary | None:
    """A summary from its bytes; None if they are damaged, for one such row must not hide all other tables."""
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, TypeError):
        _tell_once(data)
        return None


@lru_cache(maxsize=256)
def _tell_once(data: bytes) -> None:
    """A list is asked for again and again: of the same row it is enough to be told once."""
    log.warning("a row of the index cannot be read: stich check-db --repair makes it anew from the log")
