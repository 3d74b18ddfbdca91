"""Whether the database is well, for everybody who asks.

To be sure it has to write, and a disk may take some tenths of a second to say that it has. So nobody waits who does not
have to: what was found a moment ago is still true, and meanwhile the next finding is made.
"""

import asyncio
import time
from collections.abc import Callable

from stichwerk.server.errors import StoreError

#: How long, in seconds, a good finding is as good as new,
_NEW = 0.25
#: how long it counts while the next one is made,
_COUNTS = 1.0
#: and how long that may take: a database that does not answer for so long is not well.
_ANSWERS_WITHIN = 1.0


class Pulse:
    """``beat`` has the database write something, and raises if it does not. It is run in a thread, one at a time."""

    def __init__(self, beat: Callable[[], None]) -> None:
        self._beat = beat
        self._well_at = float("-inf")
        self._begun_at = 0.0
        self._finding: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """Raises `StoreError` if the database is not well: at most two seconds after it has ceased to be."""
        age = time.monotonic() - self._well_at
        if age < _NEW:
            return
        if self._finding is None or self._finding.done():
            self._begun_at = time.monotonic()
            self._finding = asyncio.create_task(self._find())
            self._finding.add_done_callback(lambda found: found.cancelled() or found.exception())
        if age < _COUNTS:
            return
        left = max(0.0, self._begun_at + _ANSWERS_WITHIN - time.monotonic())
        try:
            async with asyncio.timeout(left):
                await asyncio.shield(self._finding)
        except TimeoutError:
            raise StoreError("the database does not answer", "db-missing") from None

    async def _find(self) -> None:
        try:
            await asyncio.to_thread(self._beat)
        except BaseException:
            self._well_at = float("-inf")
            raise
        self._well_at = self._begun_at
