"""Anything that can be asked of a table, at any time, by anybody: it is done or refused, and the log says the same."""

import asyncio
import logging
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from stichwerk.protocol import messages
from stichwerk.protocol.messages import Hello, JoinTable
from stichwerk.server.domain.index import row_from_log, row_of
from stichwerk.server.domain.table import Table
from stichwerk.server.errors import NoEntry
from stichwerk.server.live.connection import Connection
from stichwerk.server.live.directory import Directory
from stichwerk.server.live.runner import Runner
from support.server.clients import Client, drained, in_loop, loaded, seen_after, wish_for
from support.server.indexed import index_of
from support.server.sittings import cut_of

KINDS = [
    ("null-nichtig", 3, ("rounds", 1)),
    ("rage", 3, ("bidding", "secret")),
    ("alles-oder-nichts", 3, ("rounds", 2)),
]
#: More asks than that do not find more.
ASKS = 500
#: What brings a game forward is asked more often, or hardly any would get beyond its first moves.
COMMON = (messages.Move, messages.Cut, messages.OpenCut, messages.Ready, messages.TakeBack, messages.Rematch)
RARE = (messages.Leave, messages.RemoveSeat, messages.SetSeat)


def anything(random: Random, client: Client) -> messages.Ask:
    """Something to ask, mostly well-formed, seldom wise."""
    weights = [(4 if kind in COMMON else 0.2 if kind in RARE else 1) for kind in get_args(messages.Ask)]
    [kind] = random.choices(get_args(messages.Ask), weights)
    play = None if client.view is None else client.view.play
    legal = [*play.legal] if play is not None else []
    own = client.view.seats[client.view.you] if client.view is not None and client.view.you is not None else None
    values: dict[str, list[Any]] = {
        "move": [*legal, *legal, "lay:", "bid:99", "Z1", "\x00", ""],
        "seen": [None, None, client.since, 0, -1, 2**60],
        "commitment": ["", cut_of(f"salt {client.seat.seat}")],
        "salt": [f"salt {client.seat.seat}", "another", ""],
        "seat": [0, 1, 2, 3, 7, None],
        "kind": ["open", "bot"],
        "level": [1, 2],
        "which": ["hello", "nonsense"],
        "tutor": [False, True],
    }
    if play is not None and play.to_lay and own is not None and client.view is not None:
        hand = play.table.places[client.view.you or 0].hand
        values["move"].append("lay:" + ",".join(random.sample(hand, min(play.to_lay, len(hand)))))
    fields = [field.name for field in msgspec.structs.fields(kind) if field.name != "id"]
    ask: messages.Ask = kind(str(random.randrange(10 * ASKS)), *(random.choice(values[name]) for name in fields))
    return ask


def answer(client: Client, connection: Connection, asked: str) -> messages.Ack | messages.Error | None:
    """What was answered; on the way the client hears what is new."""
    found = None
    for message in drained(connection):
        if isinstance(message, messages.News | messages.Changes):
            client.since, client.view = message.seq, seen_after(message, client.view, client.since)
        elif isinstance(message, messages.Ack | messages.Error) and message.id in (asked, None):
            found = message
    return found


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", KINDS, ids=[kind[0] for kind in KINDS])
@in_loop
async def test_anything_at_any_time(sqlite_url, open_store, caplog, kind, seed):
    random = Random(seed)
    store = open_store(sqlite_url)
    directory = Directory(store)
    bots = Runner(directory, natural=lambda pace: 0)
    persons = 1 + seed % 2  # alone with bots, where moves can be taken back; and in company
    seats = [await directory.open(wish_for(kind, persons))]
    table = seats[0].table
    if persons == 2:
        seats.append(await directory.join(JoinTable("Bernd", code=seats[0].code)))
    clients = [Client(directory, seat, number) for number, seat in enumerate(seats)]
    granted: dict[tuple[int, str], int] = {}
    done: set[str] = set()
    for _ in range(ASKS):
        client = random.choice(clients)
        if client.connection is None or client.connection.closed:
            try:
                await client.connect()
            except NoEntry:  # the host has given the seat away
                clients.remove(client)
                continue
        ask = anything(random, client)
        data = messages.encode(ask)
        for _ in range(random.choice([1, 1, 1, 2])):
            await client.link.receive(data)
        told = answer(client, client.link, ask.id)
        assert told is not None or client.link.closed, ask
        if isinstance(told, messages.Ack):
            done.add(type(ask).__name__)
            granted[client.seat.seat, ask.id] = told.seq
        elif told is not None:
            assert told.code != "server-error", ask
        if random.random() < 0.02:  # the table is forgotten, and read from the log
            directory.rooms.drop_quiet(0)
        await asyncio.sleep(0.002)  # for the bots
    await bots.close()
    assert {"Move", "Start"} <= done
    live, lines = loaded(directory, table), store.lines(table)
    assert all(1 <= seq <= len(lines) for seq in granted.values())
    again = Table.of(table, lines)
    assert row_of(live) == row_of(again)
    index = index_of(sqlite_url)
    await asyncio.to_thread(store.rebuild_index, row_from_log)
    assert index_of(sqlite_url) == index
    tokens = [*(client.seat.token for client in clients), None]
    before = [await directory.queries.view(table, token) for token in tokens]
    await directory.close()
    fresh = Directory(store)
    assert [await fresh.queries.view(table, token) for token in tokens] == before
    watcher = await fresh.connect(Hello(table))
    await watcher.receive(messages.encode(messages.TakeBack("1")))
    assert isinstance(drained(watcher)[-1], messages.Error)
    await fresh.close()
    assert not [line for line in caplog.records if line.levelno >= logging.ERROR]
