"""Work beside the requests: it is kept until it is done, and what goes wrong in it is logged."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

from stichwerk.errors import StichwerkError
from stichwerk.server.errors import LedElsewhere, UnreadableLog

log = logging.getLogger("stichwerk.server")

T = TypeVar("T")


class Tasks:
    """All that has been begun and is not done yet."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def __bool__(self) -> bool:
        return bool(self._running)

    async def to_its_end(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Do something even if whoever waits for it goes away in the middle."""
        if asyncio.current_task() in self._running:  # which goes on to its own end, too
            return await coroutine
        return await asyncio.shield(self.run(coroutine))

    def run(self, coroutine: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Run something to its end, whether or not anybody waits for it."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._running.add(task)
        task.add_done_callback(self._done)
        return task

    def begin(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        """Run something that nobody waits for; what goes wrong in it is logged."""
        self.run(logged(coroutine))

    async def wait(self) -> None:
        """Until all is done."""
        await asyncio.gather(*self._running, return_exceptions=True)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # if the client has gone, nobody else asks whether it was refused


async def logged(coroutine: Coroutine[Any, Any, Any]) -> None:
    """Wait for something that may go wrong."""
    try:
        await coroutine
    except LedElsewhere:
        pass  # whoever leads the table sees to it
    except StichwerkError as problem:
        if problem.code != UnreadableLog.code:  # of a damaged table the log tells once, where it was found
            log.warning("something at a table was put off: %s", problem.message)
    except Exception:
        log.exception("something at a table went wrong")
