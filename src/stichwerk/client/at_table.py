"""A place at a table, over a WebSocket: it stays connected, tells what the seat sees, and asks."""

import asyncio
import hashlib
import random
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, Literal, Self
from urllib.parse import urlencode, urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidStatus, InvalidURI, WebSocketException

from stichwerk.client.refusals import NoServer, Refused
from stichwerk.errors import StichwerkError
from stichwerk.play.fairness import KeptReceipt
from stichwerk.protocol import messages, wire_events
from stichwerk.protocol.changes import applied
from stichwerk.protocol.error_codes import FOR_GOOD, GONE_ON
from stichwerk.protocol.messages import TableView

Choose = Callable[[TableView], str | Awaitable[str]]

#: Seconds between two attempts to connect again: the first, how much longer each is than the one before, the longest.
_FIRST_PAUSE, _LONGER, _LONGEST_PAUSE = 0.1, 1.5, 5.0
#: How long a server may take to let us in; after how long without a word we knock again, beside it (the first one may
#: have come to a server that stands still); and how often.
_LET_IN_WITHIN, _KNOCK_AGAIN, _KNOCKS = 6.0, 1.5, 3
#: How long a server may be silent before we ask whether it is there, how long then, and how long we wait for its
#: goodbye.
_SILENT_FOR, _ANSWER_WITHIN, _GOODBYE_WITHIN = 2.0, 2.5, 1.0
#: What a server answers that was asked for a WebSocket without the header of that name.
_NO_UPGRADE = 426


class AtTable:
    """A place at a table, playing or watching. Use it with ``async with``."""

    def __init__(self, url: str, table: str, token: str | None, since: int | None = None) -> None:
        parts = urlsplit(url)
        scheme = "wss" if parts.scheme == "https" else "ws"
        # The table stands in the address, so that whoever spreads connections over several servers can go by it.
        self._url = parts._replace(scheme=scheme, path=parts.path + "/ws", query=urlencode({"table": table})).geturl()
        self._table, self._token = table, token
        self.since = since
        self.view: TableView | None = None
        self.presence: messages.Presence | None = None
        self.connects = 0
        #: Called with each message of the server, as it comes; where it tells what has changed, with the whole news.
        self.listeners: list[Callable[[Any], None]] = []
        self._socket: ClientConnection | None = None
        self._version = messages.VERSION
        self._unanswered: dict[str, tuple[bytes, asyncio.Future[messages.Ack]]] = {}
        self._changed = asyncio.Condition()
        self._changes = 0
        self._ids = 0
        self._name = secrets.token_hex(6)
        #: What the server has signed for one's cuts.
        self.receipts: list[KeptReceipt] = []
        # By the number of the game and the time of cutting: one that was opened is no secret any more.
        self._salts: dict[tuple[int, int], str] = {}
        self._ended: StichwerkError | None = None
        self._task: asyncio.Task[None] | None = None
        self._last_word = 0.0

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay_connected())
        try:
            async with self._changed:
                await self._changed.wait_for(lambda: self.view is not None or self._ended is not None)
            if self._ended is not None:
                raise self._ended
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._end(Refused("this place at the table was left", "left"))

    # ------------------------------------------------------------ asking

    async def ask(self, kind: Callable[..., messages.Ask], *values: Any, **named: Any) -> messages.Ack:
        """Ask for something; returns when it is done and stored. Raises `Refused` if it is not to be.

        The message gets an id of its own, so it may be sent again after a break of the connection.
        """
        if self._ended is not None:
            raise self._ended
        self._ids += 1
        message_id = f"{self._name}-{self._ids}"
        data = messages.encode(kind(message_id, *values, **named))
        answer: asyncio.Future[messages.Ack] = asyncio.get_running_loop().create_future()
        self._unanswered[message_id] = data, answer
        try:
            if self._socket is not None:
                await self._send(self._socket, data)
            return await answer
        finally:
            self._unanswered.pop(message_id, None)

    async def move(self, move: str) -> messages.Ack:
        """A move, meant for the table as it is seen now."""
        return await self.ask(messages.Move, move, seen=self.since)

    # ------------------------------------------------------------ seeing

    async def views(self) -> AsyncIterator[TableView]:
        """The table as it is now, and again whenever it has changed; what is out of date is left out."""
        seen = 0
        while True:
            async with self._changed:
                await self._changed.wait_for(lambda: self._changes > seen or self._ended is not None)  # noqa: B023
            if self._ended is not None:
                raise self._ended
            seen = self._changes
            assert self.view is not None, "something has changed, so something was told"
            yield self.view

    async def play(self, choose: Choose) -> TableView:
        """Play to the end of the game: cut, choose moves, and be ready for each round."""
        async for view in self.views():
            if view.status in ("over", "closed"):
                return view
            try:
                await self._take_part(view, choose)
            except Refused as problem:
                # The table has gone on in the meantime; the next view will tell.
                if self._ended is not None or problem.code not in GONE_ON:
                    raise
        raise AssertionError("the views never end")

    def _keep_receipts(self, view: TableView) -> None:
        own = view.seats[view.you] if view.you is not None else None
        if own is None or view.you is None or view.commitment is None or own.cut_commitment is None:
            return
        signed: dict[Literal["cut", "opening"], str | None] = {"cut": own.cut_receipt, "opening": own.opening_receipt}
        for kind, signature in signed.items():
            what = (kind, view.commitment, view.cutting_time, view.you, own.cut_commitment)
            if signature and (found := KeptReceipt(*what, view.receipt_key or "", signature)) not in self.receipts:
                self.receipts.append(found)

    async def _take_part(self, view: TableView, choose: Choose) -> None:
        if view.you is None:
            return
        own = view.seats[view.you]
        if view.status == "cutting":
            salt = self._salts.setdefault((view.number, view.cutting_time), secrets.token_hex(16))
            if own.cut == "waiting":
                await self.ask(messages.Cut, hashlib.sha256(salt.encode()).hexdigest())
            elif own.cut == "committed" and view.opening_cuts:
                await self.ask(messages.OpenCut, salt)
        elif view.play is not None and view.paused is None:
            if view.you in view.play.table.waiting:
                seen, found = self.since, choose(view)
                move = found if isinstance(found, str) else await found
                await self.ask(messages.Move, move, seen=seen)
            elif view.status == "playing" and not view.play.table.waiting and not own.ready:
                await self.ask(messages.Ready)

    # ------------------------------------------------------------ the connection

    async def _stay_connected(self) -> None:
        pause = _FIRST_PAUSE
        while self._ended is None:
            before = self.connects
            try:
                async with _let_in(self._knock) as (socket, first):
                    await self._talk(socket, first)
            except InvalidURI:
                self._end(NoServer(f"{self._url} is no address of a server"))
            except InvalidStatus as problem:
                if problem.response.status_code == _NO_UPGRADE and not self.connects:  # that will not get better
                    told = "a proxy in front of the server lets no WebSockets through: it must pass on Upgrade"
                    self._end(NoServer(f"{told} and Connection"))
            except (OSError, TimeoutError, InvalidHandshake, WebSocketException):
                pass  # it will be tried again
            finally:
                self._socket = None
            await self._tell()
            if self.connects > before:  # it was welcome: not so a hello that is answered by an error, again and again
                pause = _FIRST_PAUSE
            if self._ended is None:
                await asyncio.sleep(pause * random.uniform(0.5, 1.0))
                pause = min(_LONGER * pause, _LONGEST_PAUSE)

    async def _knock(self) -> "tuple[ClientConnection, bytes | str]":
        """Connect and say hello; with the first that is said to that."""
        socket = await connect(
            self._url,
            compression=None,
            max_size=2**20,
            open_timeout=None,
            ping_interval=None,
            close_timeout=_GOODBYE_WITHIN,
        )
        try:
            hello = messages.Hello(self._table, self._version, self._token, self.since)
            await socket.send(messages.encode(hello), text=True)
            return socket, await socket.recv()
        except BaseException:
            socket.transport.abort()
            raise

    async def _talk(self, socket: ClientConnection, data: bytes | str) -> None:
        watching = asyncio.create_task(self._watch(socket))
        try:
            while True:
                self._last_word = time.monotonic()
                message = from_server(data)
                if isinstance(message, messages.Welcome):
                    self._socket = socket
                    self.connects += 1
                    for waiting, _ in list(self._unanswered.values()):
                        await self._send(socket, waiting)
                known = self._news(message) if isinstance(message, messages.Changes) else message
                if known is None:
                    await self._send(socket, messages.encode(messages.Whole()))
                else:
                    await self._take(known)
                if isinstance(message, messages.Closing) or self._ended is not None:
                    return
                data = await socket.recv()
        finally:
            watching.cancel()

    async def _watch(self, socket: ClientConnection) -> None:
        """When the server is silent, ask whether it is there; without an answer, what we have is no connection."""
        while True:
            silent = time.monotonic() - self._last_word
            if silent < _SILENT_FOR:
                await asyncio.sleep(_SILENT_FOR - silent)
                continue
            try:
                await asyncio.wait_for(await socket.ping(), _ANSWER_WITHIN)
            except TimeoutError:
                socket.transport.abort()
                return
            except WebSocketException:
                return  # it has ended already
            self._last_word = time.monotonic()

    async def _send(self, socket: ClientConnection, data: bytes) -> None:
        try:
            await socket.send(data, text=True)
        except (OSError, WebSocketException):
            self._socket = None  # it stays unanswered, and is sent again

    def _news(self, told: messages.Changes) -> messages.News | None:
        """What has changed, with the table as it is then; None if it is not known what has changed there."""
        if self.view is None or told.after != self.since:
            return None
        return messages.News(told.seq, told.at, told.happenings, applied(applied(self.view, told.changed), told.own))

    async def _take(self, message: messages.FromServer) -> None:
        for listener in self.listeners:
            listener(message)
        match message:
            case messages.Welcome():
                self.since, self.view, self.presence = message.seq, message.view, message.presence
                await self._tell()
            case messages.News():
                self.since, self.view = message.seq, message.view
                self._keep_receipts(message.view)
                await self._tell()
            case messages.Presence():
                self.presence = message
            case messages.Ack():
                self._answer(message.id, message)
            case messages.Error():
                problem = Refused(message.text, message.code)
                if message.id is not None:
                    self._answer(message.id, problem)
                elif message.code == "bad-version" and self._version > messages.OLDEST:
                    self._version = messages.OLDEST  # the server is an old one
                elif self._socket is None and message.code in FOR_GOOD:
                    self._end(problem)
            case messages.Closing() if not message.again:
                self._end(Refused(message.text, message.why))

    def _answer(self, message_id: str, answer: "messages.Ack | Refused") -> None:
        _, waiting = self._unanswered.get(message_id, (b"", None))
        if waiting is None or waiting.done():
            return
        if isinstance(answer, Refused):
            waiting.set_exception(answer)
        else:
            waiting.set_result(answer)

    def _end(self, problem: StichwerkError) -> None:
        self._ended = self._ended or problem
        for _, waiting in self._unanswered.values():
            if not waiting.done():
                waiting.set_exception(problem)

    async def _tell(self) -> None:
        async with self._changed:
            self._changes += self.view is not None
            self._changed.notify_all()


@asynccontextmanager
async def _let_in(
    knock: "Callable[[], Awaitable[tuple[ClientConnection, bytes | str]]]",
) -> "AsyncIterator[tuple[ClientConnection, bytes | str]]":
    """A connection, and the first message over it: of the first of several attempts that is answered."""
    attempts: set[asyncio.Task[tuple[ClientConnection, bytes | str]]] = set()
    try:
        async with asyncio.timeout(_LET_IN_WITHIN):
            done: set[asyncio.Task[tuple[ClientConnection, bytes | str]]] = set()
            while not done:
                if len(attempts) < _KNOCKS:
                    attempts.add(asyncio.ensure_future(knock()))
                done, _ = await asyncio.wait(attempts, timeout=_KNOCK_AGAIN, return_when=asyncio.FIRST_COMPLETED)
        first = done.pop()
        attempts.discard(first)
        socket, data = first.result()
    finally:
        for each in attempts:
            each.cancel()
            each.add_done_callback(_leave)
    async with socket:
        yield socket, data


def _leave(attempt: "asyncio.Task[tuple[ClientConnection, bytes | str]]") -> None:
    """Another attempt was answered before this one."""
    if not attempt.cancelled() and attempt.exception() is None:
        attempt.result()[0].transport.abort()


def from_server(data: bytes | str) -> messages.FromServer:
    """A message of a server. Games may have events that this client knows nothing of."""
    told = msgspec.json.decode(data)
    key = {"news": "happenings", "changes": "happenings", "welcome": "missed"}.get(told.get("type"), "")
    heard = tuple(wire_events.read(each) for each in told.pop(key, ()))
    if key == "happenings":
        told[key] = ()
    message: messages.FromServer = msgspec.convert(told, messages.FromServer)
    return msgspec.structs.replace(message, **{key: heard}) if heard else message
