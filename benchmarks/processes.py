"""What a move costs with several processes: the processor time of all servers together, in every way in which
connections can come to them. Each is compared with one process alone that serves the same people, and with one that has
as much to do as each of the several: a process that is seldom asked pays more for a move, with others beside it or not.

``python benchmarks/processes.py --only workers-2 workers-4``. PostgreSQL's own time is not counted: it is the same.
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from stichwerk.client import AtTable, Client, Pace, SeatWish
from stichwerk.protocol.messages import Start, TableView

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.chaos.field import Serving
from support.server.postgres import Postgres, free_port
from support.server.running import at_random

SEATS = 4
_TICKS = os.sysconf("SC_CLK_TCK")
_SECRET = "a secret of benchmarks"


@dataclass(frozen=True)
class Way:
    """How many processes there are, and which of them a connection for a table comes to."""

    name: str
    ports: int = 1
    secret: str = ""
    workers: int = 1
    by_table: bool = False

    @property
    def processes(self) -> int:
        """How many serve."""
        return self.ports * self.workers


WAYS = {
    "alone": Way("one process, alone"),
    "member": Way("one member of a cluster", secret=_SECRET),
    "workers-2": Way("--workers 2", workers=2),
    "workers-4": Way("--workers 4", workers=4),
    "by-table-2": Way("2 processes, the proxy goes by table", 2, _SECRET, by_table=True),
    "by-table-4": Way("4 processes, the proxy goes by table", 4, _SECRET, by_table=True),
    "chance-2": Way("2 processes, the proxy goes by chance", 2, _SECRET),
    "chance-4": Way("4 processes, the proxy goes by chance", 4, _SECRET),
}


def processor_seconds(pids: list[int]) -> list[float]:
    """What each process has used so far."""
    found = []
    for pid in pids:
        told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        found.append((int(told[11]) + int(told[12])) / _TICKS)
    return found


def children_of(pid: int) -> list[int]:
    """The processes that this one has started."""
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


class Players:
    """People at tables."""

    def __init__(self, way: Way, ports: list[int], tables: int, thinks: float, random: Random) -> None:
        self._clients = [Client(f"http://127.0.0.1:{port}") for port in ports]
        self._way, self._tables, self._thinks, self._random = way, tables, thinks, random
        self.moves = 0

    async def play(self) -> None:
        """Until cancelled."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._tables):
                group.create_task(self._table())

    async def _table(self) -> None:
        choice = self._random.choice
        while True:
            host = await choice(self._clients).open(
                "rage", "Person 0", [SeatWish("open")] * (SEATS - 1), pace=Pace(bots=0, grace=600)
            )
            code = host.code or ""
            seats = [host, *[await choice(self._clients).join(f"Person {n}", code=code) for n in range(1, SEATS)]]
            hashed = self._clients[sum(host.table.encode()) % len(self._clients)]
            some: Callable[[], Client] = (lambda: hashed) if self._way.by_table else (lambda: choice(self._clients))  # noqa: B023
            async with asyncio.TaskGroup() as group:
                for seat in seats:
                    group.create_task(self._person(some().at(seat), seat.seat))

    async def _person(self, at: AtTable, seat: int) -> None:
        choose, random = at_random(self._random.random()), Random(self._random.random())

        async def slowly(view: TableView) -> str:
            await asyncio.sleep(random.expovariate(1 / self._thinks))
            self.moves += 1
            return choose(view)

        async with at as table:
            if seat == 0:
                while table.presence is None or sum(table.presence.here) < SEATS:
                    await asyncio.sleep(0.02)
                await table.ask(Start)
            await table.play(slowly)


async def measured(
    postgres: Postgres, way: Way, asked: argparse.Namespace, tables: int
) -> tuple[float, float, float, float]:
    """Moves in a second, milliseconds of processor time for each, and for each second in which nobody plays; the share
    of the process that had most to do.
    """
    os.environ["STICHWERK_CLUSTER_SECRET"] = way.secret
    url = postgres.new_database(f"measured_{time.monotonic_ns()}")
    folder = Path(tempfile.mkdtemp(prefix="stichwerk-processes-"))
    arguments = ["--workers", str(way.workers)] if way.workers > 1 else []
    servers = [Serving(url, folder, free_port(), arguments) for _ in range(way.ports)]
    for each in servers:
        await each.start()
    pids = [each.process.pid for each in servers if each.process is not None]
    if way.workers > 1:
        pids += children_of(pids[0])
    await asyncio.sleep(1)
    began, used = time.monotonic(), processor_seconds(pids)
    await asyncio.sleep(asked.idle)
    idle = (sum(processor_seconds(pids)) - sum(used)) / (time.monotonic() - began)
    players = Players(way, [each.port for each in servers], tables, asked.thinks, Random(asked.seed))
    playing = asyncio.create_task(players.play())
    await asyncio.sleep(asked.warm)
    began, used, moves = time.monotonic(), processor_seconds(pids), players.moves
    await asyncio.sleep(asked.seconds)
    each_used = [now - before for now, before in zip(processor_seconds(pids), used, strict=True)]
    seconds, moves = time.monotonic() - began, players.moves - moves
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    for each in servers:
        await each.end(15)
    cost = 1000 * (sum(each_used) - idle * seconds) / moves
    return moves / seconds, cost, 1000 * idle, max(each_used) / sum(each_used)


async def run(asked: argparse.Namespace) -> None:
    """Measure in turn, and print: each time beside one process alone in the same turn, and at last the medians."""
    postgres = Postgres()
    names = [each for each in asked.only or WAYS if each != "alone"]
    more: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    try:
        for _ in range(asked.times):
            alone: dict[int, float] = {}  # by how many share the people
            for name in names:
                way = WAYS[name]
                for among in {1, way.processes} - set(alone):
                    cost, told = await told_of(postgres, WAYS["alone"], asked, asked.tables // among)
                    alone[among] = cost
                    print(f"one process, alone, 1/{among} of the people: {told}", flush=True)
                cost, told = await told_of(postgres, way, asked, asked.tables)
                more[name].append((cost / alone[way.processes] - 1, cost / alone[1] - 1))
                equal, same = more[name][-1]
                print(f"{way.name}: {told}; {equal:+.0%} of one with as much to do, {same:+.0%} of one that has all")
    finally:
        postgres.close()
    for name in names:
        equal, same = map(statistics.median, zip(*more[name], strict=True))
        print(
            f"{WAYS[name].name}: {equal:+.0%} of one process with as much to do, {same:+.0%} of one that has all of it "
            f"(medians of {asked.times})"
        )


async def told_of(postgres: Postgres, way: Way, asked: argparse.Namespace, tables: int) -> tuple[float, str]:
    """What a move costs, and in words."""
    rate, cost, idle, share = await measured(postgres, way, asked, tables)
    return cost, f"{rate:.0f} moves/s, {cost:.3f} ms each; idle, {idle:.0f} ms/s; {share:.0%} of it by one process"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--warm", type=float, default=5)
    parser.add_argument("--idle", type=float, default=5)
    parser.add_argument("--thinks", type=float, default=0.25)
    parser.add_argument("--times", type=int, default=3, help="in turn; from one time to the next it differs by a third")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=WAYS, help="these ways, each compared with one process alone")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
