"""The mesh: links from this process to all others, and theirs to it, with what is relayed over them.

A process dials each other one that is alive, and relays over the link that it has dialed; over the one that the other
has dialed it answers. What came over a link is never relayed again.
"""

import asyncio
import logging
import random
import socket
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec

from stichwerk.errors import StichwerkError
from stichwerk.protocol import messages
from stichwerk.server.cluster.link import Kind, Link
from stichwerk.server.cluster.relay import Away, RelayedClient
from stichwerk.server.errors import Conflict, LedElsewhere, StoreError
from stichwerk.server.live.connection import Connection
from stichwerk.server.live.directory import Directory
from stichwerk.server.live.leadership import Member
from stichwerk.server.live.rooms import MOVED
from stichwerk.server.live.tasks import Tasks
from stichwerk.server.wire import outbox

log = logging.getLogger("stichwerk.server")

#: How often, in seconds, processes let each other hear that they are there, and after what silence one is given up.
TICK, SILENCE = 0.5, 2.0
#: So long, in seconds, it is asked again who leads a table: a little longer than it takes until a process counts as
#: dead.
PATIENCE, ASK_AGAIN = 5.0, 0.3
#: A connection to another process has to be there within so many seconds.
_DIAL_WITHIN = 2.0
#: One that is alive and could not be reached for so long is told in the log, and again after such a time.
_NOT_REACHED_FOR, _TOLD_AGAIN_AFTER = 30.0, 60.0
#: One that has taken its port and does not answer there has much to compile before it begins: so long is nothing told.
_BEGINS_WITHIN = 900.0
#: So many may have come and not have proved yet that they know the secret.
_MOST_STRANGERS = 100
#: So long, in seconds, those who were relayed are still answered when this process stops.
_LAST_ANSWERS = 2.0


class NotThere(Exception):
    """The process cannot be reached, or does not lead the table: ask anew who does."""


class NotBegun(NotThere):
    """The process has its port, but does not answer there yet."""


class RelayedRequest(msgspec.Struct, array_like=True):
    """A request over HTTP, relayed."""

    method: str
    scheme: str
    path: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes
    address: str  # whom to count for


class RelayedResponse(msgspec.Struct, array_like=True):
    """The answer to it."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Mesh:
    """The links of a process. ``answer`` answers a request here, or with None if another process leads its table."""

    def __init__(self, member: Member, secret: str, door: socket.socket, directory: Directory) -> None:
        self._member, self._secret, self._door, self._directory = member, secret, door, directory
        self.answer: Callable[[RelayedRequest], Awaitable[RelayedResponse | None]] = _nobody_answers
        #: Called with what another process tells of the limits.
        self.used: Callable[[str, bytes], None] = lambda process, told: None
        #: What to tell a process of the limits; all of it, if it is new.
        self.tell_used: Callable[[bool], bytes | None] = lambda new: None
        #: Called with the seconds that it took to answer a client of another process.
        self.answered: Callable[[float], None] = lambda seconds: None
        self.relayed = 0
        self._me = member.process.id
        self._dialed: dict[str, Link] = {}
        self._dialing: dict[str, asyncio.Task[Link]] = {}
        self._new: set[str] = set()
        self._accepted: set[Link] = set()
        self._channels = 0
        # By the link and the channel: what waits at the other end, or has come from there.
        self._away: dict[tuple[Link, int], Away] = {}
        self._waiting: dict[tuple[Link, int], asyncio.Future[Any]] = {}
        self._clients: dict[tuple[Link, int], RelayedClient | None] = {}
        self._tasks, self._dials = Tasks(), Tasks()
        self._not_reached: dict[str, float] = {}  # since when; or when to tell it again
        self._server: asyncio.Server | None = None
        self._ticking: asyncio.Task[None] | None = None

    # ------------------------------------------------------------ from begin to end

    async def open(self) -> None:
        """Let others in, and dial them."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._accept, sock=self._door)
        self._ticking = asyncio.create_task(self._tick())

    def stop(self) -> None:
        """Send away the clients whose tables are led elsewhere: this process stops."""
        for away in list(self._away.values()):
            away.end(MOVED)

    async def close(self) -> None:
        """End all links."""
        if self._ticking is not None:
            self._ticking.cancel()
        if self._server is not None:
            self._server.close()
        self.stop()
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_ANSWERS):
                await self._tasks.wait()
        for link in (*self._dialed.values(), *self._accepted):
            link.flush()
            link.abort()
        await self._tasks.wait()
        await self._dials.wait()

    @property
    def links(self) -> int:
        """How many processes this one has dialed."""
        return len(self._dialed)

    @property
    def clients_away(self) -> int:
        """How many clients are connected here whose table is led elsewhere."""
        return len(self._away)

    async def _tick(self) -> None:
        last = time.monotonic()
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            if now - last > SILENCE / 2:  # we have slept ourselves: what the others said is still to be read
                for link in (*self._dialed.values(), *self._accepted):
                    link.heard_at = now
            last = now
            self._look_after_links(now)

    def _look_after_links(self, now: float) -> None:
        told = self.tell_used(False)
        for link in (*self._dialed.values(), *self._accepted):
            if now - link.heard_at > SILENCE:
                link.abort()
            else:
                link.send(Kind.PING)
        for process, link in self._dialed.items():
            for news in (self.tell_used(True) if process in self._new else None, told):
                if news is not None:
                    link.send(Kind.USED, 0, news)
            self._new.discard(process)
        for other in self._member.living.values():
            if other.id != self._me and other.id not in self._dialed and other.id not in self._dialing:
                self._dials.begin(self._try(other.id, other.address))

    async def _try(self, process: str, address: str) -> None:
        """Dial it; that will be tried again as long as it is alive."""
        try:
            await self._link_to(process, address)
        except NotThere as problem:
            now = time.monotonic()
            patience = _BEGINS_WITHIN if isinstance(problem, NotBegun) else _NOT_REACHED_FOR
            if now - self._not_reached.setdefault(process, now) > patience and process in self._member.living:
                self._not_reached[process] = now + _TOLD_AGAIN_AFTER
                log.error(
                    "a process of this cluster is alive and cannot be reached at %s: is its --cluster-address right, "
                    "and that port open between the machines?",
                    address,
                )
        else:
            self._not_reached.pop(process, None)

    # ------------------------------------------------------------ links

    def _accept(self) -> Link:
        strangers = sum(not link.ready.done() for link in self._accepted)
        link = Link(self._secret, self._me, "", self._heard_at_leader, self._accepted_over)
        link.unwelcome = strangers >= _MOST_STRANGERS
        self._accepted.add(link)
        return link

    async def _link_to(self, process: str, address: str) -> Link:
        known = self._dialed.get(process)
        if known is not None and not known.closed:
            return known
        if not address:
            raise NotThere
        if process not in self._dialing:
            self._dialing[process] = asyncio.create_task(self._dial(process, address))
        try:
            return await asyncio.shield(self._dialing[process])
        except ConnectionRefusedError:
            # Its machine is there and says that nobody listens: it has ended, and nobody has to wait until it counts as
            # dead. If that is wrong it will say so, and nothing is lost: who leads is asked of the database.
            with suppress(StoreError):
                await self._member.bury(process)
            raise NotThere from None
        except (OSError, TimeoutError, ValueError):
            raise NotThere from None

    async def _dial(self, process: str, address: str) -> Link:
        host, _, port = address.rpartition(":")
        loop = asyncio.get_running_loop()
        link: Link | None = None
        try:
            async with asyncio.timeout(_DIAL_WITHIN):
                _, link = await loop.create_connection(
                    lambda: Link(self._secret, self._me, process, self._heard_from_leader, self._dialed_over),
                    host.strip("[]"),
                    int(port),
                )
                try:
                    await link.ready
                except BaseException:
                    link.abort()
                    raise
            self._dialed[process] = link
            self._new.add(process)
            return link
        except TimeoutError:
            if link is not None:
                raise NotBegun from None
            raise
        finally:
            del self._dialing[process]

    def _dialed_over(self, link: Link) -> None:
        if self._dialed.get(link.peer) is link:
            del self._dialed[link.peer]
        for key in [key for key in self._waiting if key[0] is link]:
            self._settle(key, NotThere())
        for key in [key for key in self._away if key[0] is link]:
            away = self._away.pop(key)
            away.end(MOVED)

    def _accepted_over(self, link: Link) -> None:
        self._accepted.discard(link)
        self.used(link.peer, b"")
        for key in [key for key in self._clients if key[0] is link]:
            client = self._clients.pop(key)
            if client is not None:
                client.close()

    # ------------------------------------------------------------ relaying

    async def connect(self, hello: messages.Hello) -> Connection:
        """Connect a client to a table, wherever it is led. While it changes hands, or its leader does not answer, it is
        asked again.
        """
        until, pause = time.monotonic() + PATIENCE, 0.0
        while True:
            try:
                return await self._directory.connect(hello)
            except LedElsewhere as where:
                try:
                    return await self._connect_there(where, hello)
                except NotThere:
                    pass
            except Conflict:
                pass  # it has just been lost
            if time.monotonic() > until:
                raise StoreError("no process leads this table: try again in a moment", "shutdown")
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(2 * pause + 0.02, ASK_AGAIN)

    async def _connect_there(self, where: LedElsewhere, hello: messages.Hello) -> Connection:
        """`NotThere`, or what that process refuses it for."""
        link = await self._link_to(where.process, where.address)
        key = link, self._next_channel()
        away = Away(*key, hello.table, lambda _: self._left(key), self._directory.now)
        self._away[key] = away
        try:
            await self._ask(key, Kind.OPEN, messages.encode(hello))
        except BaseException:
            self._away.pop(key, None)
            link.send(Kind.END, key[1])
            raise
        self.relayed += 1
        return away

    async def request(self, where: LedElsewhere, asked: RelayedRequest) -> RelayedResponse:
        """Have a request answered by the process that leads its table. `NotThere` if it does not."""
        link = await self._link_to(where.process, where.address)
        key = link, self._next_channel()
        found = await self._ask(key, Kind.REQUEST, msgspec.msgpack.encode(asked))
        return msgspec.msgpack.decode(found, type=RelayedResponse)

    def _next_channel(self) -> int:
        self._channels = self._channels % 0xFFFFFFFF + 1
        return self._channels

    async def _ask(self, key: tuple[Link, int], kind: Kind, payload: bytes) -> Any:
        link, channel = key
        if link.closed:
            raise NotThere
        answer = self._waiting[key] = asyncio.get_running_loop().create_future()
        try:
            link.send(kind, channel, payload)
            return await answer
        finally:
            self._waiting.pop(key, None)

    def _settle(self, key: tuple[Link, int], answer: Any) -> None:
        waiting = self._waiting.get(key)
        if waiting is None or waiting.done():
            return
        if isinstance(answer, Exception):
            waiting.set_exception(answer)
        else:
            waiting.set_result(answer)

    def _left(self, key: tuple[Link, int]) -> None:
        self._away.pop(key, None)

    def _heard_from_leader(self, link: Link, kind: int, channel: int, payload: bytes) -> None:
        key = link, channel
        if kind == Kind.TEXT:
            self._settle(key, None)  # the welcome
            if (away := self._away.get(key)) is not None:
                away.come(payload)
        elif kind == Kind.END:
            self._settle(key, NotThere())
            if (away := self._away.pop(key, None)) is not None:
                away.over()
        elif kind == Kind.ANSWER:
            self._settle(key, payload)
        elif kind == Kind.NOT_HERE:
            self._settle(key, NotThere())
        elif kind == Kind.REFUSED:
            code, text = msgspec.msgpack.decode(payload, type=tuple[str, str])
            self._settle(key, StichwerkError(text, code))

    # ------------------------------------------------------------ leading

    def _heard_at_leader(self, link: Link, kind: int, channel: int, payload: bytes) -> None:
        key = link, channel
        if kind == Kind.TEXT:
            if (client := self._clients.get(key)) is not None:
                client.hear(payload.decode(errors="replace"))
        elif kind == Kind.OPEN:
            self._clients[key] = None
            self._tasks.run(self._welcome(key, payload))
        elif kind == Kind.END:
            if (client := self._clients.pop(key, None)) is not None:
                client.close()
        elif kind == Kind.REQUEST:
            self._tasks.run(self._answer(link, channel, payload))
        elif kind == Kind.USED:
            self.used(link.peer, payload)

    async def _welcome(self, key: tuple[Link, int], payload: bytes) -> None:
        link, channel = key
        clients: list[RelayedClient] = []

        def client(*connection: Any) -> RelayedClient:
            clients.append(RelayedClient(link, channel, self.answered, *connection))
            return clients[-1]

        try:
            hello = messages.decode(payload)
            assert isinstance(hello, messages.Hello)
            if await self._directory.let_go(hello.table):
                raise Conflict("the table is led where the first one sits")
            await self._directory.connect(hello, client)
        except (LedElsewhere, Conflict):
            self._clients.pop(key, None)
            link.send(Kind.NOT_HERE, channel)
            return
        except Exception as problem:
            self._clients.pop(key, None)
            if not isinstance(problem, StichwerkError):
                log.exception("a client of another process could not be connected")
                problem = StichwerkError("something went wrong here: connect again", "server-error")
            error = outbox.error(problem)
            link.send(Kind.REFUSED, channel, msgspec.msgpack.encode((error.code, error.text)))
            return
        if key not in self._clients or link.closed:  # gone meanwhile
            clients[0].close()
            return
        self._clients[key] = clients[0]
        await clients[0].answer_all()
        self._clients.pop(key, None)

    async def _answer(self, link: Link, channel: int, payload: bytes) -> None:
        try:
            answered = await self.answer(msgspec.msgpack.decode(payload, type=RelayedRequest))
        except Exception:
            log.exception("a request of another process failed")
            answered = None
        if answered is None:
            link.send(Kind.NOT_HERE, channel)
        else:
            link.send(Kind.ANSWER, channel, msgspec.msgpack.encode(answered))


async def _nobody_answers(_: RelayedRequest) -> RelayedResponse | None:
    return None
