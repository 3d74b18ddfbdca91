"""The playing field: PostgreSQL, some processes of a cluster, a proxy in front, people who play, and troubles that
come.
"""

import asyncio
import os
import re
import select
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Sequence
from pathlib import Path
from random import Random
from typing import Self

from stichwerk.client import Client
from stichwerk.server.store.log import Store
from support.chaos.checker import Verdict, call_witness
from support.chaos.people import Notes, play_again_and_again
from support.chaos.proxy import Proxy
from support.server.nest import LOOSE_CLOCK, Hatched
from support.server.postgres import Postgres, free_port

_LIMITS = ("--messages-per-second", "--requests-per-minute", "--tables-per-hour", "--sockets-per-address")


class Serving:
    """A process of the cluster, at a port that stays the same."""

    def __init__(self, url: str, folder: Path, port: int, arguments: Sequence[str] = ()) -> None:
        unlimited = [word for limit in _LIMITS for word in (limit, "0")]
        self._arguments = ["serve", "--db", url, "--proxy", "--port", str(port), *unlimited, *arguments]
        self.port, self._log = port, (folder / f"log-{port}").open("a+")
        self.process: Hatched | None = None
        self.frozen = False

    async def start(self) -> None:
        """Start, and wait until it listens."""
        process = Hatched(self._arguments, self._log)
        await asyncio.to_thread(select.select, [process.stdout], [], [], 60)
        said = await asyncio.to_thread(process.stdout.readline)
        assert re.search(r":\d+/", said), f"a process did not start: {said} {self.logged()}"
        self.process = process

    async def end(self, number: int) -> None:
        """Send it a signal, and wait until it is gone."""
        process = self.process
        assert process is not None
        self.process = None
        os.kill(process.pid, signal.SIGCONT)
        os.kill(process.pid, number)
        await asyncio.to_thread(process.wait, 60)
        process.stdout.close()

    def logged(self) -> str:
        """What it has said."""
        self._log.flush()
        return Path(self._log.name).read_text()


class Field:
    """Use it with ``async with``. ``seed``: of all that is left to chance here."""

    def __init__(
        self, folder: Path, processes: int, groups: int, seed: int, thinks: float = 0.05, standby: bool = False
    ) -> None:
        self._environment = dict(os.environ)
        os.environ["STICHWERK_CLUSTER_SECRET"] = "the secret of a playing field"
        os.environ[LOOSE_CLOCK] = "1"
        self.random, self.notes, self.done = Random(seed), Notes(), Counter[str]()
        self.events: list[tuple[float, str]] = []
        self._groups, self._thinks, self._over = groups, thinks, False
        self.postgres = Postgres()
        self.standby: Postgres | None = None
        url = self.postgres.new_database("chaos")
        if standby:
            self.standby = Postgres(standby_of=self.postgres)
            self.postgres.wait_for_standby()
            there = "&".join(f"host=127.0.0.1:{each.port}" for each in (self.postgres, self.standby))
            url = f"postgresql+psycopg://stichwerk@/chaos?{there}&target_session_attrs=read-write"
        self.store = Store(url)
        call_witness(self.store)
        self.servers = [Serving(url, folder, free_port()) for _ in range(processes)]
        self.proxy = Proxy(lambda: [each.port for each in self.servers], self.random)
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        await asyncio.gather(*(each.start() for each in self.servers))
        await self.proxy.open()
        client = Client(f"http://127.0.0.1:{self.proxy.port}")
        for _ in range(self._groups):
            random = Random(self.random.random())
            self._begin(play_again_and_again(client, self.notes, random, lambda: self._over, self._thinks))
        return self

    async def __aexit__(self, *problem: object) -> None:
        os.environ.clear()
        os.environ.update(self._environment)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.proxy.close()
        for each in self.servers:
            if each.process is not None:
                await each.end(signal.SIGKILL)
        self.store.close()
        for database in (self.postgres, self.standby):
            if database is not None:
                database.close()

    def _begin(self, play: Awaitable[None]) -> None:
        self._tasks.add(asyncio.ensure_future(play))

    async def finish(self, within: float = 120) -> Verdict:
        """Let all games that were begun come to their end; then look whether all was as it should be."""
        self._over = True
        _, still = await asyncio.wait(self._tasks, timeout=within)
        assert not still, f"{len(still)} groups are not done: {[each.logged()[-2000:] for each in self.servers]}"
        for task in self._tasks:
            task.result()
        return await asyncio.to_thread(Verdict, self.store, self.notes.acknowledged, self.notes.finished)

    def check_playing(self) -> None:
        """Raise what has gone wrong with anybody."""
        for task in self._tasks:
            if task.done():
                task.result()

    # ------------------------------------------------------------ troubles

    def some(self) -> Serving:
        """One of the processes that are there."""
        return self.random.choice([each for each in self.servers if each.process is not None and not each.frozen])

    def _note(self, what: str, who: Serving | None = None, times: int = 1) -> None:
        self.done[what] += times
        self.events.append((time.monotonic(), what if who is None else f"{what} {who.port}"))

    def before(self, at: float, seconds: float) -> list[str]:
        """What happened in a time that ended then, with how long before its end."""
        return [f"{at - when:.1f} {what}" for when, what in self.events if at - seconds - 1 < when < at]

    async def kill(self) -> None:
        """As if the power of one had failed; it is started again."""
        each = self.some()
        self._note("killed", each)
        await each.end(signal.SIGKILL)
        await each.start()
        self.events.append((time.monotonic(), f"there again {each.port}"))

    async def freeze(self, seconds: float | None = None) -> None:
        """One stands still for a while, and wakes up: before or after others believe that it is dead."""
        each = self.some()
        assert each.process is not None
        self._note("frozen", each)
        each.frozen = True
        os.kill(each.process.pid, signal.SIGSTOP)
        await asyncio.sleep(self.random.uniform(0.2, 8) if seconds is None else seconds)
        os.kill(each.process.pid, signal.SIGCONT)
        each.frozen = False
        self.events.append((time.monotonic(), f"woken {each.port}"))

    async def jump(self) -> None:
        """The clock of one is an hour wrong from now on, or right again."""
        each = self.some()
        assert each.process is not None
        self._note("clock jumped", each)
        os.kill(each.process.pid, signal.SIGUSR1)

    async def restart(self) -> None:
        """One is told to stop, and started again, as for an upgrade."""
        each = self.some()
        self._note("restarted", each)
        await each.end(signal.SIGTERM)
        await each.start()

    async def cut(self) -> None:
        """Connections end in the midst of a frame."""
        self._note("connections cut", times=5)
        self.proxy.cut(5)
        await asyncio.sleep(0.3)

    async def restart_proxy(self) -> None:
        """All connections end at once."""
        self._note("proxy restarted")
        await self.proxy.close()
        await asyncio.sleep(0.2)
        await self.proxy.open()

    async def restart_database(self) -> None:
        """PostgreSQL stops, in order or not, and starts again."""
        self._note("database restarted")
        await asyncio.to_thread(self.postgres.stop, self.random.choice(["fast", "immediate"]))
        await asyncio.sleep(self.random.uniform(0, 2))
        await asyncio.to_thread(self.postgres.start)

    async def fail_over(self) -> None:
        """The main database dies, and the standby takes its place for good."""
        if self.standby is None:
            return
        self._note("failed over to the standby")
        await asyncio.to_thread(self.postgres.stop, "immediate")
        await asyncio.sleep(0.5)
        await asyncio.to_thread(self.standby.promote)
        self.postgres.close()
        self.postgres, self.standby = self.standby, None
