"""A client that one process has taken, at a table that another one leads: both ends of it.

`Away` is at the process that took the client, and is to the socket there what a connection to a room would be.
`RelayedClient` is at the leader, and is to the room there what a socket's connection would be: it queues nothing, but
sends at once.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from stichwerk.protocol import messages
from stichwerk.server.cluster.link import Kind, Link
from stichwerk.server.live.connection import Connection


class RelayedClient(Connection):
    """A client of another process, at a table that is led here."""

    def __init__(self, link: Link, channel: int, answered: Callable[[float], None], *connection: Any) -> None:
        super().__init__(*connection)
        self._link, self._channel, self._answered = link, channel, answered
        self._asked: asyncio.Queue[str | None] = asyncio.Queue()

    def send_bytes(self, data: bytes) -> None:
        """Send an encoded message. Whether the client fetches it, the other process sees."""
        if not self.closed and self._greeted:
            self._link.send(Kind.TEXT, self._channel, data)

    def end(self, closing: messages.Closing) -> None:
        """Tell the client that it is over."""
        if not self.closed:
            self._link.send(Kind.TEXT, self._channel, messages.encode(closing))
            self.close()

    def close(self) -> None:
        """It is over, from either side."""
        if not self.closed:
            self._link.send(Kind.END, self._channel)
            self._asked.put_nowait(None)
            super().close()

    def hear(self, text: str) -> None:
        """A message of the client, to be answered after those before it."""
        self._asked.put_nowait(text)

    async def answer_all(self) -> None:
        """Do what the client asks, one after the other, to the end."""
        while (text := await self._asked.get()) is not None:
            began = time.perf_counter()
            await self.receive(text)
            self._answered(time.perf_counter() - began)


class Away(Connection):
    """A client that is connected here, at a table that another process leads."""

    answers_here = False

    def __init__(
        self, link: Link, channel: int, table: str, leave: Callable[["Connection"], None], now: Callable[[], int]
    ) -> None:
        super().__init__(table, None, _nobody_asks_here, leave, now)
        self._link, self._channel = link, channel
        self._greeted = True
        self._over = False

    async def receive(self, data: bytes | str) -> None:
        """Relay what the client asks; the answer comes back by itself."""
        if not self.closed:
            self._link.send(Kind.TEXT, self._channel, data.encode() if isinstance(data, str) else data)

    def come(self, data: bytes) -> None:
        """A message for the client."""
        self.send_bytes(data)

    def close(self) -> None:
        """It is over, from either side."""
        if not self.closed:
            if not self._over:
                self._link.send(Kind.END, self._channel)
            super().close()

    def over(self) -> None:
        """The leader has said its last."""
        self._over = True
        self.close()


async def _nobody_asks_here(*_: Any) -> messages.Ack:
    raise AssertionError("what is asked goes to the leader")
