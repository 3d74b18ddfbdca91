"""A server in a process of its own, and people who play at it over real sockets."""

import asyncio
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from random import Random
from typing import Any

from stichwerk.client import AtTable, Client, Pace, Seat, SeatWish
from stichwerk.protocol.messages import Start, TableView
from support.server.nest import Hatched

OPEN = SeatWish("open")
QUICK = Pace(bots=0)


def in_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test inside an event loop, with a minute at most."""

    @wraps(test)
    def run(*args: Any, **named: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **named), 60))

    return run


def patiently(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """The same, with three minutes at most: for tests that start one server after the other."""

    @wraps(test)
    def run(*args: Any, **named: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **named), 180))

    return run


class Running:
    """``stich serve`` in a process of its own. Used with ``with``, it is gone afterwards."""

    def __init__(self, db: Path | str, *arguments: str, port: int = 0, before: str = "", **environment: str) -> None:
        self.db, self.arguments, self.port, self.before = db, arguments, port, before
        self.environment = environment
        self.said = ""
        self.start()

    def start(self) -> None:
        """Start, and wait until it listens; a second time on the same port."""
        database = [] if "STICHWERK_DB" in self.environment else ["--db", str(self.db)]
        arguments = ["serve", "--port", str(self.port), *database, *self.arguments]
        self.log = (Path(self.db).parent / f"log-{time.monotonic_ns()}").open("w+")
        self.process = self._process(arguments)
        assert self.process.stdout is not None
        select.select([self.process.stdout], [], [], 60)
        self.said = self.process.stdout.readline()
        found = re.search(r":(\d+)/", self.said)
        assert found, f"the server did not start: {self.said} {self.logged()}"
        self.port = int(found[1])

    def _process(self, arguments: list[str]) -> "subprocess.Popen[str] | Hatched":
        if not self.before and not self.environment:
            return Hatched(arguments, self.log)
        program = f"import sys; {self.before or 'pass'}; from stichwerk.cli.main import main; sys.exit(main())"
        return subprocess.Popen(
            [sys.executable, "-c", program, *arguments],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            env={**os.environ, **self.environment},
        )

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def client(self) -> Client:
        return Client(self.url)

    def kill(self) -> None:
        """As if the power had failed."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """As a service manager does it; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)

    def logged(self) -> str:
        """All that the server has written to stderr since it was started."""
        self.log.flush()
        return Path(self.log.name).read_text()

    def memory(self) -> int:
        """Bytes of memory in use."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return 1024 * next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:"))

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *problem: object) -> None:
        if self.process.poll() is None:
            self.kill()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.log.close()


async def seated(client: Client, game: str, people: int, **wish: Any) -> list[Seat]:
    """People at a new table, the host first; nobody has begun."""
    wish = {"pace": QUICK, **wish}
    host = await client.open(game, "Person 0", [OPEN] * (people - 1), **wish)
    others = [await client.join(f"Person {number}", code=host.code or "") for number in range(1, people)]
    return [host, *others]


def at_random(seed: object) -> Callable[[TableView], str]:
    """Somebody who plays whatever is legal."""
    random = Random(str(seed))

    def choose(view: TableView) -> str:
        assert view.play is not None
        if view.play.to_lay:
            hand = view.play.table.places[view.you or 0].hand
            return "lay:" + ",".join(random.sample(hand, view.play.to_lay))
        return random.choice(view.play.legal)

    return choose


async def play_out(client: Client, seats: list[Seat], seed: object = 0) -> list[TableView]:
    """Everybody connects, the host begins, and they play to the end."""

    async def play(seat: Seat) -> TableView:
        async with client.at(seat) as table:
            if seat.seat == 0:
                await begin(table, len(seats))
            return await table.play(at_random(f"{seed} {seat.seat}"))

    return await asyncio.gather(*(play(seat) for seat in seats))


async def begin(table: AtTable, people: int) -> None:
    """Start as soon as everybody is there, so that nobody's cut is missed."""
    while table.presence is None or sum(table.presence.here) < people:
        await asyncio.sleep(0.01)
    await table.ask(Start)
