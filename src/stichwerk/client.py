"""A client for programs: take a seat at a table of a server, see what your seat sees, and move.

::

    client = Client("http://localhost:8000")
    seat = await client.open("rage", "Anja", seats=[SeatWish("bot", 2), SeatWish("bot", 2)])
    async with client.at(seat) as table:
        await table.ask(Start)
        async for view in table.views():
            if view.play is not None and view.play.legal:
                await table.ask(Move, view.play.legal[0])

It connects again by itself, goes on where it was, and sends again what was not answered; a move sent twice is played
once. Only what the server refuses for good comes out of it, as a `Refused`.
"""

import asyncio
import hashlib
import random
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidURI, WebSocketException

from stichwerk.errors import StichwerkError
from stichwerk.protocol import messages, wire_events
from stichwerk.protocol.messages import JoinTable, NewTable, Pace, Seat, SeatWish, TableView

T = TypeVar("T")
Choose = Callable[[TableView], str | Awaitable[str]]


def from_server(data: bytes | str) -> messages.FromServer:
    """A message of a server. Games may have events that this client knows nothing of."""
    told = msgspec.json.decode(data)
    key = {"news": "happenings", "welcome": "missed"}.get(told.get("type"), "")
    heard = tuple(wire_events.read(each) for each in told.pop(key, ()))
    if key == "happenings":
        told[key] = ()
    message: messages.FromServer = msgspec.convert(told, messages.FromServer)
    return msgspec.structs.replace(message, **{key: heard}) if heard else message


#: Seconds between two attempts to connect again: the first, and the longest.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 5.0
_PATIENCE = 30.0
#: What the server may say to a hello that will be the same the next time.
_FOR_GOOD = (
    "unknown-table", "unknown-game", "newer-log", "bad-log", "no-entry", "bad-version", "bad-message", "bad-token",
)  # fmt: skip


class Refused(StichwerkError):
    """The server has refused something: its code and its sentence. ``status`` is that of HTTP, if it was asked so."""

    code = "refused"

    def __init__(self, message: str, code: str, status: int | None = None) -> None:
        super().__init__(message, code)
        self.status = status


class NoServer(StichwerkError):
    """No server answers there."""

    code = "no-server"


class Client:
    """A server, seen from outside. ``url`` is the address of its page."""

    def __init__(self, url: str = "http://localhost:8000") -> None:
        self.url = url.rstrip("/")

    async def open(self, game: str, name: str, seats: Sequence[SeatWish] = (), **wish: Any) -> Seat:
        """Open a table; whoever does is its host. ``wish``: options, pace, listed."""
        return await self.request("POST", "/api/tables", Seat, NewTable(game, name, list(seats), **wish))

    async def join(self, name: str, **how: str) -> Seat:
        """Take a seat, with an ``invite``, a ``code``, or the id of a listed ``table``."""
        return await self.request("POST", "/api/tables/join", Seat, JoinTable(name, **how))

    async def invite(self, seat: Seat, to: int | None = None) -> str:
        """Host: an invite to a seat, or to any open one."""
        asked = messages.NewInvite(to)
        path = f"/api/tables/{quote(seat.table)}/invites"
        return (await self.request("POST", path, messages.InviteLink, asked, seat.token)).invite

    async def record(self, table: str, number: int = 1) -> str:
        """The record of a finished game, one line."""
        data = await asyncio.to_thread(self._send, "GET", f"/api/tables/{quote(table)}/games/{number}/record")
        return data.decode()

    async def sheet(self, table: str, number: int | None = None) -> messages.Sheet:
        """The score sheet of the present game at a table, or of an earlier one, with its arithmetic."""
        which = "" if number is None else f"?game={number}"
        return await self.request("GET", f"/api/tables/{quote(table)}/sheet{which}", messages.Sheet)

    def at(self, seat: Seat | str, since: int | None = None) -> "AtTable":
        """Connect to a table: with a seat to play, with the id of a table to watch."""
        if isinstance(seat, str):
            return AtTable(self.url, seat, None, since)
        return AtTable(self.url, seat.table, seat.token, since)

    async def request(self, method: str, path: str, answer: type[T], body: Any = None, token: str | None = None) -> T:
        """Ask the API for something."""
        data = await asyncio.to_thread(self._send, method, path, body, token)
        return msgspec.json.decode(data, type=answer)

    def _send(self, method: str, path: str, body: Any = None, token: str | None = None) -> bytes:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        data = None if body is None else messages.encode(body)
        if data is not None:
            headers["Content-Type"] = "application/json"
        try:
            with urlopen(Request(self.url + path, data, headers, method=method), timeout=_PATIENCE) as response:
                found: bytes = response.read()
                return found
        except HTTPError as problem:
            raise _refused(problem) from None
        except (URLError, OSError, ValueError) as problem:
            raise NoServer(f"no server answers at {self.url}: {getattr(problem, 'reason', problem)}") from None


def _refused(problem: HTTPError) -> Refused:
    try:
        told = msgspec.json.decode(problem.read())
        return Refused(str(told["text"]), str(told["code"]), problem.code)
    except (msgspec.MsgspecError, KeyError, TypeError):
        return Refused(f"the server answers {problem.code}", "refused", problem.code)


class AtTable:
    """A place at a table, playing or watching. Use it with ``async with``."""

    def __init__(self, url: str, table: str, token: str | None, since: int | None = None) -> None:
        parts = urlsplit(url)
        self._url = parts._replace(scheme="wss" if parts.scheme == "https" else "ws", path=parts.path + "/ws").geturl()
        self._table, self._token = table, token
        self.since = since
        self.view: TableView | None = None
        self.presence: messages.Presence | None = None
        self.connects = 0
        #: Called with each message of the server, as it comes.
        self.listeners: list[Callable[[Any], None]] = []
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, tuple[bytes, asyncio.Future[messages.Ack]]] = {}
        self._changed = asyncio.Condition()
        self._changes = 0
        self._ids = 0
        self._name = secrets.token_hex(6)
        self._salts: dict[int, str] = {}  # by the number of the game: one that was opened is no secret any more
        self._ended: StichwerkError | None = None
        self._task: asyncio.Task[None] | None = None

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
                if self._ended is not None or problem.code not in _GONE_ON:
                    raise
        raise AssertionError("the views never end")

    async def _take_part(self, view: TableView, choose: Choose) -> None:
        if view.you is None:
            return
        own = view.seats[view.you]
        if view.status == "cutting":
            salt = self._salts.setdefault(view.number, secrets.token_hex(16))
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
            try:
                async with connect(self._url, compression=None, max_size=2**20, open_timeout=_PATIENCE) as socket:
                    pause = _FIRST_PAUSE
                    await self._talk(socket)
            except InvalidURI:
                self._end(NoServer(f"{self._url} is no address of a server"))
            except (OSError, InvalidHandshake, WebSocketException):
                pass  # it will be tried again
            finally:
                self._socket = None
            await self._tell()
            if self._ended is None:
                await asyncio.sleep(pause * random.uniform(0.5, 1.0))
                pause = min(2 * pause, _LONGEST_PAUSE)

    async def _talk(self, socket: ClientConnection) -> None:
        hello = messages.Hello(self._table, token=self._token, since=self.since)
        await self._send(socket, messages.encode(hello))
        async for data in socket:
            message = from_server(data)
            if isinstance(message, messages.Welcome):
                self._socket = socket
                self.connects += 1
                for waiting, _ in list(self._unanswered.values()):
                    await self._send(socket, waiting)
            await self._take(message)
            if isinstance(message, messages.Closing) or self._ended is not None:
                return

    async def _send(self, socket: ClientConnection, data: bytes) -> None:
        try:
            await socket.send(data, text=True)
        except (OSError, WebSocketException):
            self._socket = None  # it stays unanswered, and is sent again

    async def _take(self, message: messages.FromServer) -> None:
        for listener in self.listeners:
            listener(message)
        match message:
            case messages.Welcome():
                self.since, self.view, self.presence = message.seq, message.view, message.presence
                await self._tell()
            case messages.News():
                self.since, self.view = message.seq, message.view
                await self._tell()
            case messages.Presence():
                self.presence = message
            case messages.Ack():
                self._answer(message.id, message)
            case messages.Error():
                problem = Refused(message.text, message.code)
                if message.id is not None:
                    self._answer(message.id, problem)
                elif self._socket is None and message.code in _FOR_GOOD:
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


#: Refusals that only mean that the table has gone on since the view that a client answers.
_GONE_ON = frozenset(
    {"too-late", "not-your-turn", "round-not-over", "paused", "no-cut-now", "already-cut", "game-over", "no-game"}
)

__all__ = ["AtTable", "Client", "NoServer", "Pace", "Refused", "Seat", "SeatWish"]
