"""How long the event loop of a server is busy at a time, told by the server itself while it is under attack.

A timer ticks every millisecond, and can only do so between two turns of the loop: what lies between two ticks is about
one turn. Of each turn two times are kept: the one on the clock, and the one that the loop itself was computing. What is
between them is not the server's: it waited for a core, because others had all of them.
"""

import asyncio
import time
from pathlib import Path
from typing import Any

_TICK = 0.001
_TOLD_EVERY = 0.25


def install(where: str) -> None:
    """Watch the loop of the server that will be started in this process; ``where``: a file for what is found."""
    from stichwerk.server.web.serving import Server

    start = Server.startup

    async def startup(self: Server, *args: Any, **named: Any) -> None:
        await start(self, *args, **named)
        Probe(Path(where)).tick()

    Server.startup = startup  # type: ignore[method-assign]


def program(where: Path) -> str:
    """What a server has to run first to be watched."""
    return f"sys.path.insert(0, {str(Path(__file__).parent)!r}); import loop_probe; loop_probe.install({str(where)!r})"


def longest(where: Path) -> tuple[float, float]:
    """The longest turn since the server has started, or since `forget`: on the clock, and computing, in seconds."""
    try:
        clock, computing = where.read_text().split()
    except (FileNotFoundError, ValueError):
        return 0.0, 0.0
    return float(clock), float(computing)


def forget(where: Path) -> None:
    """From now on anew."""
    where.unlink(missing_ok=True)


class Probe:
    """The ticks of one loop."""

    def __init__(self, where: Path) -> None:
        self._where, self._loop = where, asyncio.get_running_loop()
        self._clock, self._computing = time.perf_counter(), time.thread_time()
        self._longest = [0.0, 0.0]
        self._told_at = self._clock

    def tick(self) -> None:
        """Between two turns."""
        clock, computing = time.perf_counter(), time.thread_time()
        self._longest[0] = max(self._longest[0], clock - self._clock)
        self._longest[1] = max(self._longest[1], computing - self._computing)
        if clock - self._told_at > _TOLD_EVERY:
            self._tell()
            self._told_at = clock
        self._clock, self._computing = time.perf_counter(), time.thread_time()
        self._loop.call_later(_TICK, self.tick)

    def _tell(self) -> None:
        if not self._where.exists():  # it was read, and begins anew
            self._longest = [0.0, 0.0]
        fresh = self._where.with_suffix(".new")
        fresh.write_text(" ".join(map(str, self._longest)))
        fresh.replace(self._where)
