"""Databases of old versions: every table is what it was, and is played on."""

import asyncio
import sqlite3
from contextlib import closing

import pytest
from msgspec import structs
from sqlalchemy import create_engine

from stichwerk.play.record import read
from stichwerk.play.verify import check
from stichwerk.protocol import messages
from stichwerk.protocol.messages import Hello, JoinTable, Seat
from stichwerk.server.domain import summaries
from stichwerk.server.domain.index import row_from_log
from stichwerk.server.errors import NotNow, UnknownTable
from stichwerk.server.live.directory import Directory
from stichwerk.server.live.queries import LISTED_FOR
from stichwerk.server.store import schema
from stichwerk.server.store.log import Store
from support.matches import with_new_options
from support.server.clients import Client, in_loop
from support.server.kept import STORED, Kept, kept_tables, left_at, shown

TABLES = kept_tables("v1")
#: A minute after the last of them was left.
NOW = left_at("v1") + 60_000


def old_directory(store: Store) -> Directory:
    return Directory(store, lambda: NOW)


def kept(what: str) -> Kept:
    return next(table for table in TABLES if table.what == what)


@in_loop
async def test_every_table_is_what_it_was(old_url, open_store):
    directory = old_directory(open_store(old_url))
    assert len(TABLES) == 33
    for table in TABLES:
        assert await directory.queries.look(table.id, shown) == table.shown, table.what
    await directory.close()


@in_loop
async def test_every_finished_game_gives_its_record_to_the_byte(old_url, open_store):
    directory = old_directory(open_store(old_url))
    count = 0
    for table in TABLES:
        for number, line in enumerate(table.records, 1):
            assert await directory.queries.record(table.id, number) == with_new_options(line), table.what
            check(read(line))
            count += 1
        going_on = table.shown["number"] > len(table.records)
        with pytest.raises(NotNow if going_on else UnknownTable):
            await directory.queries.record(table.id, len(table.records) + 1)
    assert count == 8
    await directory.close()


@in_loop
async def test_everybody_finds_their_seats(old_url, open_store):
    store = open_store(old_url)
    directory = old_directory(store)
    tokens = [token for table in TABLES for token in table.tokens if token is not None]
    mine = await directory.queries.mine(tokens)
    found = {(tokens[each.token], each.table.id, each.seat, each.table.status) for each in mine}
    assert found == {
        (token, table.id, seat, table.shown["status"])
        for table in TABLES
        for seat, token in enumerate(table.tokens)
        if token is not None
    }
    last = max(each.table.changed_at for each in mine)
    directory = Directory(store, lambda: last + LISTED_FOR // 2)
    listed = [table.id for table in TABLES if table.shown["listed"] and table.shown["status"] in ("lobby", "cutting")]
    assert set(listed) <= {each.id for each in await directory.queries.listed()}
    await directory.close()


def test_the_index_rebuilt_is_the_index(old_url, open_store):
    store = open_store(old_url)

    nothing = summaries.Summary("", "", "")

    def index() -> object:
        with create_engine(old_url).connect() as connection:
            rows = sorted(connection.execute(schema.tables.select()))
            # Newer rows tell the round, too, and are written anew with each deal.
            newer = {"round": None, "totals": (), "changed_at": 0}
            told = [structs.replace(summaries.decode(row.summary) or nothing, **newer) for row in rows]
            plain = [{**row._asdict(), "summary": None, "changed_at": 0} for row in rows]
            return list(zip(plain, told, strict=True)), sorted(connection.execute(schema.seats.select()))

    before = index()
    assert store.rebuild_index(row_from_log) == len(TABLES)
    assert index() == before


# ---------------------------------------------------------------- playing on


@in_loop
async def test_a_move_at_every_table_that_is_being_played(old_url, open_store):
    store = open_store(old_url)
    directory = old_directory(store)
    moved = 0
    for table in TABLES:
        waiting = [seat for seat in table.shown.get("play", {}).get("waiting", ()) if table.tokens[seat]]
        if not waiting:
            continue
        seat, token = waiting[0], table.tokens[waiting[0]]
        assert token is not None
        if table.shown["paused"]:
            await directory.ask(table.id, table.tokens[0] or "", messages.Resume("go on"))
        seen = table.shown["seen"][1 + seat]
        hand = seen["hands"][seat]
        move = "lay:" + ",".join(hand[: seen["to_lay"]]) if seen["to_lay"] else seen["legal"][0]
        ack = await directory.ask(table.id, token, messages.Move("my move", move))
        assert b"my move" in store.lines(table.id)[ack.seq - 1].fact
        moved += 1
    assert moved >= 12
    await directory.close()


@in_loop
async def test_a_lobby_is_joined_and_a_cut_is_opened(old_url, open_store):
    directory = old_directory(open_store(old_url))
    for game in ("null-nichtig", "rage", "alles-oder-nichts"):
        lobby = kept(f"{game}: lobby")
        joined = await directory.join(JoinTable("Dieter", code=lobby.shown["code"]))
        assert joined.table == lobby.id
        opening = kept(f"{game}: opening the cuts")
        connection = await directory.connect(Hello(opening.id, token=opening.tokens[0]))
        await directory.ask(opening.id, opening.tokens[0] or "", messages.OpenCut("my salt", "for two"))
        view = await directory.queries.view(opening.id)
        assert (view.status, view.seats[0].salt, view.seats[2].salt) == ("playing", "for two", "日本")
        connection.close()
    await directory.close()


@pytest.mark.parametrize("game", ["null-nichtig", "rage", "alles-oder-nichts"])
@in_loop
async def test_a_game_is_played_to_its_end(old_url, open_store, game):
    directory = old_directory(open_store(old_url))
    table = kept(f"{game}: choosing in secret")
    clients = [Client(directory, Seat(table.id, seat, token), seat) for seat, token in enumerate(table.tokens) if token]
    for client in clients:
        client.ids = 10_000
        await client.connect()
    views = await asyncio.gather(*(client.play() for client in clients))
    assert {view.status for view in views} == {"over"}
    check(read(await directory.queries.record(table.id, 1)))
    await directory.close()


def test_old_invites_stay_valid(old_url, open_store):
    with closing(sqlite3.connect(STORED / "v1.sqlite")) as kept_database:
        [[key]] = kept_database.execute("SELECT value FROM settings")
    assert open_store(old_url).invite_key() == key
