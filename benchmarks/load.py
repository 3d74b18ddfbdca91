"""The table server under load: people at many tables over real WebSockets, with a durable database.

Server and generator share this machine. Throughput is compared with `echo_server.py`, a bare handler on the same
framework, driven by the same clients in the same run. A short one: ``python benchmarks/load.py --tables 50``.

Of several processes: ``--workers 4 --db postgresql://…`` (an empty database). What they use is told as a sum.
"""

import argparse
import asyncio
import contextlib
import functools
import gc
import resource
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from measured_servers import Running, echo_server, on_disk, table_server
from results_table import ResultsTable

from stichwerk.client import AtTable, Client, Pace, Refused, Seat, SeatWish
from stichwerk.protocol import messages
from stichwerk.protocol.messages import Move, News, Ready, Start, TableView

SEATS = 4
#: So long somebody at a table thinks about a move, in seconds, when people play and not programs.
THOUGHT = 5.0
#: So many tables are opened before memory is measured: what a process loads once belongs to no table.
FIRST = 20
#: So often table server and echo are measured in turn.
TURNS = 3


# ---------------------------------------------------------------- people at tables


@dataclass
class Times:
    """What was measured, in seconds."""

    acks: list[float] = field(default_factory=list)
    events: list[float] = field(default_factory=list)
    bytes_sent: list[int] = field(default_factory=list)
    counting: bool = False


class Party:
    """Four clients at a table, and one hand that plays for all: a move is on its way at any time, never two."""

    def __init__(self, links: list[AtTable], times: Times, seed: int, echo: bool) -> None:
        self.links, self.times, self.random, self.echo = links, times, Random(seed), echo
        self.moves = 0
        self.pause = 0.0
        self._heard = asyncio.Event()
        self._sent_at: dict[int, tuple[int, float]] = {}  # by the number of the fact: who has moved, and when
        self._early: dict[int, list[tuple[int, float]]] = {}
        for seat, link in enumerate(links):
            link.listeners.append(functools.partial(self._hear, seat))

    def _hear(self, seat: int, message: Any) -> None:
        if not isinstance(message, News):
            return
        self._heard.set()
        now, sent = time.perf_counter(), self._sent_at.get(message.seq)
        if sent is None:
            self._early.setdefault(message.seq, []).append((seat, now))
        elif sent[0] != seat and self.times.counting:
            self.times.events.append(now - sent[1])

    async def play(self) -> None:
        """Until it is cancelled; when a game is over, another begins."""
        turn = 0
        while True:
            self._heard.clear()
            if self.echo:
                turn = (turn + 1) % SEATS
                await self._ask(turn, Move, "bid:1")
            elif not await self._step():
                await self._heard.wait()
            if self.pause:
                await asyncio.sleep(self.pause * self.random.uniform(0.5, 1.5))

    async def _step(self) -> bool:
        """The next thing that somebody has to do; False if nobody has to."""
        newest = max(link.since or 0 for link in self.links)
        for seat, link in enumerate(self.links):
            view = link.view
            if view is None or (link.since or 0) < newest:
                continue
            if view.status == "cutting" and view.seats[seat].cut == "waiting":
                await self._ask(seat, messages.Cut, "")
            elif view.status == "over" and not view.seats[seat].ready:
                await self._ask(seat, messages.Rematch)
            elif view.play is not None and seat in view.play.table.waiting:
                await self._ask(seat, Move, self._choice(view))
            elif view.status == "playing" and view.play and not view.play.table.waiting and not view.seats[seat].ready:
                await self._ask(seat, Ready)
            else:
                continue
            return True
        return False

    def _choice(self, view: TableView) -> str:
        assert view.play is not None
        if view.play.to_lay:
            hand = view.play.table.places[view.you or 0].hand
            return "lay:" + ",".join(self.random.sample(hand, view.play.to_lay))
        return self.random.choice(view.play.legal)

    async def _ask(self, seat: int, kind: Any, *values: Any) -> None:
        """Ask, and note how long it takes; a round's few messages beside its moves cost as much, and count too."""
        began = time.perf_counter()
        try:
            ack = await self.links[seat].ask(kind, *values)
        except Refused:
            return
        if self.times.counting:
            self.times.acks.append(time.perf_counter() - began)
            self.moves += 1
            for other, at in self._early.get(ack.seq, ()):
                if other != seat:
                    self.times.events.append(at - began)
        self._early.clear()
        self._sent_at = {ack.seq: (seat, began)}


@contextlib.asynccontextmanager
async def parties(url: str, tables: int, times: Times, echo: bool = False) -> AsyncIterator[list[Party]]:
    """Tables with four clients each, connected; the games have begun."""
    client, few = Client(url), asyncio.Semaphore(20)

    async def seats() -> list[Seat]:
        if echo:
            name = f"T{next(_numbers)}"
            return [Seat(name, seat, "token") for seat in range(SEATS)]
        async with few:
            wish = {"pace": Pace(bots=0, grace=3600)}
            host = await client.open("rage", "Person 0", [SeatWish()] * (SEATS - 1), **wish)
            return [host, *[await client.join(f"Person {n}", code=host.code or "") for n in range(1, SEATS)]]

    async with contextlib.AsyncExitStack() as stack:

        async def sit(number: int) -> Party:
            links = [client.at(seat) for seat in await seats()]
            async with few:
                for link in links:
                    await stack.enter_async_context(link)
                if not echo:
                    await links[0].ask(Start)
                    for link in links:
                        await link.ask(messages.Cut, "")
            return Party(links, times, number, echo)

        yield list(await asyncio.gather(*(sit(number) for number in range(tables))))


_numbers = iter(range(10**9))


# ---------------------------------------------------------------- measuring


@dataclass
class Measured:
    """One run: moves per second, the times, and how busy server and generator were."""

    speed: float
    times: Times
    server_busy: float
    own_busy: float

    @property
    def per_move(self) -> float:
        """Milliseconds of the server's processor time for each move."""
        return 1000 * self.server_busy / self.speed if self.speed else float("nan")


async def measured(server: Running, people: list[Party], times: Times, seconds: float, rate: float = 0) -> Measured:
    """Let everybody play for a while: as fast as it goes, or at a rate."""
    for each in people:
        each.pause, each.moves = len(people) / rate if rate else 0.0, 0
    gc.collect()
    gc.disable()  # to look for garbage among thousands of clients, this program would stop for tenths of a second
    playing = [asyncio.create_task(each.play()) for each in people]
    await asyncio.sleep(seconds / 4)  # to warm up
    times.acks.clear()
    times.events.clear()
    times.counting = True
    began, cpu, own = time.perf_counter(), server.cpu, time.process_time()
    await asyncio.sleep(seconds)
    wall = time.perf_counter() - began
    times.counting = False
    gc.enable()
    found = Times(list(times.acks), list(times.events))
    moves = sum(each.moves for each in people)
    result = Measured(moves / wall, found, (server.cpu - cpu) / wall, (time.process_time() - own) / wall)
    for task in playing:
        task.cancel()
    for problem in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(problem, Exception):
            raise problem
    return result


def _ms(values: list[float], share: float) -> float:
    return float(np.quantile(values, share)) * 1000 if values else float("nan")


def _told(found: Measured) -> str:
    acks, events = found.times.acks, found.times.events
    return (
        f"ack p50 {_ms(acks, 0.5):.1f} p99 {_ms(acks, 0.99):.1f} ms, "
        f"event p50 {_ms(events, 0.5):.1f} p99 {_ms(events, 0.99):.1f} ms"
    )


async def throughput(
    report: ResultsTable, folder: Path, tables: int, seconds: float, db: str = "", workers: int = 1
) -> None:
    """Moves per second and latencies, against a handler that only echoes, in turn; and memory."""
    news: list[bytes] = []
    with table_server(db or folder / "load.db", workers) as server:
        times = Times()
        async with parties(server.url, FIRST, times):
            empty = server.memory
        async with parties(server.url, tables, times) as people:
            people[0].links[0].listeners.append(lambda message: _keep(news, message))
            full = server.memory
            fastest = await measured(server, people, times, seconds)
            half = await measured(server, people, times, seconds, fastest.speed / 2)
            thoughtful = await measured(server, people, times, seconds, tables / THOUGHT)
            at_most = server.memory
            usual = sorted(news, key=len)[len(news) // 2]  # of all that one client heard
            with echo_server(messages.encode(_welcome(people[0].links[0])), usual) as echo_process:
                echo_times = Times()
                async with parties(echo_process.url, FIRST, echo_times, echo=True):
                    bare = -echo_process.memory
                async with parties(echo_process.url, tables, echo_times, echo=True) as echoing:
                    bare += echo_process.memory
                    turns = [
                        (
                            await measured(server, people, times, seconds / 2),
                            await measured(echo_process, echoing, echo_times, seconds / 2),
                        )
                        for _ in range(TURNS)
                    ]
        await asyncio.sleep(1)
        left = server.memory
    report.add(f"{tables} tables × {SEATS} people: moves per second", f"{fastest.speed:,.0f}; {_told(fastest)}")
    report.add("how busy at that speed", _busy(fastest))
    p99 = _ms(half.times.acks, 0.99)
    report.add(f"at half of that ({half.speed:,.0f} per second)", _told(half), "p99 <= 60 ms", p99 <= 60)
    report.add(f"when people think ({thoughtful.speed:,.0f} per second)", _told(thoughtful))
    costs = [f"{each.per_move:.2f}" for each in (fastest, half, thoughtful)]
    what = "processor time per move, at full speed, half of it, and when people think"
    report.add(what, f"{', '.join(costs)} ms", "<= 0.45 ms", fastest.per_move <= 0.45)
    each = (full - empty - bare) / tables / 1024
    sockets = f"; its {SEATS} sockets on the bare handler {bare / tables / 1024:.0f} KB"
    report.add("memory per idle table", f"{each:.0f} KB{sockets}", "<= 40 KB", each <= 40)
    later = [f"{(memory - empty) / tables / 1024:.0f} KB" for memory in (at_most, left)]
    report.add("all together after many moves, and when all have left", ", ".join(later))
    speeds = [f"{own.speed:,.0f} and {echo.speed:,.0f}" for own, echo in turns]
    what = f"in turn with a bare echo of {len(usual):,} bytes of news (the median)"
    report.add(what, f"{'; '.join(speeds)} per second; the echo: {_busy(turns[-1][1])}")
    costs = [f"{own.per_move:.2f} and {echo.per_move:.2f}" for own, echo in turns]
    report.add("the same in processor time per move", f"{'; '.join(costs)} ms")
    share = statistics.median(own.speed / echo.speed for own, echo in turns)
    report.add("share of the bare echo's moves per second (the median)", f"{share:.0%}", ">= 60 %", share >= 0.6)


def _busy(found: Measured) -> str:
    return f"server {found.server_busy:.2f}, generator {found.own_busy:.2f} cores"


def _keep(news: list[bytes], message: Any) -> None:
    if isinstance(message, News):
        news.append(messages.encode(message))


def _welcome(link: AtTable) -> messages.Welcome:
    assert link.view is not None
    assert link.presence is not None
    return messages.Welcome(messages.VERSION, 1, 0, link.view, link.presence)


async def thinking(report: ResultsTable, folder: Path, tables: int, seconds: float) -> None:
    """How much a bot that thinks hard delays the moves at other tables."""
    with table_server(folder / "bots.db") as server:
        times = Times()
        async with parties(server.url, tables, times) as people:
            rate = 10.0 * tables
            alone = await measured(server, people, times, seconds, rate)
            client = Client(server.url)
            seat = await client.open("rage", "Anja", [SeatWish("bot", 5)] * 3, pace=Pace(bots=0))
            async with client.at(seat) as table:
                await table.ask(Start)
                random = Random(1)
                playing = asyncio.create_task(_again_and_again(table, random))
                beside = await measured(server, people, times, seconds, rate)
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
    before, after = _ms(alone.times.acks, 0.99), _ms(beside.times.acks, 0.99)
    told = f"p99 {before:.1f} ms alone, {after:.1f} ms beside"
    report.add("level 5 at another table", told, "<= 50 ms more", after - before <= 50)


async def _again_and_again(table: AtTable, random: Random) -> None:
    while True:
        await table.play(lambda view: random.choice(view.play.legal) if view.play else "")
        await table.ask(messages.Rematch)


async def fairness(report: ResultsTable, folder: Path, tables: int, seconds: float) -> None:
    """How long the bots of one table take, alone and beside many tables whose bots are of the highest level."""
    with table_server(folder / "fair.db") as server:
        async with contextlib.AsyncExitStack() as stack:
            found = [await _bots_of_one(server.url, level, seconds) for level in (3, 5)]
            playing = [await stack.enter_async_context(_strong_bots(server.url, seed)) for seed in range(tables)]
            await asyncio.sleep(seconds / 4)  # until they are all at it
            found += [await _bots_of_one(server.url, level, seconds) for level in (3, 5)]
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
    for level, alone, beside in zip((3, 5), found[:2], found[2:], strict=True):
        told = [f"p50 {_ms(each, 0.5):.0f} p95 {_ms(each, 0.95):.0f} ms" for each in (alone, beside)]
        usual = level == 3
        what = f"a bot's move, level {level}, alone and beside {tables} tables with level 5"
        met = _ms(beside, 0.95) <= 1000 if usual else None
        report.add(what, f"{told[0]}; {told[1]}", "p95 <= 1 s" if usual else "", met)


@contextlib.asynccontextmanager
async def _strong_bots(url: str, seed: int) -> AsyncIterator[asyncio.Task[None]]:
    """A table whose bots think as hard and as often as they can: the person there does not think at all."""
    client = Client(url)
    seat = await client.open("rage", "Anja", [SeatWish("bot", 5)] * (SEATS - 1), pace=Pace(bots=0))
    async with client.at(seat) as table:
        await table.ask(Start)
        yield asyncio.create_task(_again_and_again(table, Random(seed)))


async def _bots_of_one(url: str, level: int, seconds: float) -> list[float]:
    """How long each move of the bots takes at a table where a person thinks for a second or two."""
    client, random, times = Client(url), Random(level), list[float]()
    seat = await client.open("rage", "Bernd", [SeatWish("bot", level)] * (SEATS - 1), pace=Pace(bots=0))
    async with client.at(seat) as table:
        began: float | None = None

        def hear(message: Any) -> None:
            nonlocal began
            if isinstance(message, News):
                if began is not None:
                    times.append(time.perf_counter() - began)
                play = message.view.play
                awaited = bool(play and play.table.waiting and message.view.you not in play.table.waiting)
                began = time.perf_counter() if awaited else None

        async def choose(view: TableView) -> str:
            await asyncio.sleep(random.uniform(1, 2))
            return random.choice(view.play.legal) if view.play else ""

        table.listeners.append(hear)
        await table.ask(Start)
        playing = asyncio.create_task(table.play(choose))
        await asyncio.wait([playing], timeout=seconds)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    return times


def stored(report: ResultsTable, folder: Path, tables: int) -> None:
    """How long a server takes to start that has many tables stored."""
    from stichwerk.protocol.messages import NewTable
    from stichwerk.server.domain.decide import opened
    from stichwerk.server.domain.facts import encode
    from stichwerk.server.domain.index import row_of
    from stichwerk.server.domain.table import Table
    from stichwerk.server.store.log import Store

    with table_server(folder / "empty.db") as server:
        empty = server.seconds
    store = Store(f"sqlite:///{folder / 'many.db'}")
    for number in range(tables):
        table = Table(f"T{number:019}")
        fact = opened(table.id, NewTable("rage", "Anja", [SeatWish(), SeatWish()]), f"hash {number}", f"C{number:07}")
        table.apply(fact, number)
        done = store.append(table.id, 1, number, [encode(fact)], row_of(table))
    done.result()
    store.close()
    with table_server(folder / "many.db") as server:
        found = server.seconds
    what = f"from nothing to listening with {tables:,} stored tables"
    report.add(what, f"{found:.1f} s (with none {empty:.1f} s)", "<= 3 s", found <= 3)


def many_files() -> None:
    """Every client has a connection of its own."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def load(report: ResultsTable, tables: int = 500, seconds: float = 20.0, many: int = 10_000) -> None:
    """All of it."""
    many_files()
    with tempfile.TemporaryDirectory(dir=on_disk()) as folder:
        asyncio.run(throughput(report, Path(folder), tables, seconds))
        asyncio.run(thinking(report, Path(folder), max(1, min(20, tables // 4)), seconds / 2))
        asyncio.run(fairness(report, Path(folder), min(60, tables), 1.5 * seconds))
        stored(report, Path(folder), many)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--stored", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=1, help="processes; more than one needs --db")
    parser.add_argument("--db", default="", help="an empty database; with it only speed and memory are measured")
    asked = parser.parse_args()
    if asked.workers > 1 and not asked.db:
        parser.error("several processes need a PostgreSQL database: name an empty one with --db")
    if asked.db:
        many_files()
        with tempfile.TemporaryDirectory(dir=on_disk()) as scratch:
            asyncio.run(throughput(ResultsTable(), Path(scratch), asked.tables, asked.seconds, asked.db, asked.workers))
    else:
        load(ResultsTable(), asked.tables, asked.seconds, asked.stored)
