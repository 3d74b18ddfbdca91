"""What a move costs with several processes: the processor time of all servers together, for the same people at the same
tables, with one process, with one that is a member of a cluster, and with more, where most connections are relayed.

``python benchmarks/processes.py --tables 40 --seconds 15``. PostgreSQL's own time is not counted: it is the same.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
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


def processor_seconds(servers: list[Serving]) -> float:
    """What all of them have used so far."""
    found = 0
    for each in servers:
        assert each.process is not None
        told = Path(f"/proc/{each.process.pid}/stat").read_text().rpartition(")")[2].split()
        found += int(told[11]) + int(told[12])
    return found / _TICKS


class Players:
    """People at tables, each at a process of chance."""

    def __init__(self, ports: list[int], tables: int, thinks: float, random: Random) -> None:
        self._clients = [Client(f"http://127.0.0.1:{port}") for port in ports]
        self._tables, self._thinks, self._random = tables, thinks, random
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
            async with asyncio.TaskGroup() as group:
                for seat in seats:
                    group.create_task(self._person(choice(self._clients).at(seat), seat.seat))

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
    postgres: Postgres, processes: int, secret: str, asked: argparse.Namespace
) -> tuple[float, float, float]:
    """Moves in a second, milliseconds of processor time for each, and for each second in which nobody plays."""
    os.environ["STICHWERK_CLUSTER_SECRET"] = secret
    url = postgres.new_database(f"measured_{time.monotonic_ns()}")
    folder = Path(tempfile.mkdtemp(prefix="stichwerk-processes-"))
    servers = [Serving(url, folder, free_port()) for _ in range(processes)]
    for each in servers:
        await each.start()
    await asyncio.sleep(1)
    began, used = time.monotonic(), processor_seconds(servers)
    await asyncio.sleep(asked.idle)
    idle = (processor_seconds(servers) - used) / (time.monotonic() - began)
    players = Players([each.port for each in servers], asked.tables, asked.thinks, Random(asked.seed))
    playing = asyncio.create_task(players.play())
    await asyncio.sleep(asked.warm)
    began, used, moves = time.monotonic(), processor_seconds(servers), players.moves
    await asyncio.sleep(asked.seconds)
    seconds, used, moves = time.monotonic() - began, processor_seconds(servers) - used, players.moves - moves
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    for each in servers:
        await each.end(15)
    return moves / seconds, 1000 * (used - idle * seconds) / moves, 1000 * idle


async def run(asked: argparse.Namespace) -> None:
    """Measure, and print."""
    postgres = Postgres()
    try:
        first = 0.0
        for what, processes, secret in (
            ("one process, alone", 1, ""),
            ("one member of a cluster", 1, "a secret of benchmarks"),
            ("2 processes", 2, "a secret of benchmarks"),
            ("4 processes", 4, "a secret of benchmarks"),
        ):
            rate, cost, idle = await measured(postgres, processes, secret, asked)
            first = first or cost
            told = f"{rate:.0f} moves/s, {cost:.3f} ms each ({cost / first - 1:+.0%}); idle, {idle:.0f} ms per second"
            print(f"{what}: {told}", flush=True)
    finally:
        postgres.close()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--warm", type=float, default=5)
    parser.add_argument("--idle", type=float, default=5)
    parser.add_argument("--thinks", type=float, default=0.25)
    parser.add_argument("--seed", type=int, default=1)
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
