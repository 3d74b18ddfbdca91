"""The coach at a server: how long people wait for a hint and a review, and for their moves while reviews are made.

People play at a few tables at the pace of an evening, first alone, then while others have their finished games
reviewed. All of it goes over real sockets to a server in a process of its own.
"""

import asyncio
import tempfile
import threading
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple
from urllib.request import urlopen

import msgspec
from load import Measured, Times, measured, parties
from measured_servers import Running, table_server

from stichwerk.bots import bot
from stichwerk.client import AtTable, Client, Pace, SeatWish
from stichwerk.play.bot_player import BotPlayer
from stichwerk.play.match import Match
from stichwerk.protocol.messages import AskHint, GameReview, Hints, Start, TableView
from stichwerk.review.plan import ReviewPlan
from stichwerk.review.run import review_steps

GAME, LEVEL = "rage", 2
#: Games to be reviewed, tables that play meanwhile with so many moves a second in all, and for how long.
REVIEWS, TABLES, RATE, SECONDS = 4, 10, 30.0, 15.0
#: How often a review and its absence take turns.
WAKES = 4
GOAL_HINT, GOAL_FIRST, GOAL_REVIEW, GOAL_P99 = 0.3, 2.0, 20.0, 0.020


def coach_server(report: Any) -> None:
    """Hints, reviews, and moves beside them."""
    _wakes(report)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(report, Path(folder)))


async def _measure(report: Any, folder: Path) -> None:
    with table_server(folder / "coach.db") as server:
        waits: list[float] = []
        games = await asyncio.gather(*(_game(Client(server.url), waits, number) for number in range(REVIEWS)))
        hint = f"{1000 * median(waits):.0f} ms (longest {1000 * max(waits):.0f}, {len(waits)} asked for)"
        report.add(f"a hint in {GAME}, over the socket, median", hint, "<= 300 ms", median(waits) <= GOAL_HINT)
        first, whole = await _review(server, games[0])
        report.add(f"a review of {GAME} for four: first round", str(first), "<= 2 s", first.processor <= GOAL_FIRST)
        report.add(f"a review of {GAME} for four: all of it", str(whole), "<= 20 s", whole.processor <= GOAL_REVIEW)
        times = Times()
        async with parties(server.url, TABLES, times) as people:
            alone = await measured(server, people, times, SECONDS, RATE)
            reviewing = [asyncio.create_task(_review(server, table)) for table in games[1:]]
            beside = await measured(server, people, times, SECONDS, RATE)
            for task in reviewing:
                task.cancel()
        report.add(f"moves at {TABLES} tables, nothing else going on", _told(alone))
        later = _p99(beside) - _p99(alone)
        report.add(
            f"the same while {REVIEWS - 1} reviews are made",
            f"{_told(beside)}; p99 later by {1000 * later:.1f} ms",
            "<= 20 ms",
            later <= GOAL_P99,
        )


def _wakes(report: Any) -> None:
    """How late a thread wakes up that has the interpreter in common with a review, as the event loop has: in turn with
    the same without a review, for a busy machine makes everybody late.
    """
    match = Match.new(GAME, {}, ("Anja", "Bernd", "Claudia", "Dieter"), seed="coach")
    player = BotPlayer(bot(LEVEL, GAME))
    while not match.finished:
        if match.between_rounds:
            match.deal()
        match.play(match.waiting[0], player.move(match.knowledge(match.waiting[0])))
    record = match.record()
    list(review_steps(record, plan=ReviewPlan(work=1, deals=2)))  # loads the compiled code
    alone: list[float] = []
    beside: list[float] = []
    for _ in range(WAKES):
        alone += _late()
        stop = threading.Event()
        review = threading.Thread(target=_until, args=(stop, record))
        review.start()
        beside += _late()
        stop.set()
        review.join()
    late, before = (1000 * sorted(each)[int(0.99 * len(each))] for each in (beside, alone))
    told = f"{late:.1f} ms (without: {before:.1f})"
    report.add("how late the event loop wakes beside a review, p99", told, "<= 20 ms more", late - before <= 20)


def _late() -> list[float]:
    found, end = [], time.perf_counter() + 3.0
    while (began := time.perf_counter()) < end:
        time.sleep(0.002)
        found.append(time.perf_counter() - began - 0.002)
    return found


def _until(stop: threading.Event, record: Any) -> None:
    while not stop.is_set():
        for _ in review_steps(record):
            if stop.is_set():
                return


def _told(found: Measured) -> str:
    acks = sorted(found.times.acks)
    return f"p50 {1000 * acks[len(acks) // 2]:.1f} p99 {1000 * _p99(found):.1f} ms of {len(acks)}"


def _p99(found: Measured) -> float:
    acks = sorted(found.times.acks)
    return acks[int(0.99 * len(acks))]


async def _game(client: Client, waits: list[float], number: int) -> str:
    """A whole game with three bots; its table. Some hints are asked for on the way."""
    random = Random(number)
    host = await client.open(GAME, "Person", [SeatWish("bot", LEVEL)] * 3, pace=Pace(bots=0))
    async with client.at(host) as table:
        await table.ask(Start)

        async def choose(view: TableView) -> str:
            assert view.play is not None
            if number == 0 and len(view.play.legal) > 1 and random.random() < 0.4:
                waits.append(await _hint(table))
            return random.choice(view.play.legal)

        await table.play(choose)
    return host.table


async def _hint(table: AtTable) -> float:
    told = asyncio.Event()

    def hear(message: Any) -> None:
        if isinstance(message, Hints):
            told.set()

    table.listeners.append(hear)
    began = time.perf_counter()
    await table.ask(AskHint)
    await told.wait()
    table.listeners.remove(hear)
    return time.perf_counter() - began


class Took(NamedTuple):
    """How long something took: on the clock, and of the server's processor, which is what the clock says on a machine
    that does nothing else.
    """

    clock: float
    processor: float

    def __str__(self) -> str:
        return f"{self.processor:.1f} s of the processor ({self.clock:.1f} by the clock)"


async def _review(server: Running, table: str) -> tuple[Took, Took]:
    """How long until the first round is there, and all of it; asked for as the browser does."""
    began, busy, first, after = time.perf_counter(), server.cpu, None, 0
    while True:
        found = await asyncio.to_thread(_asked, f"{server.url}/api/tables/{table}/games/1/review?after={after}")
        took = Took(time.perf_counter() - began, server.cpu - busy)
        if found.rounds:
            first, after = first or took, found.rounds[-1].round
        if found.whole:
            return first or took, took
        await asyncio.sleep(1.2 if after else 0.4)


def _asked(address: str) -> GameReview:
    with urlopen(address) as answer:
        return msgspec.json.decode(answer.read(), type=GameReview)


if __name__ == "__main__":
    from results_table import ResultsTable

    coach_server(ResultsTable())
