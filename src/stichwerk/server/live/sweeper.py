"""The sweeper: drops tables where it is quiet from memory, and closes those that never began and were forgotten."""

import asyncio
import time
from collections.abc import Callable

from stichwerk.server.domain.commands import Tick
from stichwerk.server.domain.timers import FORGOTTEN
from stichwerk.server.live.command_handler import CommandHandler
from stichwerk.server.live.rooms import Rooms
from stichwerk.server.live.tasks import logged

#: After so many seconds without a command a table is dropped from memory, and loaded again with the next.
QUIET = 120.0
_SWEEP_EVERY = 30.0
#: How often tables that never began are looked for, in seconds, and how many are given up at once.
_FORGOTTEN_EVERY, _FORGOTTEN_AT_ONCE = 3600.0, 100


class Sweeper:
    """Sweeps from its `start` on, again and again."""

    def __init__(self, rooms: Rooms, commands: CommandHandler, now: Callable[[], int]) -> None:
        self._rooms, self._commands, self._now = rooms, commands, now
        self._task: asyncio.Task[None] | None = None
        self._looked_at = ""  # the last table of those that were forgotten

    def start(self) -> None:
        """Begin to sweep, if that is not done yet."""
        if self._task is None:
            self._task = asyncio.create_task(self._sweep())

    def stop(self) -> None:
        """Sweep no more."""
        if self._task is not None:
            self._task.cancel()

    async def _sweep(self) -> None:
        looked = time.monotonic()
        while True:
            await asyncio.sleep(_SWEEP_EVERY)
            await logged(self._rooms.leadership.give_back(self._rooms.drop_quiet(QUIET)))
            if time.monotonic() - looked > _FORGOTTEN_EVERY:
                looked = time.monotonic()
                await logged(self.close_forgotten())

    async def close_forgotten(self) -> int:
        """Close tables that never began and at which nobody has been for a week; how many were looked at."""
        before = self._now() - FORGOTTEN
        unchanged = self._rooms.store.unchanged
        found = await self._rooms.read(unchanged, "lobby", before, _FORGOTTEN_AT_ONCE, self._looked_at)
        # Tables that cannot be read here stay forgotten: those behind them must have their turn all the same.
        self._looked_at = found[-1] if len(found) == _FORGOTTEN_AT_ONCE else ""
        for table in found:
            await logged(self._commands.do(self._rooms.room(table), Tick()))
        return len(found)
