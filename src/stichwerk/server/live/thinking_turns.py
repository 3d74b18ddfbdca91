"""Whose bot thinks next: that of the table whose bots have thought least of late.

Were it first come, first served, a few dozen tables with strong bots would make everybody else's bots wait for all of
theirs. So a table that has just had its turn waits behind those that have not, and one whose bots think little, because
they are weak or because people play there, hardly waits at all: for a thought that is under way, not for the queue.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

#: After so many seconds a thought counts half.
_HALF_LIFE = 30.0
#: What counts for less than this, in seconds, is forgotten.
_NOTHING = 0.001


@dataclass(frozen=True, eq=False)
class _Waiting:
    table: str
    admitted: asyncio.Future[None]


class ThinkingTurns:
    """Hands out ``places`` to think in. While others wait, the bots of one table think one after the other."""

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._free, self._clock = places, clock
        self._waiting: list[_Waiting] = []  # in the order they came
        self._thinking: Counter[str] = Counter()
        self._used: dict[str, float] = {}  # seconds by table, as they counted at `_counted_at`
        self._counted_at = clock()

    @asynccontextmanager
    async def turn(self, table: str) -> AsyncIterator[None]:
        """Wait until it is the turn of a bot of this table; then it may think."""
        await self._wait(table)
        began = self._clock()
        try:
            yield
        finally:
            self._fade()
            self._used[table] = self._used.get(table, 0.0) + self._clock() - began
            self._leave(table)

    async def _wait(self, table: str) -> None:
        waiting = _Waiting(table, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._admit()
        try:
            await waiting.admitted
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:  # admitted a moment ago
                self._leave(table)
            raise

    def _leave(self, table: str) -> None:
        self._free += 1
        self._thinking -= Counter((table,))
        self._admit()

    def _admit(self) -> None:
        while self._free and (still := [each for each in self._waiting if not each.admitted.cancelled()]):
            chosen = min(still, key=lambda each: (self._thinking[each.table], self._used.get(each.table, 0.0)))
            self._waiting.remove(chosen)
            self._free -= 1
            self._thinking[chosen.table] += 1
            chosen.admitted.set_result(None)

    def _fade(self) -> None:
        """What was long ago counts less: a table is not made to wait for yesterday's game."""
        now = self._clock()
        share = 0.5 ** ((now - self._counted_at) / _HALF_LIFE)
        self._used = {table: left for table, used in self._used.items() if (left := used * share) > _NOTHING}
        self._counted_at = now
