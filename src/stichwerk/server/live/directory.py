"""The directory: the way to all tables of a server, for those who come, play, watch and leave.

Behind it are the `Rooms` with what is loaded, the `CommandHandler` that changes tables, the `Queries` that only look,
and the `Sweeper`.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack

from stichwerk.play.record import read
from stichwerk.protocol import messages
from stichwerk.server.domain import facts, same_cards
from stichwerk.server.domain.commands import BotMove, Join, ServerChance, Tick
from stichwerk.server.domain.decide import check_invite, opened
from stichwerk.server.domain.table import Table
from stichwerk.server.domain.tokens import (
    Invite,
    Inviter,
    hashed,
    new_code,
    new_table_id,
    new_token,
    tidy_code,
    token_of,
)
from stichwerk.server.errors import BadWish, Conflict, NoEntry, NotNow, StoreError
from stichwerk.server.live.command_handler import TRIES, CommandHandler
from stichwerk.server.live.connection import Connection
from stichwerk.server.live.hinting import Hinting
from stichwerk.server.live.leadership import Leadership
from stichwerk.server.live.queries import Queries
from stichwerk.server.live.room import Room
from stichwerk.server.live.rooms import Rooms
from stichwerk.server.live.sweeper import Sweeper
from stichwerk.server.live.tasks import Tasks
from stichwerk.server.store.log import Store
from stichwerk.server.wire import outbox
from stichwerk.server.wire.telling import News

#: So many tables are handed over at once.
_AT_ONCE = 100


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Directory:
    """The tables of a server. Use it inside a running event loop; `close` it at the end, then the store."""

    def __init__(self, store: Store, now: Callable[[], int] = wall_clock, leadership: Leadership | None = None) -> None:
        self.now, self.tasks = now, Tasks()
        self.rooms = Rooms(store, now, self._look_at_the_clock, leadership)
        self.chance = ServerChance(store.receipt_key())
        self.commands = CommandHandler(self.rooms, self.tasks, self.chance)
        self.queries = Queries(self.rooms, now)
        self.sweeper = Sweeper(self.rooms, self.commands, now)
        self.hinting = Hinting()
        self._inviter = Inviter(store.invite_key())
        self._closing = False

    # ------------------------------------------------------------ coming to a table

    async def open(self, wish: messages.NewTable) -> messages.Seat:
        """Open a table; whoever does is its host."""
        self.commands.check_open()
        wish, known = await self._with_cards(wish)
        token = new_token()
        for _ in range(TRIES):  # until there is a code that nobody has
            table = Table(new_table_id())
            fact = opened(table.id, wish, hashed(token), new_code(), known)
            table.apply(fact, self.now())
            try:
                await self.commands.store(table, 1, [fact], True)
            except Conflict:
                continue
            room = self._room(table.id)
            room.table, room.told = table, table.seq
            return messages.Seat(table.id, 0, token, table.code)
        raise StoreError("no free code was found for the table: try again")

    async def _with_cards(self, wish: messages.NewTable) -> tuple[messages.NewTable, facts.KnownDeal | None]:
        """The wish as it is to be had, and the cards that others play too, if it is for such."""
        same = wish.same_cards
        if same is None:
            return wish, None
        if same.table is not None and same.game is not None:
            line = await self.queries.record(same.table, same.game)
            record = await asyncio.to_thread(read, line)  # it may be a long game
            return same_cards.of_game(wish, same.table, same.game, record)
        if same.day is None:
            raise BadWish("name the day, or the table and the game, whose cards you want")
        return same_cards.of_day(wish, same.day, self.now())

    async def join(self, wish: messages.JoinTable) -> messages.Seat:
        """Take a seat at a table, with an invite, a short code, or at a listed table with its id."""
        token = token_of(wish.secret)
        if wish.secret is not None and (had := await self._had_already(token)) is not None:
            return had
        room, join = await self._way_in(wish, hashed(token))
        await self.commands.do(room, join)
        return await self.queries.look(room.id, lambda table: _seat_taken(table, token))

    async def _had_already(self, token: str) -> messages.Seat | None:
        """The seat of somebody who did not hear that it is theirs, and asks once more."""
        found = await self.rooms.read(self.rooms.store.held, [hashed(token)])
        return await self.queries.look(found[0].table, lambda table: _seat_taken(table, token)) if found else None

    async def _way_in(self, wish: messages.JoinTable, token: str) -> tuple[Room, Join]:
        if wish.invite is not None:
            invite = self._inviter.read(wish.invite)
            return self._room(invite.table), Join(wish.name, token, invite.seat, invite.epoch, wish.seat, wish.face)
        if wish.code is not None:
            found = await self.rooms.read(self.rooms.store.table_of_code, tidy_code(wish.code))
            if found is None:
                raise NoEntry("there is no table with this code: it may have begun to play", "bad-code")
            return self._room(found), Join(wish.name, token, wish=wish.seat, face=wish.face)
        if wish.table is not None:
            if not await self.queries.look(wish.table, lambda table: table.listed):
                raise NoEntry("this table is private: ask for an invite", "private-table")
            return self._room(wish.table), Join(wish.name, token, wish=wish.seat, face=wish.face)
        raise NoEntry("to join a table you need an invite or a code", "bad-invite")

    async def invite(self, table: str, token: str, seat: int | None) -> messages.InviteLink:
        """An invite to a seat, or to any open one; only the host can ask for it."""

        def epoch(found: Table) -> int:
            if found.seat_of(hashed(token)) != found.host:
                raise NoEntry("only the host can invite", "only-host")
            if found.status != "lobby" and (seat is not None or not found.late_guests):
                raise NotNow("the game has begun: nobody can join any more", "already-begun")
            if seat is not None and (seat >= len(found.seats) or not found.seats[seat].open):
                raise NotNow("this seat is not open", "seat-taken")
            return found.epoch if seat is None else found.seats[seat].epoch

        return messages.InviteLink(self._inviter.signed(Invite(table, seat, await self.queries.look(table, epoch))))

    async def look(self, wish: messages.LookAtTable) -> messages.AtTheDoor:
        """A table as somebody sees it who may come in, with an invite or by its id."""
        if wish.invite is not None:
            invite = self._inviter.read(wish.invite)
            return await self.queries.look(invite.table, lambda table: _seen_with(table, invite))
        if wish.table is not None:
            return await self.queries.look(wish.table, lambda table: outbox.at_the_door(table, None))
        raise NoEntry("to look at a table you need an invite or its id", "bad-invite")

    async def connect(self, hello: messages.Hello, kind: Callable[..., Connection] = Connection) -> Connection:
        """Begin to watch a table or, with a token, to play. The first message is the welcome."""
        self.commands.check_open()
        if not messages.OLDEST <= hello.v <= messages.VERSION:
            raise NoEntry(f"this server speaks version {messages.VERSION}, not {hello.v}: reload", "bad-version")
        token = None if hello.token is None else hashed(hello.token)
        room = self._room(hello.table)
        async with room.lock:
            table = await self.rooms.loaded(room)
            seat = table.seat_of(token)
            connection = kind(room.id, token, self._ask, self._left, self.now, self._tell_whole)
            if token is not None:
                table.presence_of(token, True, self.rooms.time(table))
            room.connections.append(connection)
            try:
                await self.commands.carry_out(room, table, [])
            except BaseException:
                connection.close()
                raise
            present = outbox.presence(table, room.watching(table))
            room.tell_presence(table)
            welcome = outbox.welcome(table, seat, hello.since, self.rooms.time(table), present, hello.v)
            connection.greet(welcome, News(outbox.Moment(table, ())).told(seat))
        return connection

    # ------------------------------------------------------------ at a table

    async def ask(self, table: str, token: str, ask: messages.Ask) -> messages.Ack:
        """Do what somebody at the table asks for; answered when it is durable."""
        return await self._ask(table, hashed(token), ask)

    async def _ask(self, table: str, token: str | None, ask: messages.Ask) -> messages.Ack:
        room = self._room(table)
        seq = await self.commands.do(room, ask, token)
        if isinstance(ask, messages.Phrase):
            room.say(token, ask.which, self.now())
        elif isinstance(ask, messages.AskHint) and token is not None:
            self.tasks.begin(self.hinting.tell(room, token, ask.id, ask.move))
        return messages.Ack(ask.id, seq)

    async def _tell_whole(self, connection: Connection) -> None:
        room = self._room(connection.table)
        async with room.lock:
            room.tell_whole(await self.rooms.loaded(room), connection)

    async def bot_moves(self, table: str, seat: int, move: str, seen: int) -> None:
        """A bot's move, thought about since the fact ``seen``."""
        await self.commands.do(self._room(table), BotMove(seat, move, seen))

    def _look_at_the_clock(self, room: Room) -> None:
        self.tasks.begin(self.commands.do(room, Tick()))

    # ------------------------------------------------------------ leaving

    def _left(self, connection: Connection) -> None:
        """A connection was closed, from either side."""
        room = self.rooms.find(connection.table)
        if room is None or connection not in room.connections:
            return
        room.connections.remove(connection)
        if not self._closing:
            self.tasks.begin(self._see_who_left(room, connection))

    async def _see_who_left(self, room: Room, connection: Connection) -> None:
        async with room.lock:
            table = room.table
            if table is None:
                return
            others = [each for each in room.connections if each.token == connection.token]
            gone = connection.token is not None and not others
            if gone and table.presence_of(connection.token or "", False, self.rooms.time(table)):
                await self.commands.carry_out(room, table, [])
            room.tell_presence(table)

    async def hand_over(self) -> None:
        """Let others lead all tables, some at a time: from here they are gone before their clients are sent away."""
        rooms = list(self.rooms)
        for start in range(0, len(rooms), _AT_ONCE):
            some = rooms[start : start + _AT_ONCE]
            async with AsyncExitStack() as locks:
                for room in some:
                    await locks.enter_async_context(room.lock)
                await self.rooms.leadership.give_back([room.id for room in some])
                for room in some:
                    self.rooms.send_away(room)

    def lost(self, tables: Iterable[str]) -> None:
        """Others may lead these by now."""
        for table in tables:
            if (room := self.rooms.find(table)) is not None:
                self.tasks.begin(self._lost(room))

    async def _lost(self, room: Room) -> None:
        async with room.lock:
            if not self.rooms.leadership.sure_of(room.id):
                self.rooms.send_away(room)

    async def let_go(self, table: str) -> bool:
        """Let the process that asks lead a table that was opened here, if it has not begun and nobody is at it: it is
        best led where the first one sits down. Whether that was so.
        """
        room = self.rooms.find(table)
        if room is None or room.connections:
            return False
        async with room.lock:
            if room.connections or room.table is None or room.table.status != "lobby":
                return False
            room.table = None
            self.rooms.look_again(room, None)
            await self.rooms.leadership.give_back([table])
        return True

    async def lead(self, table: str) -> None:
        """Lead a table from now on; `LedElsewhere` if another process does."""
        if not self.rooms.leadership.sure_of(table):
            room = self._room(table)  # so that it is given back when nobody asks any more
            async with room.lock:
                if await self.rooms.leadership.lead(table):
                    room.table = None

    async def close(self) -> None:
        """Tell everybody that the server stops, and wait until all that was begun is stored."""
        self._closing = True
        self.commands.close()
        self.sweeper.stop()
        self.rooms.close()
        for room in self.rooms:
            async with room.lock:
                for connection in list(room.connections):
                    connection.end(messages.Closing("shutdown", "the server is restarting: connect again", again=True))
        await self.tasks.wait()
        self.hinting.close()
        self.rooms.stop_reading()

    def _room(self, table: str) -> Room:
        self.sweeper.start()
        return self.rooms.room(table)


def _seat_taken(table: Table, token: str) -> messages.Seat:
    """The seat that somebody has got, at once or with the next deal."""
    seat = table.place_of(hashed(token))
    assert seat is not None, "whoever has a token has a seat"
    return messages.Seat(table.id, seat, token, waits=table.seats[seat].token != hashed(token))


def _seen_with(table: Table, invite: Invite) -> messages.AtTheDoor:
    check_invite(table, invite.seat, invite.epoch)
    return outbox.at_the_door(table, invite.seat)
