"""A table with those who are connected to it, and how they hear of what happens."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from stichwerk.protocol import messages
from stichwerk.server.domain.table import Table
from stichwerk.server.errors import NoEntry, NotNow
from stichwerk.server.live.connection import Connection
from stichwerk.server.wire import outbox
from stichwerk.server.wire.happenings import Occurrence
from stichwerk.server.wire.outbox import Moment
from stichwerk.server.wire.telling import News, Told

#: Between two phrases of one seat, in milliseconds.
_PHRASES_APART = 1000


@dataclass
class Room:
    """A table, if it is loaded, with its connections."""

    id: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: Table | None = None
    told: int = 0  # the last fact that the connections have heard of
    connections: list[Connection] = field(default_factory=list)
    timer: asyncio.TimerHandle | None = None
    used: float = 0.0
    _spoke: dict[int, int] = field(default_factory=dict)

    def watching(self, table: Table) -> int:
        """How many only watch, if only until the next deal."""
        seated = {seat.token for seat in table.seats} - {None}
        return sum(connection.token not in seated for connection in self.connections)

    def tell(self, table: Table, told: Sequence[Occurrence]) -> None:
        """Tell everybody what has happened, each what their seat may know. Whose seat is gone is sent away."""
        listening: dict[tuple[int | None, bool, Told | None], list[Connection]] = {}
        seats: dict[str | None, int] = {seat.token: number for number, seat in enumerate(table.seats) if seat.token}
        for connection in list(self.connections):
            try:
                seat = seats[connection.token] if connection.token in seats else table.seat_of(connection.token)
            except NoEntry as problem:
                connection.end(messages.Closing("seat-gone", problem.message, again=False))
                continue
            listening.setdefault((seat, connection.changes, connection.told), []).append(connection)
        news = News(Moment(table, told))
        for (seat, changes, known), connections in listening.items():
            encoded = news.whole(seat) if known is None else news.changes(seat, known)
            knows = news.told(seat) if changes else None
            for connection in connections:
                connection.told = knows
                connection.send_bytes(encoded)
                if table.status == "closed":
                    connection.end(messages.Closing("table-closed", "this table is closed", again=False))

    def tell_whole(self, table: Table, connection: Connection) -> None:
        """Tell somebody who asks how the whole table is."""
        seat, news = table.seat_of(connection.token), News(Moment(table, ()))
        connection.told = news.told(seat) if connection.changes else None
        connection.send_bytes(news.whole(seat))

    def forget_told(self) -> None:
        """It is quiet: do not keep what everybody knows. Who listens is told the whole table next time."""
        for connection in self.connections:
            connection.told = None

    def tell_presence(self, table: Table) -> None:
        """Tell everybody who is here."""
        self._send_all(outbox.presence(table, self.watching(table)))

    def say(self, token: str | None, which: str, now: int) -> None:
        """Let everybody hear a phrase."""
        if self.table is None:
            return
        seat = self.table.seat_of(token)
        assert seat is not None, "only those who sit may say something"
        if now - self._spoke.get(seat, -_PHRASES_APART) < _PHRASES_APART:
            raise NotNow("one thing at a time", "too-fast")
        self._spoke[seat] = now
        self._send_all(messages.Said(seat, which))

    def _send_all(self, message: messages.FromServer) -> None:
        data = messages.encode(message)
        for connection in list(self.connections):
            connection.send_bytes(data)
