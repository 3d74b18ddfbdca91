"""The server on a port: uvicorn, told to say goodbye properly and to give up clients that are stuck."""

import asyncio
import errno
import faulthandler
import gc
import os
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType

import uvicorn

from stichwerk.server.live.connection import LONGEST_MESSAGE
from stichwerk.server.web.app import create_app
from stichwerk.server.web.doorkeeper import Doorkeeper, most_connections
from stichwerk.server.web.logs import configure
from stichwerk.server.web.protocols import Config
from stichwerk.server.web.service import Service
from stichwerk.server.web.settings import BadSetting, Settings
from stichwerk.server.web.socket_protocol import Handed

#: Every so many seconds each client is asked whether it is there, and has as long to answer.
HEARTBEAT = 20.0
#: With many tables in memory, to look for garbage among all of them holds everybody up for some tenths of a second,
#: and Python would do it every few thousand moves. A move leaves nothing that has to be found like that, so it is only
#: done every so many seconds; and when memory has grown by so much, then only among what is new since the last time,
#: unless it has grown several times since all was searched: what was old may be garbage by now.
_GARBAGE_EVERY = 600.0
_LOOK_EVERY = 2.0
_GROWN, _SEVERAL = 48 * 1024 * 1024, 4
#: How long an answer to a request may take when the server stops.
_LAST_ANSWERS = 5
_WAITING = 1024
#: What the system keeps for a client that does not take it, in bytes: much more would be megabytes for each.
_SEND_BUFFER = 128 * 1024
#: What the system takes from a client before it is read: more of a flood would be read in one go, while others wait.
_RECEIVE_BUFFER = 64 * 1024


def linked(settings: Settings) -> socket.socket:
    """The port at which other processes of the cluster reach this one, taken."""
    host, port = settings.link_place
    try:
        return bound(replace(settings, host=host, port=port))
    except BadSetting as problem:
        text = problem.message.replace("--port", "--cluster-address").replace("--host", "--cluster-address")
        raise BadSetting(f"other processes cannot reach this one: {text}", problem.code) from None


def bound(settings: Settings) -> socket.socket:
    """The port, taken; refused with what to do if somebody else has it."""
    try:
        places = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError):
        raise BadSetting(f"there is no address {settings.host!r} on this machine: see --host") from None
    # A name may stand for both kinds of addresses; the older one is understood by everybody.
    family, kind, protocol, _, address = min(places, key=lambda place: place[0] != socket.AF_INET)
    door = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)  # each accepted socket has it too
        door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BUFFER)
        door.bind(address)
        door.listen(_WAITING)
    except OSError as problem:
        door.close()
        raise _explained(settings, problem) from None
    door.setblocking(False)
    return door


def _explained(settings: Settings, problem: OSError) -> BadSetting:
    if problem.errno == errno.EADDRINUSE:
        return BadSetting(
            f"port {settings.port} is taken by another program: choose another one with --port", "port-taken"
        )
    if problem.errno == errno.EACCES:
        return BadSetting(f"port {settings.port} is not for everybody: choose one above 1023 with --port", "no-port")
    if problem.errno == errno.EADDRNOTAVAIL:
        return BadSetting(f"this machine has no address {settings.host!r}: see --host", "no-address")
    return BadSetting(f"cannot listen on {settings.host}, port {settings.port}: {(problem.strerror or '').lower()}")


def _doorkeeper(settings: Settings) -> Doorkeeper:
    """Twice what is allowed of sockets and requests: whoever does a little too much of these still gets an answer that
    says so. A proxy comes for everybody, so it is not counted."""
    if settings.proxy:
        return Doorkeeper(most_connections(), 0)
    return Doorkeeper(most_connections(), 2 * settings.sockets_per_address, 2 * settings.requests_per_minute)


def serve(
    settings: Settings,
    service: Service,
    door: socket.socket,
    listening: Callable[[], None],
    watched: Callable[[Callable[[], None]], Awaitable[None]] | None = None,
) -> None:
    """Serve until the process is told to stop; ``listening`` is called when the first client can come. ``watched`` runs
    beside it, and is given what ends it.
    """
    configure(settings.log)
    if sys.__stderr__ is not None:
        faulthandler.enable(sys.__stderr__)  # should compiled code ever crash, the log says where
    config = Config(
        create_app(settings, service),
        _doorkeeper(settings),
        settings.proxy,
        ws_max_size=LONGEST_MESSAGE,
        ws_ping_interval=HEARTBEAT,
        ws_ping_timeout=HEARTBEAT,
        ws_per_message_deflate=False,  # what a client sends would unpack to more than the limit, and it costs memory
        access_log=False,  # it would tell the ids of tables
        log_config=None,
        proxy_headers=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=_LAST_ANSWERS,
        backlog=_WAITING,
    )
    # What has been loaded and compiled stays for good: nobody has to look through it for garbage while people play.
    gc.freeze()
    gc.disable()  # `_look_for_garbage` does it
    Server(config, service, listening, watched).run(sockets=[door])


class Server(uvicorn.Server):
    """A server that tells its clients before it closes their sockets."""

    def __init__(
        self,
        config: uvicorn.Config,
        service: Service,
        listening: Callable[[], None],
        watched: Callable[[Callable[[], None]], Awaitable[None]] | None = None,
    ) -> None:
        super().__init__(config)
        self._service, self._listening, self._watched = service, listening, watched
        self._tidying: asyncio.Task[None]
        self._watching: asyncio.Future[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets)
        self._tidying = asyncio.create_task(_look_for_garbage())
        if self._service.siblings is not None:
            self._service.siblings.open(self._take)
        self._listening()
        if self._watched is not None:
            self._watching = asyncio.ensure_future(self._watched(self._stop))

    def _stop(self) -> None:
        self.should_exit = True

    def _take(self, came: socket.socket, request: bytes) -> None:
        """A connection that another worker hands over."""
        loop, state = asyncio.get_running_loop(), self.lifespan.state
        made = loop.connect_accepted_socket(lambda: Handed(request, self.config, self.server_state, state), came)
        self._service.directory.tasks.run(made)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Everybody is told first, and all that was begun is stored."""
        self._tidying.cancel()
        if self._service.siblings is not None:
            self._service.siblings.close()
        for server in self.servers:
            server.close()
        await self._service.close()
        await super().shutdown(sockets)
        if self._watching is not None:
            self._watching.cancel()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; asked a second time, at once. To be told to stop is no failure, so the signal ends here."""
        if self.should_exit:
            self.force_exit = True
        self.should_exit = True


async def _look_for_garbage() -> None:
    searched, size = time.monotonic(), _memory()
    known = size  # when the whole was searched
    while True:
        await asyncio.sleep(_LOOK_EVERY)
        now = _memory()
        whole = time.monotonic() - searched > _GARBAGE_EVERY or now > known + _SEVERAL * _GROWN
        if not whole and now <= size + _GROWN:
            continue
        if whole:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        size = _memory()
        if whole:
            searched, known = time.monotonic(), size


def _memory() -> int:
    """Bytes of memory in use, where the system tells it."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
