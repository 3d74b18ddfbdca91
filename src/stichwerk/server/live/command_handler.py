"""Commands to tables, those to one table one after the other.

What a command brings about happens in memory first, then goes to the store, and only when it is durable is anybody
told, of this or of anything later. If it cannot be stored, the table in memory is thrown away: the log is the truth,
and the next command begins with reading it.
"""

import logging
import time
from collections.abc import Sequence

from stichwerk.protocol import messages
from stichwerk.server.domain import facts, index
from stichwerk.server.domain.commands import Asked, BotMove, Chance, Join, Tick
from stichwerk.server.domain.decide import decide
from stichwerk.server.domain.table import Table
from stichwerk.server.errors import Conflict, StoreError
from stichwerk.server.live.room import Room
from stichwerk.server.live.rooms import AFTER_TROUBLE, Rooms
from stichwerk.server.live.tasks import Tasks
from stichwerk.server.seldom import tell_seldom
from stichwerk.server.wire.happenings import Occurrence

#: After these somebody else is at a seat.
_OTHER_SEATS = (facts.SeatSet, facts.SeatRemoved, facts.SeatsSwapped, facts.SeatsMixed, facts.TookOver)
#: How often something is tried again when another process was faster.
TRIES = 5


class CommandHandler:
    """What is asked of tables is decided, carried out, stored and told."""

    def __init__(self, rooms: Rooms, tasks: Tasks, chance: Chance) -> None:
        self._rooms, self._tasks, self._chance = rooms, tasks, chance
        self._closing = False
        self.facts_stored = 0

    async def do(self, room: Room, command: messages.Ask | Join | BotMove | Tick, token: str | None = None) -> int:
        """Carry out a command; the number of the fact that it has become.

        It is done to its end even if the client that asked goes away in the middle: the others have to hear of it.
        """
        self.check_open()
        return await self._tasks.to_its_end(self._do(room, command, token))

    async def _do(self, room: Room, command: messages.Ask | Join | BotMove | Tick, token: str | None) -> int:
        async with room.lock:
            for _ in range(TRIES):
                table = await self._rooms.loaded(room)
                seat = table.seat_of(token)
                found = decide(table, Asked(command, self._rooms.time(table), seat, self._chance))
                if not found and not isinstance(command, Tick):
                    granted = None if seat is None else table.seats[seat].asked.get(getattr(command, "id", ""))
                    return table.seq if granted is None else granted.fact
                deed = table.seq + 1 + next((place for place, fact in enumerate(found) if fact.id), 0)
                try:
                    await self.carry_out(room, table, found)
                except Conflict:  # another process plays at this table too: look at what it did, and decide anew
                    continue
                return deed
        raise StoreError("the table is too busy: try again", "db-conflict")

    async def carry_out(self, room: Room, table: Table, found: list[facts.AnyFact]) -> None:
        """Let facts happen with all that follows from them, store them, and tell everybody. The room's lock is held."""
        first, now = table.seq + 1, self._rooms.time(table)
        told: list[Occurrence] = []
        stored: list[facts.AnyFact] = []
        row_changed = False
        try:
            while found or (found := decide(table, Asked(Tick(), now, None, self._chance))):
                for fact in found:
                    status, before = table.status, table.event_count
                    table.apply(fact, now)
                    after = table.event_count
                    stored.append(fact)
                    told.append(Occurrence(fact, min(before, after), after))
                    row_changed |= index.changes_row(fact, status, table)
                found = []
            if stored:
                await self.store(table, first, stored, row_changed)
        except BaseException as problem:
            if isinstance(problem, StoreError) and not isinstance(problem, Conflict):
                tell_seldom(f"nothing can be stored: {problem.message}", logging.ERROR)
            room.table = None  # what is in memory may not be what is stored
            self._rooms.look_again(room, AFTER_TROUBLE)
            raise
        room.used, room.told = time.monotonic(), table.seq
        self._rooms.set_timer(room, table)
        if told:
            room.tell(table, told)
            if any(isinstance(fact, _OTHER_SEATS) for fact in stored):  # who is here is told by seat
                room.tell_presence(table)
        self._rooms.announce(table)

    async def store(self, table: Table, first: int, found: Sequence[facts.AnyFact], row_changed: bool) -> None:
        """Append facts to the log of a table, and wait until they are durable."""
        row = index.row_of(table) if row_changed else None
        lines = [facts.encode(fact) for fact in found]
        await self._rooms.store.append_from_loop(table.id, first, table.at, lines, row)
        self.facts_stored += len(found)

    def check_open(self) -> None:
        """Refuse what comes when the server is about to stop."""
        if self._closing:
            raise StoreError("the server is restarting: try again in a moment", "shutdown")

    def close(self) -> None:
        """Take no more commands; those that were begun come to their end."""
        self._closing = True
