"""A stormy evening: many tables at once, connections that break, messages sent twice, a store that fails now and then
(also after it has stored), tables dropped from memory. Every game ends, and every acknowledged move is in the log.
"""

import asyncio
from random import Random
from typing import Any

import pytest

from stichwerk.play.record import read
from stichwerk.play.verify import check
from stichwerk.protocol import messages
from stichwerk.server.domain import facts
from stichwerk.server.domain.table import Table
from stichwerk.server.errors import StoreError
from stichwerk.server.live import command_handler, rooms
from stichwerk.server.live import runner as runners
from stichwerk.server.live.connection import NoMoreMessages
from stichwerk.server.live.directory import Directory
from stichwerk.server.live.runner import Runner
from stichwerk.server.store.log import Store
from support.server.clients import Client, from_server, gathered, in_loop, seen_after, wish_for

KINDS = [
    (("null-nichtig", 3, ("rounds", 2)), 2),
    (("rage", 3, ("bidding", "simultaneous")), 3),
    (("rage", 2), 1),
    (("alles-oder-nichts", 4, ("rounds", 4)), 3),
]


class Stormy(Client):
    """A client whose network is bad. What was not acknowledged is sent again, with the same id."""

    def __init__(self, directory: Directory, seat: messages.Seat, seed: int) -> None:
        super().__init__(directory, seat, seed)
        self.open: dict[str, bytes] = {}
        self.acknowledged: list[tuple[str, int]] = []
        self.moves: set[str] = set()
        self.reconnects = 0

    async def send(self, kind: type, *values: Any) -> None:
        self.ids += 1
        name = f"{self.seat.seat} {self.ids}"
        self.open = {name: messages.encode(kind(name, *values))}
        if kind is messages.Move:
            self.moves.add(name)
        await self.post()

    async def post(self) -> None:
        """Send what is open: perhaps twice, perhaps not at all."""
        for data in list(self.open.values()):
            for _ in range(self.random.choice([0, 1, 1, 1, 2])):
                await self.link.receive(data)

    async def play(self) -> messages.TableView:
        while self.view is None or self.view.status != "over":
            try:
                if self.connection is None or self.connection.closed:
                    await self.connect()
                    self.reconnects += 1
                    await self.act()
                async with asyncio.timeout(0.15):
                    data = await self.link.next()
                message = from_server.decode(data)
                await self.hear(message)
            except TimeoutError:
                await self.post() if self.open else await self.act()
            except (NoMoreMessages, StoreError):
                self.connection = None
            if self.random.random() < 0.04 and self.connection is not None:
                self.connection.close()
        return self.view

    async def hear(self, message: Any) -> None:
        if isinstance(message, messages.News | messages.Changes):
            assert self.since is not None
            assert message.seq > self.since
            self.since, self.view = message.seq, seen_after(message, self.view, self.since)
            self.happenings += message.happenings
            await self.act()
        elif isinstance(message, messages.Ack):
            self.acknowledged.append((message.id, message.seq))
            self.open.pop(message.id, None)
        elif isinstance(message, messages.Error) and message.id is not None:
            if message.code.startswith("db-"):
                await asyncio.sleep(0.01)
                await self.post()
            else:
                self.open.pop(message.id, None)


def make_unreliable(store: Store, random: Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """Now and then the store fails: at once, or when it has stored already."""
    append = store.append_from_loop

    def unreliable(*values: Any, **named: Any) -> "asyncio.Future[None]":
        if random.random() > 0.03:
            return append(*values, **named)
        if random.random() < 0.5:
            store.append(*values, **named).exception()
        failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        failed.set_exception(StoreError("the disk has hiccups", "db-error"))
        return failed

    monkeypatch.setattr(store, "append_from_loop", unreliable)


@in_loop
async def test_a_stormy_evening(sqlite_url, open_store, monkeypatch):
    monkeypatch.setattr(runners, "_AFTER_TROUBLE", 0.02)
    for module in (command_handler, rooms):
        monkeypatch.setattr(module, "AFTER_TROUBLE", 0.03)
    random, store = Random(1), open_store(sqlite_url)
    directory = Directory(store)
    bots = Runner(directory, natural=lambda pace: random.random() * 0.005)
    tables = [await gathered(directory, persons, wish_for(kind, persons)) for kind, persons in KINDS]
    make_unreliable(store, random, monkeypatch)
    clients = [Stormy(directory, each.seat, 100 + each.seat.seat) for table in tables for each in table]

    async def forget() -> None:
        while True:
            await asyncio.sleep(0.05)
            directory.rooms.drop_quiet(0)

    forgetting = asyncio.ensure_future(forget())
    views = await asyncio.gather(*(client.play() for client in clients))
    forgetting.cancel()
    assert {view.status for view in views} == {"over"}
    assert sum(client.reconnects for client in clients) > 2 * len(clients)
    for client in clients:
        log = store.lines(client.seat.table)
        assert [line.seq for line in log] == list(range(1, len(log) + 1))
        played = {line.seq: facts.decode(line.fact) for line in log}
        granted = [(fact.id, seq) for seq, fact in played.items() if fact.by == client.seat.seat]
        assert len(dict(granted)) == len(granted), "nothing happens twice"
        moves = {name for name, seq in granted if isinstance(played[seq], facts.Moved)}
        for name, seq in client.acknowledged:
            assert dict(granted).get(name, seq) == seq
        assert len(moves & {name for name, _ in client.acknowledged}) > 5
        for name in client.moves & {name for name, _ in client.acknowledged}:
            assert name in moves, "what was acknowledged is there"
        check(read(await directory.queries.record(client.seat.table, 1)))
        assert Table.of(client.seat.table, log).status == "over"
    await bots.close()
    await directory.close()
