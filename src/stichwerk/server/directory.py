"""All tables: loaded from the store when needed, kept while somebody is there, dropped when it is quiet.

Commands to one table come one after the other. What a command brings about happens in memory first, then goes to the
store, and only when it is durable is anybody told, of this or of anything later. If it cannot be stored, the table in
memory is thrown away: the log is the truth, and the next command begins with reading it.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from stichwerk.errors import StichwerkError
from stichwerk.server import accounts, facts, messages, outbox, summaries
from stichwerk.server.commands import Asked, BotMove, Join, Tick
from stichwerk.server.connection import Connection
from stichwerk.server.deciding import decide, opened
from stichwerk.server.errors import Conflict, NoEntry, NotNow, StoreError
from stichwerk.server.following import FORGOTTEN, due
from stichwerk.server.room import Room
from stichwerk.server.store import Line, Store
from stichwerk.server.table import Table
from stichwerk.server.tokens import Invite, Inviter, hashed, new_code, new_table_id, new_token, tidy_code

log = logging.getLogger("stichwerk.server")

T = TypeVar("T")

#: After so many seconds without a command a table is dropped from memory, and loaded again with the next.
QUIET = 120.0
_SWEEP_EVERY = 30.0
#: How often tables that never began are looked for, in seconds, and how many are given up at once.
_FORGOTTEN_EVERY, _FORGOTTEN_AT_ONCE = 3600.0, 100
#: A table without any change for so many milliseconds is no longer listed: a game takes an hour, not a day.
LISTED_FOR = 12 * 3_600_000
_TRIES = 5
_READERS = 2
#: When a table could not be stored, its clock is looked at again after so many seconds.
_AFTER_TROUBLE = 3.0


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Directory:
    """The tables of a server. Use it inside a running event loop; `close` it at the end, then the store."""

    def __init__(self, store: Store, now: Callable[[], int] = wall_clock) -> None:
        self.store, self.now = store, now
        self.inviter = Inviter(store.invite_key())
        #: Called after every change at a table, also of who is there; must not take long.
        self.listeners: list[Callable[[Table], None]] = []
        self.facts_stored = 0
        self._rooms: dict[str, Room] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="stichwerk-reader")
        self._sweeper: asyncio.Task[None] | None = None
        self._closing = False
        self._looked_at = ""  # the last table of those that were forgotten

    # ------------------------------------------------------------ coming to a table

    async def open(self, wish: messages.NewTable) -> messages.Seat:
        """Open a table; whoever does is its host."""
        self._check_open()
        token = new_token()
        for _ in range(_TRIES):  # until there is a code that nobody has
            table = Table(new_table_id())
            fact = opened(table.id, wish, hashed(token), new_code())
            table.apply(fact, self.now())
            try:
                await self._store(table, 1, [fact], True)
            except Conflict:
                continue
            room = self._room(table.id)
            room.table, room.told = table, table.seq
            return messages.Seat(table.id, 0, token, table.code)
        raise StoreError("no free code was found for the table: try again")

    async def join(self, wish: messages.JoinTable) -> messages.Seat:
        """Take a seat at a table, with an invite, a short code, or at a listed table with its id."""
        token = new_token()
        if wish.invite is not None:
            invite = self.inviter.read(wish.invite)
            room, join = self._room(invite.table), Join(wish.name, hashed(token), invite.seat, invite.epoch)
        elif wish.code is not None:
            found = await self._read(self.store.table_of_code, tidy_code(wish.code))
            if found is None:
                raise NoEntry("there is no table with this code: it may have begun to play", "bad-code")
            room, join = self._room(found), Join(wish.name, hashed(token))
        elif wish.table is not None:
            room, join = self._room(wish.table), Join(wish.name, hashed(token))
            async with room.lock:
                if not (await self._loaded(room)).listed:
                    raise NoEntry("this table is private: ask for an invite", "private-table")
        else:
            raise NoEntry("to join a table you need an invite or a code", "bad-invite")
        await self._do(room, join, None)
        async with room.lock:
            seat = (await self._loaded(room)).seat_of(hashed(token))
        assert seat is not None, "whoever has a token has a seat"
        return messages.Seat(room.id, seat, token)

    async def invite(self, table: str, token: str, seat: int | None) -> messages.InviteLink:
        """An invite to a seat, or to any open one; only the host can ask for it."""
        room = self._room(table)
        async with room.lock:
            found = await self._loaded(room)
            if found.seat_of(hashed(token)) != found.host:
                raise NoEntry("only the host can invite", "only-host")
            if found.status != "lobby":
                raise NotNow("the game has begun: nobody can join any more", "already-begun")
            if seat is not None and (seat >= len(found.seats) or not found.seats[seat].open):
                raise NotNow("this seat is not open", "seat-taken")
            epoch = found.epoch if seat is None else found.seats[seat].epoch
            return messages.InviteLink(self.inviter.signed(Invite(table, seat, epoch)))

    async def connect(self, hello: messages.Hello) -> Connection:
        """Begin to watch a table or, with a token, to play. The first message is the welcome."""
        self._check_open()
        if hello.v != messages.VERSION:
            raise NoEntry(f"this server speaks version {messages.VERSION}, not {hello.v}: reload", "bad-version")
        token = None if hello.token is None else hashed(hello.token)
        room = self._room(hello.table)
        async with room.lock:
            table = await self._loaded(room)
            seat = table.seat_of(token)
            connection = Connection(room.id, token, self._ask, self._left, self.now)
            if seat is not None:
                table.presence(seat, True, self._time(table))
            room.connections.append(connection)
            try:
                await self._carry_out(room, table, [])
            except BaseException:
                connection.close()
                raise
            present = outbox.presence(table, room.watching)
            room.tell_presence(table)
            connection.greet(outbox.welcome(table, seat, hello.since, self._time(table), present))
        return connection

    # ------------------------------------------------------------ at a table

    async def ask(self, table: str, token: str, ask: messages.Ask) -> messages.Ack:
        """Do what somebody at the table asks for; answered when it is durable."""
        return await self._ask(table, hashed(token), ask)

    async def bot_moves(self, table: str, seat: int, move: str, seen: int) -> None:
        """A bot's move, thought about since the fact ``seen``."""
        await self._do(self._room(table), BotMove(seat, move, seen), None)

    async def view(self, table: str, token: str | None = None) -> messages.TableView:
        """The table as the holder of the token (or a spectator) sees it now."""
        owner = None if token is None else hashed(token)
        return await self.look(table, lambda found: outbox.view(found, found.seat_of(owner)))

    async def statistics(self, table: str) -> messages.Statistics:
        """What has been played at a table."""
        return await self.look(table, accounts.statistics)

    async def look(self, table: str, tell: Callable[[Table], T]) -> T:
        """What is to be told of a table as it is now."""
        room = self._room(table)
        async with room.lock:
            return tell(await self._loaded(room))

    async def record(self, table: str, number: int) -> str:
        """The record of a finished game, as one line: ``stich verify`` accepts it."""
        return await self._read(lambda: accounts.record_line(table, self._lines(table), number))

    async def listed(self, limit: int = 100) -> list[messages.TableSummary]:
        """The tables that everybody may see, those first that changed last."""
        since = self.now() - LISTED_FOR
        found = await self._read(self.store.listed, ("lobby", "cutting", "playing"), since, limit)
        tables = [kept for each in found if (kept := summaries.decode(each)) is not None]
        return [outbox.summary(each, self._people_at(each.id)) for each in tables]

    def _people_at(self, table: str) -> int:
        """How many of those who sit at a table are connected now."""
        found = self.in_memory(table)
        return 0 if found is None else sum(seat.here for seat in found.seats)

    async def mine(self, tokens: Sequence[str]) -> list[messages.MySeat]:
        """The tables at which these tokens hold a seat."""
        places = {hashed(token): place for place, token in enumerate(tokens)}
        held = await self._read(self.store.held, list(places))
        return [
            messages.MySeat(places[each.token], each.seat, outbox.summary(kept))
            for each in held
            if (kept := summaries.decode(each.summary)) is not None
        ]

    def in_memory(self, table: str) -> Table | None:
        """The table if it is loaded; look only."""
        room = self._rooms.get(table)
        return None if room is None else room.table

    @property
    def loaded(self) -> int:
        """How many tables are in memory."""
        return sum(room.table is not None for room in self._rooms.values())

    @property
    def connected(self) -> int:
        """How many clients are connected."""
        return sum(len(room.connections) for room in self._rooms.values())

    async def close(self) -> None:
        """Tell everybody that the server stops, and wait until all that was begun is stored."""
        self._closing = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        for room in list(self._rooms.values()):
            if room.timer is not None:
                room.timer.cancel()
            async with room.lock:
                for connection in list(room.connections):
                    connection.end(messages.Closing("shutdown", "the server is restarting: connect again", again=True))
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._readers.shutdown(wait=False)

    # ------------------------------------------------------------ commands

    async def _ask(self, table: str, token: str | None, ask: messages.Ask) -> messages.Ack:
        room = self._room(table)
        seq = await self._do(room, ask, token)
        if isinstance(ask, messages.Phrase):
            room.say(token, ask.which, self.now())
        return messages.Ack(ask.id, seq)

    async def _do(self, room: Room, command: messages.Ask | Join | BotMove | Tick, token: str | None) -> int:
        """Carry out a command; the number of the fact that it has become.

        It is done to its end even if the client that asked goes away in the middle: the others have to hear of it.
        """
        self._check_open()
        return await asyncio.shield(self._task(self._do_now(room, command, token)))

    async def _do_now(self, room: Room, command: messages.Ask | Join | BotMove | Tick, token: str | None) -> int:
        async with room.lock:
            for _ in range(_TRIES):
                table = await self._loaded(room)
                seat = table.seat_of(token)
                found = decide(table, Asked(command, self._time(table), seat))
                if not found and not isinstance(command, Tick):
                    message = getattr(command, "id", "")
                    return table.seq if seat is None else table.seats[seat].asked.get(message, table.seq)
                deed = table.seq + 1 + next((place for place, fact in enumerate(found) if fact.id), 0)
                try:
                    await self._carry_out(room, table, found)
                except Conflict:  # another process plays at this table too: look at what it did, and decide anew
                    continue
                return deed
        raise StoreError("the table is too busy: try again", "db-conflict")

    async def _carry_out(self, room: Room, table: Table, found: list[facts.AnyFact]) -> None:
        """Let facts happen with all that follows from them, store them, and tell everybody."""
        first, now = table.seq + 1, self._time(table)
        told: list[outbox.Told] = []
        stored: list[facts.AnyFact] = []
        row_changed = False
        try:
            while found or (found := decide(table, Asked(Tick(), now))):
                for fact in found:
                    status, before = table.status, _event_count(table)
                    table.apply(fact, now)
                    after = _event_count(table)
                    stored.append(fact)
                    told.append(outbox.Told(fact, min(before, after), after))
                    row_changed |= accounts.changes_row(fact, status, table)
                found = []
            if stored:
                await self._store(table, first, stored, row_changed)
        except BaseException as problem:
            if isinstance(problem, StoreError) and not isinstance(problem, Conflict):
                log.error("nothing can be stored: %s", problem.message)
            room.table = None  # what is in memory may not be what is stored
            self._look_again(room, _AFTER_TROUBLE)
            raise
        room.used, room.told = time.monotonic(), table.seq
        self._set_timer(room, table)
        if told:
            room.tell(table, told)
        self._announce(table)

    async def _store(self, table: Table, first: int, found: Sequence[facts.AnyFact], row_changed: bool) -> None:
        row = accounts.row_of(table) if row_changed else None
        stored = self.store.append(table.id, first, table.at, [facts.encode(fact) for fact in found], row)
        await asyncio.wrap_future(stored)
        self.facts_stored += len(found)

    # ------------------------------------------------------------ who is there

    def _announce(self, table: Table) -> None:
        for listener in self.listeners:
            listener(table)

    def _left(self, connection: Connection) -> None:
        """A connection was closed, from either side."""
        room = self._rooms.get(connection.table)
        if room is None or connection not in room.connections:
            return
        room.connections.remove(connection)
        if not self._closing:
            self._begin(self._see_who_left(room, connection))

    async def _see_who_left(self, room: Room, connection: Connection) -> None:
        async with room.lock:
            table = room.table
            if table is None:
                return
            try:
                seat = table.seat_of(connection.token)
            except NoEntry:
                seat = None
            others = [each for each in room.connections if each.token == connection.token]
            if seat is not None and not others:
                table.presence(seat, False, self._time(table))
                await self._carry_out(room, table, [])
            room.tell_presence(table)

    # ------------------------------------------------------------ rooms

    def _room(self, table: str) -> Room:
        if self._sweeper is None:
            self._sweeper = asyncio.create_task(self._sweep())
        room = self._rooms.setdefault(table, Room(table))
        room.used = time.monotonic()
        return room

    async def _loaded(self, room: Room) -> Table:
        """The table of a room whose lock is held."""
        room.used = time.monotonic()
        if room.table is None:
            try:
                table = await self._read(lambda: Table.of(room.id, self._lines(room.id)))
            except StoreError:
                self._look_again(room, _AFTER_TROUBLE)
                raise
            except StichwerkError:  # there is no such table, or it cannot be read here: its log stays as it is
                if not room.connections:
                    self._rooms.pop(room.id, None)
                raise
            present = {connection.token for connection in room.connections} - {None}
            for seat in table.seats:
                seat.here, seat.away_since = seat.token in present, self._time(table)
            room.table = table
            self._catch_up(room, table)
        return room.table

    def _catch_up(self, room: Room, table: Table) -> None:
        """Tell of facts that are stored but were not told: the database had failed just then, or they come from
        another process."""
        if room.connections and table.seq > room.told:
            count = _event_count(table)
            room.tell(table, [outbox.Told(None, min(count, table.events_after(room.told)), count)])
        room.told = table.seq
        self._set_timer(room, table)
        self._announce(table)

    async def _read(self, ask: Callable[..., T], *values: Any) -> T:
        """Ask the store for something, beside the event loop. Only few at once: to rebuild tables takes the processor
        from those who play."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, ask, *values)

    def _lines(self, table: str) -> list[Line]:
        # A text that is no id is not even looked for: PostgreSQL refuses some (the zero byte).
        return self.store.lines(table) if table.isascii() and table.isalnum() else []

    def _time(self, table: Table) -> int:
        """Now; never before what has happened already, even if the clock of the machine was set back."""
        return max(self.now(), table.at)

    def _check_open(self) -> None:
        if self._closing:
            raise StoreError("the server is restarting: try again in a moment", "shutdown")

    def _set_timer(self, room: Room, table: Table) -> None:
        now = self._time(table)
        at = due(table, now)
        self._look_again(room, None if at is None else max(0.01, (at - now) / 1000))

    def _look_again(self, room: Room, delay: float | None) -> None:
        """Let the table's clock be looked at after so many seconds (None: not at all)."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        if delay is not None and room.connections and not self._closing:
            room.timer = asyncio.get_running_loop().call_later(delay, self._tick, room)

    def _tick(self, room: Room) -> None:
        room.timer = None
        self._begin(self._do(room, Tick(), None))

    def _begin(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        """Run something beside; what goes wrong in it is logged."""
        self._task(_logged(coroutine))

    def _task(self, coroutine: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._task_done)
        return task

    def _task_done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # if the client has gone, nobody else asks whether it was refused

    async def _sweep(self) -> None:
        """Drop what is quiet and give up what was forgotten, again and again."""
        looked = time.monotonic()
        while True:
            await asyncio.sleep(_SWEEP_EVERY)
            self.drop_quiet(QUIET)
            if time.monotonic() - looked > _FORGOTTEN_EVERY:
                looked = time.monotonic()
                await _logged(self.close_forgotten())

    async def close_forgotten(self) -> int:
        """Close tables that never began and at which nobody has been for a week; how many were looked at."""
        before = self.now() - FORGOTTEN
        found = await self._read(self.store.unchanged, "lobby", before, _FORGOTTEN_AT_ONCE, self._looked_at)
        # Tables that cannot be read here stay forgotten: those behind them must have their turn all the same.
        self._looked_at = found[-1] if len(found) == _FORGOTTEN_AT_ONCE else ""
        for table in found:
            await _logged(self._do(self._room(table), Tick(), None))
        return len(found)

    def drop_quiet(self, seconds: float) -> None:
        """Drop tables without a command for so long. Clients stay connected; a clock that runs keeps its table."""
        before = time.monotonic() - seconds
        for room in list(self._rooms.values()):
            if room.lock.locked() or room.used > before or room.timer is not None:
                continue
            if room.table is not None and room.table.bots_to_move():
                continue
            room.table = None
            if not room.connections:
                del self._rooms[room.id]


def _event_count(table: Table) -> int:
    return 0 if table.match is None else table.match.event_count


async def _logged(coroutine: Coroutine[Any, Any, Any]) -> None:
    try:
        await coroutine
    except StichwerkError as problem:
        log.warning("something at a table was put off: %s", problem.message)
    except Exception:
        log.exception("something at a table went wrong")
