"""The rooms: tables are loaded from the store when needed, kept while somebody is there, dropped when it is quiet."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from stichwerk.errors import BadNotation, IllegalMove, StichwerkError
from stichwerk.protocol.messages import Closing
from stichwerk.server.domain.facts import Line
from stichwerk.server.domain.table import Table
from stichwerk.server.domain.timers import due
from stichwerk.server.errors import DamagedLog, LedElsewhere, StoreError, UnreadableLog
from stichwerk.server.live.leadership import Leadership
from stichwerk.server.live.room import Room
from stichwerk.server.store.log import Store
from stichwerk.server.wire.happenings import Occurrence

log = logging.getLogger("stichwerk.server")

T = TypeVar("T")

_READERS = 2
#: When a table could not be stored or loaded, its clock is looked at again after so many seconds.
AFTER_TROUBLE = 3.0
#: What clients are told whose table is led by another process from now on.
MOVED = Closing("shutdown", "the server is restarting: connect again", again=True)


class Rooms:
    """The rooms of a server, and when each of their clocks is looked at next: then it is given to ``ring``."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], int],
        ring: Callable[[Room], None],
        leadership: Leadership | None = None,
    ) -> None:
        self.store, self._now, self._ring = store, now, ring
        self.leadership = leadership or Leadership()
        #: Called after every change at a table, also of who is there; must not take long.
        self.listeners: list[Callable[[Table], None]] = []
        self._rooms: dict[str, Room] = {}
        self._damaged: set[str] = set()  # tables of which it has been logged
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="stichwerk-reader")
        self._closing = False

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def room(self, table: str) -> Room:
        """The room of a table, whether or not it is loaded, or is there at all."""
        room = self._rooms.setdefault(table, Room(table))
        room.used = time.monotonic()
        return room

    def find(self, table: str) -> Room | None:
        """The room of a table if there is one; look only."""
        return self._rooms.get(table)

    async def loaded(self, room: Room) -> Table:
        """The table of a room whose lock is held. `LedElsewhere` if another process leads it."""
        room.used = time.monotonic()
        if not self.leadership.sure_of(room.id) and await self._lead(room):
            room.table = None  # another process may have played here meanwhile
        if room.table is None:
            try:
                table = await self.read(self.from_log, room.id, lambda lines: Table.of(room.id, lines))
            except StoreError:
                self.look_again(room, AFTER_TROUBLE)
                raise
            except (
                StichwerkError
            ) as problem:  # there is no such table, or it cannot be read here: its log stays as it is
                if not room.connections:
                    self._rooms.pop(room.id, None)
                await self.leadership.pass_on(room.id, problem)
                raise
            present = {connection.token for connection in room.connections} - {None}
            for seat in table.seats:
                seat.here, seat.away_since = seat.token in present, self.time(table)
                if seat.guest is not None:
                    seat.guest.here = seat.guest.token in present
            room.table = table
            self._catch_up(room, table)
        return room.table

    async def _lead(self, room: Room) -> bool:
        try:
            return await self.leadership.lead(room.id)
        except LedElsewhere:
            self.send_away(room)
            raise
        except StoreError:
            self.look_again(room, AFTER_TROUBLE)
            raise

    def send_away(self, room: Room) -> None:
        """Another process leads this table: its clients connect again, and find it."""
        room.table = None
        self.look_again(room, None)
        for connection in list(room.connections):
            connection.end(MOVED)

    def _catch_up(self, room: Room, table: Table) -> None:
        """Tell of facts that are stored but were not told: the database had failed just then, or they come from
        another process."""
        if room.connections and table.seq > room.told:
            count = table.event_count
            room.tell(table, [Occurrence(None, min(count, table.events_after(room.told)), count)])
        room.told = table.seq
        self.set_timer(room, table)
        self.announce(table)

    def announce(self, table: Table) -> None:
        """Something has changed at a table."""
        for listener in self.listeners:
            listener(table)

    def drop_quiet(self, seconds: float) -> list[str]:
        """Drop tables without a command for so long. Clients stay connected; a clock that runs keeps its table. Those
        where nobody is left are returned: this process need not lead them any more."""
        before, left = time.monotonic() - seconds, []
        for room in self:
            if room.lock.locked() or room.used > before or room.timer is not None:
                continue
            if room.table is not None and room.table.bots_to_move():
                continue
            room.table = None
            room.forget_told()
            if not room.connections:
                del self._rooms[room.id]
                left.append(room.id)
        return left

    def close(self) -> None:
        """No clock is looked at any more."""
        self._closing = True
        for room in self:
            self.look_again(room, None)

    def stop_reading(self) -> None:
        """Nothing more is asked of the store."""
        self._readers.shutdown(wait=False)

    # ------------------------------------------------------------ the store

    async def read(self, ask: Callable[..., T], *values: Any) -> T:
        """Ask the store for something, beside the event loop. Only few at once: to rebuild tables takes the processor
        from those who play."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, ask, *values)

    def from_log(self, table: str, build: Callable[[list[Line]], T]) -> T:
        """What is built from the log of a table, out of the store itself: so call it in `read`.

        `DamagedLog` if the log is not as it was written, or tells of what cannot have happened. Those who run the
        server are told once of each such table, not each time that somebody wants to see it.
        """
        try:
            # A text that is no id is not even looked for: PostgreSQL refuses some (the zero byte).
            return build(self.store.lines(table) if table.isascii() and table.isalnum() else [])
        except (IllegalMove, BadNotation) as problem:
            raise self._noted(table, DamagedLog(f"what it tells cannot have happened: {problem.code}")) from None
        except UnreadableLog as problem:
            raise self._noted(table, problem) from None
        except StichwerkError:
            raise
        except Exception as problem:
            damage = DamagedLog(f"what it tells cannot have happened: {type(problem).__name__}")
            raise self._noted(table, damage, problem) from problem

    def _noted(self, table: str, problem: UnreadableLog, cause: Exception | None = None) -> UnreadableLog:
        """``cause``: what nobody expected, told with its place, for it may be a mistake of ours."""
        if problem.code == UnreadableLog.code and table not in self._damaged:
            self._damaged.add(table)
            flaws = problem.flaws if isinstance(problem, DamagedLog) else problem.message
            sentence = "table %s is damaged and is kept as it is (stich check-db tells more): %s"
            log.error(sentence, table, flaws, exc_info=cause)
        return problem

    # ------------------------------------------------------------ clocks

    def time(self, table: Table) -> int:
        """Now; never before what has happened already, even if the clock of the machine was set back."""
        return max(self._now(), table.at)

    def set_timer(self, room: Room, table: Table) -> None:
        """Look at the table's clock again when something is due."""
        now = self.time(table)
        at = due(table, now)
        self.look_again(room, None if at is None else max(0.01, (at - now) / 1000))

    def look_again(self, room: Room, delay: float | None) -> None:
        """Let the table's clock be looked at after so many seconds (None: not at all)."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        if delay is not None and room.connections and not self._closing:
            room.timer = asyncio.get_running_loop().call_later(delay, self._rang, room)

    def _rang(self, room: Room) -> None:
        room.timer = None
        self._ring(room)
