"""A socket and its connection to a table, with messages going both ways until one side has enough.

Below there should be our own protocol (`web.socket_protocol`), which gives each message to the wire by itself: what has
led to it (request, handler, everything of the framework) is gone by then, and thousands of sockets that are quiet cost
little. Over any other server the wire reads by itself. A client that does not take what is written to it holds up
nobody: its messages wait in its own `Connection`, and after a while the socket is cut off.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketException

from stichwerk.protocol.error_codes import ClosingCode
from stichwerk.protocol.messages import Closing
from stichwerk.server.live.connection import Connection, NoMoreMessages
from stichwerk.server.web.limits import Allowance
from stichwerk.server.web.service import Service

#: A message that could not be handed to the network for so long: the client is stuck.
STUCK_AFTER = 10.0
#: After it was closed, how long a socket may take to go.
GONE_WITHIN = 5.0
#: A client that comes back may have some messages to send again: so many seconds' worth at once.
_BURST_SECONDS = 5

# Close codes of RFC 6455.
DONE, POLICY, RESTART, LATER = 1000, 1008, 1012, 1013
_CODES = {"shutdown": RESTART, "slow": LATER, "too-fast": POLICY, "bad-message": POLICY}

#: What a browser's network layer, or ours, raises when the other side is gone.
GONE = (WebSocketException, OSError, RuntimeError)

#: What the server below offers beyond the standard: to cut off, to write several messages in one piece, to write some
#: without waiting, to close; to give messages to a wire; to let another worker have the connection; and what it says of
#: one that another worker has let us have.
ABORT, WRITE, WRITE_NOW, CLOSE = "stichwerk.abort", "stichwerk.write", "stichwerk.write-now", "stichwerk.close"
STAY, HAND_OVER, HANDED = "stichwerk.stay", "stichwerk.hand-over", "stichwerk.handed"

#: Behind the last message.
_END = object()


class Wire:
    """A socket and its connection. ``leave`` is called when the socket is gone."""

    __slots__ = (
        "_abort", "_allowance", "_asked", "_close", "_connection", "_leave", "_metrics", "_open", "_pause", "_reading",
        "_socket", "_tasks", "_write", "_write_now", "_writing", "_writing_since",
    )  # fmt: skip

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        connection: Connection,
        service: Service,
        leave: Callable[[], None] = lambda: None,
    ) -> None:
        offered = offered_to(socket)
        self._socket: WebSocket[Any, Any, Any] | None = socket
        self._connection, self._metrics, self._open, self._leave = connection, service.metrics, service.wires, leave
        self._tasks = service.directory.tasks
        self._abort: Callable[[], None] | None = offered.get(ABORT)
        self._close: Callable[[int], Awaitable[Any]] = offered.get(CLOSE) or socket.close
        self._write: Callable[[Sequence[bytes]], Awaitable[None]] = offered.get(WRITE) or _one_by_one(socket)
        self._write_now: Callable[[Sequence[bytes]], bool] | None = offered.get(WRITE_NOW)
        rate = service.settings.messages_per_second
        self._allowance = Allowance(rate * _BURST_SECONDS, rate) if rate else None
        self._writing_since: float | None = None
        self._pause: Callable[[bool], None] = lambda _: None
        self._asked: list[Any] = []  # what the client has sent, and is not yet answered
        self._reading: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Until one side has enough; or until the server below gives the messages to this wire by itself."""
        self._open.add(self)
        self._connection.stirred = self._stir
        if self._write_now is not None:
            self._connection.outlet = self._at_once
        self._stir()
        assert self._socket is not None
        if (stay := offered_to(self._socket).get(STAY)) is not None:
            self._socket = None
            self._pause = stay(self)
            return
        try:
            while (
                not self._connection.closed and (event := await self._socket.receive())["type"] == "websocket.receive"
            ):
                await self._answer(event.get("text"))
        finally:
            self._end()
            if self._writing is not None:
                await asyncio.wait([self._writing], timeout=GONE_WITHIN)
                self._writing.cancel()

    def _end(self) -> None:
        self._connection.close()
        self._open.discard(self)
        self._leave()

    # ------------------------------------------------------------ what comes

    def hear(self, text: str | None) -> None:
        """A message of the client (None: one that is no text), to be answered after those before it."""
        self._hear(text)

    def gone(self) -> None:
        """The socket is no more. What the client has said before is still done."""
        self._hear(_END)

    def _hear(self, said: Any) -> None:
        self._asked.append(said)
        if self._reading is None:
            self._reading = self._tasks.run(self._answer_all())
        elif said is not _END:
            self._pause(True)  # it sends more than is answered

    async def _answer_all(self) -> None:
        try:
            while self._asked:
                said = self._asked.pop(0)
                if said is _END:
                    self._end()
                else:
                    await self._answer(said)
        finally:
            self._reading = None
        self._pause(False)

    async def _answer(self, text: str | None) -> None:
        connection = self._connection
        if connection.closed:
            return
        self._metrics.messages.inc()
        if self._allowance is not None and not self._allowance.take():
            self._refuse("too-fast", "too many messages in a short time")
        elif text is None:
            self._refuse("bad-message", "binary messages are not understood")
        else:
            began = time.perf_counter()
            await connection.receive(text)
            if connection.answers_here:
                self._metrics.answered.observe(time.perf_counter() - began)

    def _refuse(self, why: ClosingCode, text: str) -> None:
        self._metrics.refused.labels(why).inc()
        self._connection.end(Closing(why, text, again=False))

    # ------------------------------------------------------------ what goes

    def _at_once(self, waiting: Sequence[bytes]) -> bool:
        """Write messages past the writer, unless that would be past some that it holds."""
        assert self._write_now is not None
        return self._writing_since is None and self._write_now(waiting)

    def _stir(self) -> None:
        """Something waits that the network did not take at once, or it is over: then there is a writer."""
        if self._writing is None:
            self._writing = asyncio.get_running_loop().create_task(self._write_all())

    async def _write_all(self) -> None:
        closing = DONE
        try:
            while self._connection.waits or self._connection.closed:
                waiting = [await self._connection.next(), *self._connection.rest()]
                if self._connection.closed:
                    closing = _code_of(waiting[-1])
                self._writing_since = time.monotonic()
                await self._write(waiting)
                self._writing_since = None
            self._writing = None
        except NoMoreMessages:
            with contextlib.suppress(*GONE):
                await self._close(closing)
        except GONE:
            self._connection.close()

    @property
    def stuck(self) -> bool:
        """Whether the client has not taken a message for too long."""
        since = self._writing_since
        return since is not None and time.monotonic() - since > STUCK_AFTER

    def cut_off(self) -> None:
        """Give the client up."""
        self._metrics.refused.labels("stuck").inc()
        self._connection.close()
        if self._abort is not None:
            self._abort()  # without waiting for the other side


def _code_of(last: bytes) -> int:
    """The close code that goes with the last message."""
    try:
        return _CODES.get(msgspec.json.decode(last).get("why"), DONE)
    except (msgspec.MsgspecError, AttributeError):
        return DONE


# ---------------------------------------------------------------- the server below


def offered_to(socket: WebSocket[Any, Any, Any]) -> Any:
    """What the server below offers beyond the standard."""
    return socket.scope.get("extensions") or {}


async def write_one(socket: WebSocket[Any, Any, Any], data: bytes) -> None:
    """Write a message in the way of the standard."""
    await socket.send({"type": "websocket.send", "text": data.decode(), "bytes": None})


def _one_by_one(socket: WebSocket[Any, Any, Any]) -> Callable[[Sequence[bytes]], Awaitable[None]]:
    async def write(data: Sequence[bytes]) -> None:
        for each in data:
            await write_one(socket, each)

    return write
