"""One client at a table: messages come in, and go out through a queue that never grows without end."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

from stichwerk.errors import StichwerkError
from stichwerk.protocol import messages
from stichwerk.server.wire import outbox
from stichwerk.server.wire.telling import Told

#: A client that has not fetched so many messages is stuck: it is dropped, and finds everything again by its ``since``.
MOST_WAITING = 200
#: The longest message of a client, in bytes. (A network layer refuses longer ones before they are even read.)
LONGEST_MESSAGE = 4096
#: So many messages that cannot be read, and the client is sent away.
MOST_MISTAKES = 20

log = logging.getLogger("stichwerk.server")


class NoMoreMessages(Exception):
    """There will be no more messages; the last one was a ``closing`` (or the connection was closed from here)."""


class Connection:
    """A client that watches a table, or plays at it with a token. Made by `Directory.connect`.

    ``changes``: whether it wants to be told what has changed, and not everything each time. ``told``: of that one, what
    it knows; None: not what it would have to know.
    """

    #: Whether what is asked is answered by this process.
    answers_here = True

    def __init__(
        self,
        table: str,
        token: str | None,
        ask: Callable[[str, str | None, Any], Awaitable[messages.Ack]],
        leave: Callable[["Connection"], None],
        now: Callable[[], int],
        tell: Callable[["Connection"], Awaitable[None]] | None = None,
    ) -> None:
        self.table, self.token = table, token  # the token is hashed
        self._ask, self._leave, self._now, self._tell = ask, leave, now, tell
        self.changes = False
        self.told: Told | None = None
        #: Takes messages at once if it can, and says so; where there is none, all wait for `next`.
        self.outlet: Callable[[Sequence[bytes]], bool] | None = None
        #: Called when something waits that no outlet has taken, or when it is over.
        self.stirred: Callable[[], None] | None = None
        self._answering = False
        # Mostly nothing waits here, and there are thousands of connections: so no deque, and no event.
        self._waiting: list[bytes] = []
        self._something: asyncio.Future[None] | None = None  # what `next` waits for
        self._mistakes = 0
        self._greeted = False
        self.closed = False

    async def next(self) -> bytes:
        """The next message to be sent; raises `NoMoreMessages` when there will be none."""
        while not self._waiting:
            if self.closed:
                raise NoMoreMessages
            self._something = asyncio.get_running_loop().create_future()
            await self._something
        return self._waiting.pop(0)

    @property
    def waits(self) -> bool:
        """Whether there is something to be sent."""
        return bool(self._waiting)

    def rest(self) -> list[bytes]:
        """What else is to be sent already, behind the message that `next` gave."""
        found, self._waiting = self._waiting, []
        return found

    async def receive(self, data: bytes | str) -> None:
        """Do what a client asks; the answer goes into the queue. Never raises for anything a client can send."""
        if self.closed:
            return
        try:
            message = self._read(data)
        except ValueError as problem:
            self._mistakes += 1
            self.send(messages.Error("bad-message", f"this message cannot be read: {problem}"))
            if self._mistakes >= MOST_MISTAKES:
                self.end(messages.Closing("bad-message", "too many messages could not be read", again=False))
            return
        if isinstance(message, messages.Ping):
            self.send(messages.Pong(message.n, self._now()))
        elif isinstance(message, messages.Hello):
            self.send(messages.Error("bad-message", "hello is said only once"))
        else:
            await self._answer(message)

    async def _answer(self, ask: messages.Ask | messages.Whole) -> None:
        self._answering = True  # what the client hears meanwhile comes with the answer: one piece for the network
        try:
            answer = await self._answer_to(ask)
        finally:
            self._answering = False
        if answer is not None:
            self.send(answer)
        elif self._waiting:
            self._pass_on()

    async def _answer_to(self, ask: messages.Ask | messages.Whole) -> messages.Ack | messages.Error | None:
        message_id = None if isinstance(ask, messages.Whole) else ask.id
        try:
            if not isinstance(ask, messages.Whole):
                return await self._ask(self.table, self.token, ask)
            if self._tell is not None:
                await self._tell(self)
        except StichwerkError as problem:
            return outbox.error(problem, message_id)  # those of the store have been logged where they came up
        except Exception:
            log.exception("a message of type %s failed", type(ask).__name__)
            return messages.Error("server-error", "something went wrong here; nothing was changed", message_id)
        return None

    def _read(self, data: bytes | str) -> messages.FromClient:
        if len(data) > LONGEST_MESSAGE:
            raise ValueError(f"it is longer than {LONGEST_MESSAGE} bytes")
        try:
            return messages.decode(data)
        except (msgspec.MsgspecError, UnicodeError) as problem:
            raise ValueError(str(problem)) from None
        except RecursionError:
            raise ValueError("it is nested too deep") from None

    # ------------------------------------------------------------ what goes out

    def greet(self, welcome: messages.Welcome, told: Told) -> None:
        """Begin with the welcome, which has ``told`` this. Whatever is told before it is part of it, and not sent."""
        self._greeted = True
        self.changes = welcome.v > 1
        self.told = told if self.changes else None
        self.send(welcome)

    def send(self, message: messages.FromServer) -> None:
        """Put a message into the queue."""
        self.send_bytes(messages.encode(message))

    def send_bytes(self, data: bytes) -> None:
        """Put an encoded message into the queue; a client that does not fetch its messages is dropped."""
        if self.closed or not self._greeted:
            return
        if len(self._waiting) >= MOST_WAITING:
            log.info("a client that did not fetch its messages was dropped")
            self.end(messages.Closing("slow", "the connection was too slow: connect again", again=True))
            return
        self._waiting.append(data)
        if not self._answering:
            self._pass_on()

    def end(self, closing: messages.Closing) -> None:
        """Tell the client that it is over; nothing else is sent any more."""
        if not self.closed:
            self._waiting.clear()
            self._waiting.append(messages.encode(closing))
            self.close()

    def close(self) -> None:
        """The client is gone."""
        if not self.closed:
            self.closed = True
            self._wake()
            self._leave(self)

    def _pass_on(self) -> None:
        """What waits goes out."""
        if self.outlet is not None and self.outlet(self._waiting):
            self._waiting.clear()
        else:
            self._wake()

    def _wake(self) -> None:
        if self._something is not None and not self._something.done():
            self._something.set_result(None)
        elif self.stirred is not None:
            self.stirred()
