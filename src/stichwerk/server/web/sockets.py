"""The WebSocket: a client says ``hello``, and from then on messages go both ways until one side has enough (`Wire`)."""

import asyncio
import logging
from functools import partial
from typing import Any

import msgspec
from litestar import Response, WebSocket, get, websocket
from litestar.di import NamedDependency

from stichwerk.errors import StichwerkError
from stichwerk.protocol import messages
from stichwerk.protocol.messages import Error, Hello
from stichwerk.server.live.connection import LONGEST_MESSAGE, Connection
from stichwerk.server.seldom import tell_seldom
from stichwerk.server.web.asking import address_of
from stichwerk.server.web.origins import own_host, own_origin
from stichwerk.server.web.problems import Problem
from stichwerk.server.web.service import Service
from stichwerk.server.web.wires import GONE, HAND_OVER, HANDED, LATER, POLICY, STUCK_AFTER, Wire, offered_to, write_one
from stichwerk.server.wire import outbox

log = logging.getLogger("stichwerk.server")

#: How long a new socket may be silent before its hello, in seconds.
HELLO_WITHIN = 10.0


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
    if HANDED not in offered_to(socket) and not service.requests.take(address):
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
    leave = partial(service.sockets.leave, address)
    try:
        await socket.accept()
        connection = await _introduced(socket, service)
    except BaseException as problem:
        leave()
        if not isinstance(problem, GONE):  # else the client has gone in the middle of it
            raise
        return
    if connection is None:
        leave()
    else:
        await Wire(socket, connection, service, leave).run()


async def _handed_over(socket: WebSocket[Any, Any, Any], service: Service) -> bool:
    """Whether another worker of this machine leads the table for which this socket comes, and has it now."""
    hand_over, table = offered_to(socket).get(HAND_OVER), socket.query_params.get("table")
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
    await write_one(socket, messages.encode(error))
    await socket.close(code)


# ---------------------------------------------------------------- watching


async def watch_over_stuck(service: Service) -> None:
    """Cut off clients that do not take their messages, again and again."""
    while True:
        await asyncio.sleep(STUCK_AFTER / 4)
        for wire in [each for each in service.wires if each.stuck]:
            wire.cut_off()
