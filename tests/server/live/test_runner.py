"""Bots at the tables of a server: they play, they wait a moment, they hold up nobody, and never see the table."""

import asyncio
import threading
import time
from typing import Any

import numpy as np
import pytest

from stichwerk.protocol import messages
from stichwerk.protocol.messages import Hello, NewTable, Pace, SeatWish
from stichwerk.server.errors import StoreError
from stichwerk.server.live import runner
from stichwerk.server.live.directory import Directory
from stichwerk.server.live.runner import Runner, natural_moment, think
from support.server.clients import drained, in_loop, next_of
from support.server.sittings import BOT, OPEN, Sitting, play_of


@pytest.fixture
def store(sqlite_url, open_store):
    return open_store(sqlite_url)


async def table_with_bots(directory: Directory, level: int = 1, bots_there: int = 2, **pace):
    """A person with bots, at a game that has begun."""
    seats = [SeatWish("bot", level)] * bots_there
    wish = NewTable("alles-oder-nichts", "Anja", seats, pace=Pace(**{"bots": 0.0, **pace}))
    host = await directory.open(wish)
    connection = await directory.connect(Hello(host.table, token=host.token))
    await directory.ask(host.table, host.token, messages.Start("s"))
    await directory.ask(host.table, host.token, messages.Cut("c", ""))
    return host, connection


def test_a_bot_gets_what_its_seat_knows_and_a_copy():
    sitting = Sitting("rage", (OPEN, BOT)).join("Bernd").start()
    seat = sitting.match.waiting[0]
    known = sitting.match.knowledge(seat)
    known.copy().states["hand"][:] = 0
    assert known.states.tobytes() == sitting.match.knowledge(seat).states.tobytes()
    assert not np.shares_memory(known.states, sitting.match._engine.states)
    sitting.match.check(seat, think(known, 1))


def test_a_bot_that_fails_plays_at_random(monkeypatch, caplog):
    sitting = Sitting("rage", (OPEN, BOT)).join("Bernd").start()
    seat = sitting.match.waiting[0]
    real = runner._bot

    def broken(game, name):
        if name == "3":
            raise RuntimeError("out of order")
        return real(game, name)

    monkeypatch.setattr(runner, "_bot", broken)
    sitting.match.check(seat, think(sitting.match.knowledge(seat), 3))
    assert "plays at random" in caplog.text


def test_bots_take_their_time_but_not_in_step():
    moments = {natural_moment(2.0) for _ in range(50)}
    assert len(moments) > 40
    assert all(1 <= moment <= 3 for moment in moments)


@in_loop
async def test_bots_wait_as_long_as_the_table_wants(store):
    directory = Directory(store)
    bots = Runner(directory, natural=lambda pace: pace)
    start = time.monotonic()
    _, connection = await table_with_bots(directory, bots=0.5)
    while True:
        play = (await next_of(connection, messages.News)).view.play
        if play is not None and play.table.places[1].has_bid:
            break
    assert time.monotonic() - start >= 0.5
    await bots.close()
    await directory.close()


@in_loop
async def test_bots_go_on_when_the_store_is_well_again(store, monkeypatch):
    directory = Directory(store)
    host, _ = await table_with_bots(directory)
    monkeypatch.setattr(runner, "_AFTER_TROUBLE", 0.05)
    append = store.append_from_loop
    failed: list[Any] = []

    def sometimes(*values, **named):
        if len(failed) < 2:
            failed.append(values)
            raise StoreError("the database is locked", "db-locked")
        return append(*values, **named)

    monkeypatch.setattr(store, "append_from_loop", sometimes)
    bots = Runner(directory)
    await directory.connect(Hello(host.table, token=host.token))
    for _ in range(400):
        await asyncio.sleep(0.02)
        view = await directory.queries.view(host.table, host.token)
        bids = [place.has_bid for place in play_of(view).table.places]
        if all(bids[1:]):
            break
    assert failed
    assert bids == [False, True, True]
    await bots.close()
    await directory.close()


@in_loop
async def test_a_bot_that_thinks_holds_up_nobody(store):
    """While bots of the highest level think without a pause, another table is answered quickly."""
    directory = Directory(store)
    bots = Runner(directory)
    for _ in range(3):
        await table_with_bots(directory, level=5)
    host = await directory.open(NewTable("rage", "Anja", [OPEN] * 3))
    connection = await directory.connect(Hello(host.table, token=host.token))
    taken = []
    for number in range(150):
        start = time.perf_counter()
        await directory.ask(host.table, host.token, messages.SetSeat(str(number), 1, "bot", 1 + number % 5))
        taken.append(time.perf_counter() - start)
        drained(connection)
        await asyncio.sleep(0.002)
    assert bots.thinking or bots.moves
    assert np.quantile(taken, 0.95) < 0.25  # the benchmark measures it closely; here other tests run beside
    await bots.close()
    await directory.close()


@in_loop
async def test_no_bot_thinks_while_nobody_is_there(store):
    directory = Directory(store)
    bots = Runner(directory, natural=lambda pace: pace)
    _, connection = await table_with_bots(directory, bots=0.2)
    connection.close()
    await asyncio.sleep(0.5)
    assert bots.thinking == 0
    await bots.close()
    await directory.close()


@in_loop
async def test_a_table_does_not_wait_for_the_bots_of_all_others(store, monkeypatch):
    """Five tables have five slow bots each that all want to bid; the bot of one more is asked next all the same."""
    asked: list[int] = []
    thoughts = threading.Semaphore(0)  # how many may come to their end

    def slow(known, level, luck):
        asked.append(level)
        thoughts.acquire()
        time.sleep(0.01)
        return "bid:1"

    monkeypatch.setattr(runner, "think", slow)
    directory = Directory(store)
    bots = Runner(directory)
    for _ in range(5):
        await table_with_bots(directory, level=5, bots_there=5)
    thoughts.release(6)
    while len(asked) < 7:
        await asyncio.sleep(0.005)
    await table_with_bots(directory, level=1)
    await asyncio.sleep(0.01)
    thoughts.release(1)  # the one that is under way
    while len(asked) < 8:
        await asyncio.sleep(0.005)
    thoughts.release(100)
    assert asked == [5] * 7 + [1]
    await bots.close()
    await directory.close()
