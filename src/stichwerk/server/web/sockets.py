"""The WebSocket: a client says ``hello``, and from then on messages go both ways until one side has enough.

Each socket has a reader (the handler itself) and a writer. A client that does not take what is written to it holds up
nobody: its messages wait in its own `Connection`, and after a while the socket is cut off.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from litestar import Response, WebSocket, get, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketException

from stichwerk.errors import StichwerkError
from stichwerk.protocol import messages
from stichwerk.protocol.error_codes import ClosingCode
from stichwerk.protocol.messages import Closing, Error, Hello
from stichwerk.server.live.connection import LONGEST_MESSAGE, Connection, NoMoreMessages
from stichwerk.server.web.asking import address_of
from stichwerk.server.web.limits import Allowance
from stichwerk.server.web.logs import tell_seldom
from stichwerk.server.web.origins import own_host, own_origin
from stichwerk.server.web.problems import Problem
from stichwerk.server.web.service import Service
from stichwerk.server.wire import outbox

log = logging.getLogger("stichwerk.server")

#: How long a new socket may be silent before its hello, in seconds.
HELLO_WITHIN = 10.0
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
_GONE = (WebSocketException, OSError, RuntimeError)


@websocket("/ws")
async def table_socket(socket: WebSocket[Any, Any, Any], service: NamedDependency[Service]) -> None:
    """A client at a table."""
    try:
        await _serve(socket, service)
    finally:
        # Litestar's object refers to itself by these two, and by them to all that belongs to the connection.
        socket.receive = socket.send = _over


@get("/ws", include_in_schema=False, sync_to_thread=False)
def no_socket(service: NamedDependency[Service]) -> Response[Problem]:
    """What should have become a WebSocket, and has lost on its way that it should."""
    service.metrics.refused.labels("no-upgrade").inc()
    tell_seldom(
        "a request for a WebSocket came that is none: does the proxy in front of this server pass on the headers "
        "Upgrade and Connection?"
    )
    text = "this address is for WebSockets: if there is a proxy in between, it must pass on Upgrade and Connection"
    return Response(Problem("bad-request", text), status_code=426, headers={"Upgrade": "websocket"})


async def _over(*_: Any) -> Any:
    raise RuntimeError("this socket has been served")


async def _serve(socket: WebSocket[Any, Any, Any], service: Service) -> None:
    settings = service.settings
    if not own_origin(socket.headers, settings) or not own_host(socket.headers.get("host", "localhost"), settings):
        service.metrics.refused.labels("origin").inc()
        await socket.close(POLICY)
        return
    address = address_of(socket, service)
    if HANDED not in _offered(socket) and not service.requests.take(address):
        service.metrics.refused.labels("too-many").inc()
        await socket.close(LATER)
        return
    if await _handed_over(socket, service):
        return
    if not service.sockets.enter(address):
        service.metrics.refused.labels("too-many-sockets").inc()
        await socket.accept()
        problem = Error("too-many-sockets", "too many connections from your address: close some")
        await _refuse(socket, problem, LATER)
        return
    try:
        await socket.accept()
        connection = await _introduced(socket, service)
        if connection is not None:
            await Wire(socket, connection, service).run()
    except _GONE:
        pass  # the client has gone in the middle of it
    finally:
        service.sockets.leave(address)


async def _handed_over(socket: WebSocket[Any, Any, Any], service: Service) -> bool:
    """Whether another worker of this machine leads the table for which this socket comes, and has it now."""
    hand_over, table = _offered(socket).get(HAND_OVER), socket.query_params.get("table")
    siblings, member = service.siblings, service.member
    if hand_over is None or siblings is None or member is None or not table:
        return False
    leader = await member.leader_of(table)
    return bool(leader) and hand_over(partial(siblings.hand_over, leader))


# ---------------------------------------------------------------- hello


async def _introduced(socket: WebSocket[Any, Any, Any], service: Service) -> Connection | None:
    """The connection that the first message asks for."""
    try:
        async with asyncio.timeout(HELLO_WITHIN):
            event: Any = await socket.receive()
    except TimeoutError:
        await _refuse(socket, Error("no-hello", "no hello came in time"))
        return None
    if event["type"] == "websocket.disconnect":
        return None
    try:
        hello = _hello(event.get("text"))
    except ValueError as problem:
        service.metrics.refused.labels("bad-hello").inc()
        await _refuse(socket, Error("bad-message", f"the first message must be hello: {problem}"))
        return None
    try:
        return await service.connect(hello)
    except StichwerkError as problem:
        service.metrics.refused.labels(problem.code).inc()
        later = problem.code == "shutdown" or problem.code.startswith("db-")
        await _refuse(socket, outbox.error(problem), LATER if later else POLICY)
    except Exception:
        log.exception("a client could not be connected")
        await _refuse(socket, Error("server-error", "something went wrong here: connect again"), LATER)
    return None


def _hello(text: str | None) -> Hello:
    if text is None:
        raise ValueError("binary messages are not understood")
    if len(text) > LONGEST_MESSAGE:
        raise ValueError(f"it is longer than {LONGEST_MESSAGE} bytes")
    try:
        message = messages.decode(text)
    except (msgspec.MsgspecError, UnicodeError) as problem:
        raise ValueError(str(problem)) from None
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    if not isinstance(message, Hello):
        raise ValueError("this is another one")
    return message


async def _refuse(socket: WebSocket[Any, Any, Any], error: Error, code: int = POLICY) -> None:
    await _write(socket, messages.encode(error))
    await socket.close(code)


async def _write(socket: WebSocket[Any, Any, Any], data: bytes) -> None:
    await socket.send({"type": "websocket.send", "text": data.decode(), "bytes": None})


def _writer_of(socket: WebSocket[Any, Any, Any]) -> Callable[[Sequence[bytes]], Awaitable[None]]:
    """How several messages are written at once: in one piece, where the server below offers it."""

    async def one_by_one(data: Sequence[bytes]) -> None:
        for each in data:
            await _write(socket, each)

    return _offered(socket).get(WRITE) or one_by_one


# ---------------------------------------------------------------- both ways


class Wire:
    """A socket and its connection, with messages going both ways."""

    def __init__(self, socket: WebSocket[Any, Any, Any], connection: Connection, service: Service) -> None:
        self._socket, self._connection, self._metrics = socket, connection, service.metrics
        self._open = service.wires
        self._write = _writer_of(socket)
        rate = service.settings.messages_per_second
        self._allowance = Allowance(rate * _BURST_SECONDS, rate) if rate else None
        self._writing_since: float | None = None
        self._write_now: Callable[[Sequence[bytes]], bool] | None = _offered(socket).get(WRITE_NOW)

    async def run(self) -> None:
        """Until one side has enough."""
        self._open.add(self)
        writer = asyncio.create_task(self._write_all())
        if self._write_now is not None:
            self._connection.outlet = self._at_once
        try:
            await self._read_all()
        finally:
            self._connection.close()
            self._open.discard(self)
            await asyncio.wait([writer], timeout=GONE_WITHIN)
            writer.cancel()

    async def _read_all(self) -> None:
        receive, connection = self._socket.receive, self._connection
        while True:
            event: Any = await receive()
            if event["type"] == "websocket.disconnect":
                return
            self._metrics.messages.inc()
            if self._allowance is not None and not self._allowance.take():
                self._end("too-fast", "too many messages in a short time")
                return
            text = event.get("text")
            if text is None:
                self._end("bad-message", "binary messages are not understood")
                return
            began = time.perf_counter()
            await connection.receive(text)
            if connection.answers_here:
                self._metrics.answered.observe(time.perf_counter() - began)

    def _end(self, why: ClosingCode, text: str) -> None:
        self._metrics.refused.labels(why).inc()
        self._connection.end(Closing(why, text, again=False))

    def _at_once(self, waiting: Sequence[bytes]) -> bool:
        """Write messages past the writer, unless that would be past some that it holds."""
        assert self._write_now is not None
        return self._writing_since is None and self._write_now(waiting)

    async def _write_all(self) -> None:
        closing = DONE
        try:
            while True:
                waiting = [await self._connection.next(), *self._connection.rest()]
                if self._connection.closed:
                    closing = _code_of(waiting[-1])
                self._writing_since = time.monotonic()
                await self._write(waiting)
                self._writing_since = None
        except NoMoreMessages:
            with contextlib.suppress(*_GONE):
                await self._socket.close(closing)
        except _GONE:
            pass
        finally:
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
        _abort(self._socket)


def _code_of(last: bytes) -> int:
    """The close code that goes with the last message."""
    try:
        return _CODES.get(msgspec.json.decode(last).get("why"), DONE)
    except (msgspec.MsgspecError, AttributeError):
        return DONE


async def watch_over_stuck(service: Service) -> None:
    """Cut off clients that do not take their messages, again and again."""
    while True:
        await asyncio.sleep(STUCK_AFTER / 4)
        for wire in [each for each in service.wires if each.stuck]:
            wire.cut_off()


# ---------------------------------------------------------------- the network below


#: What it offers beyond the standard: to cut off, to write several messages in one piece, to write one without waiting,
#: to let another worker have the connection; and what it says of one that another worker has let us have.
ABORT, WRITE, WRITE_NOW = "stichwerk.abort", "stichwerk.write", "stichwerk.write-now"
HAND_OVER, HANDED = "stichwerk.hand-over", "stichwerk.handed"


def _offered(socket: WebSocket[Any, Any, Any]) -> Any:
    return socket.scope.get("extensions") or {}


def _abort(socket: WebSocket[Any, Any, Any]) -> None:
    """Close without waiting for the other side, where the server below offers it."""
    abort: Callable[[], None] | None = _offered(socket).get(ABORT)
    if abort is not None:
        abort()
