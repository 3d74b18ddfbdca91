"""Clients for tests: people at a table who know nothing but the messages they get."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from random import Random
from typing import Any, Protocol

import msgspec

from stichwerk.protocol import messages
from stichwerk.protocol.changes import applied
from stichwerk.protocol.messages import Hello, JoinTable, Move, NewTable, Pace, Seat
from stichwerk.server.domain.table import Table
from stichwerk.server.live.connection import Connection
from stichwerk.server.live.directory import Directory
from support.server.sittings import BOT, OPEN, cut_of, play_of

from_server = msgspec.json.Decoder(messages.FromServer)


def in_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test inside an event loop, with half a minute at most."""

    @wraps(test)
    def run(*args: Any, **named: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **named), 60))

    return run


def seen_after(
    message: messages.News | messages.Changes, view: messages.TableView | None, since: int | None
) -> messages.TableView:
    """The table as somebody sees it who knew this view, and hears of something."""
    if isinstance(message, messages.News):
        return message.view
    assert view is not None
    assert message.after == since
    return applied(applied(view, message.changed), message.own)


async def next_of(connection: Connection, kind: type) -> Any:
    """The next message of this kind; others are skipped."""
    async with asyncio.timeout(20):  # not wait_for: that may swallow a cancellation
        while True:
            message = from_server.decode(await connection.next())
            if isinstance(message, kind):
                return message


def drained(connection: Connection) -> list[Any]:
    """All messages that wait."""
    found = [from_server.decode(data) for data in connection._waiting]
    connection._waiting.clear()
    return found


def loaded(directory: Directory, table: str) -> Table:
    """A table that the server has in memory."""
    found = directory.queries.in_memory(table)
    assert found is not None
    return found


class Way(Protocol):
    """Wherever a client can connect."""

    async def connect(self, hello: Hello) -> Connection:
        """Begin to watch a table, or to play."""


class Client:
    """A person at a table who plays at random whatever is legal, by nothing but messages."""

    def __init__(self, directory: Way, seat: Seat, seed: int = 0, version: int = messages.VERSION) -> None:
        self.directory, self.seat, self.random, self.version = directory, seat, Random(seed), version
        self.since: int | None = None
        self.ids = 0
        self.connection: Connection | None = None
        self.happenings: list[Any] = []
        self.view: messages.TableView | None = None

    @property
    def link(self) -> Connection:
        """The connection, where there must be one."""
        assert self.connection is not None
        return self.connection

    async def connect(self) -> None:
        hello = Hello(self.seat.table, self.version, self.seat.token, self.since)
        self.connection = await self.directory.connect(hello)
        welcome = await next_of(self.connection, messages.Welcome)
        if self.since is not None:
            self.happenings += welcome.missed
        self.since, self.view = welcome.seq, welcome.view

    async def send(self, kind: type, *values: Any) -> None:
        self.ids += 1
        await self.link.receive(messages.encode(kind(f"{self.seat.seat} {self.ids}", *values)))

    async def play(self) -> messages.TableView:
        """To the end of the game."""
        if self.connection is None or self.connection.closed:
            await self.connect()
        assert self.view is not None
        await self.act()
        while self.view.status != "over":
            message = from_server.decode(await self.link.next())
            if isinstance(message, (messages.News, messages.Changes)):
                assert self.since is not None
                assert message.seq > self.since
                self.since, self.view = message.seq, seen_after(message, self.view, self.since)
                self.happenings += message.happenings
                await self.act()
            elif isinstance(message, messages.Error):
                assert message.code in ("round-not-over", "not-your-turn", "too-late"), message
        return self.view

    async def act(self) -> None:
        view = self.view
        assert view is not None
        assert view.you is not None
        own = view.seats[view.you]
        if view.status == "cutting":
            if own.cut == "waiting":
                await self.send(messages.Cut, cut_of(f"salt {view.you}"))
            elif own.cut == "committed" and view.opening_cuts:
                await self.send(messages.OpenCut, f"salt {view.you}")
        elif view.status == "playing":
            waiting = play_of(view).table.waiting
            if not waiting and not own.ready:
                await self.send(messages.Ready)
            elif view.you in waiting:
                await self.send(Move, self.choice(view), self.since)

    def choice(self, view: messages.TableView) -> str:
        play = play_of(view)
        if play.to_lay:
            assert view.you is not None
            return "lay:" + ",".join(self.random.sample(play.table.places[view.you].hand, play.to_lay))
        return self.random.choice(play.legal)


async def gathered(directory: Directory, persons: int, wish: NewTable, version: int = messages.VERSION) -> list[Client]:
    """People at a new table, connected; the game is started."""
    seats = [await directory.open(wish)]
    for number in range(1, persons):
        seats.append(await directory.join(JoinTable(f"Person {number}", code=seats[0].code)))
    clients = [Client(directory, seat, number, version) for number, seat in enumerate(seats)]
    for client in clients:
        await client.connect()
    await clients[0].send(messages.Start, 1)
    return clients


def wish_for(kind: tuple[Any, ...], persons: int, **other: Any) -> NewTable:
    game_id, players, *options = kind
    seats = [OPEN] * (persons - 1) + [BOT] * (players - persons)
    return NewTable(game_id, "Anja", seats, options=dict(options), pace=Pace(bots=0.0), **other)
