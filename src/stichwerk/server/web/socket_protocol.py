"""How bytes become messages: uvicorn's protocol for WebSockets, with an end to everything that could go on for ever.

A WebSocket has a budget for frames that are no messages (pings, pongs, fragments), and whoever does not take what it is
sent is cut off. When the application has made a `Wire` of it, that is given all messages, and what belonged to the
application is let go; as is the rest when the connection ends: without that only Python's search for garbage would find
it, long after.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, cast

import uvicorn
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from stichwerk.server.web.doorkeeper import Doorkeeper
from stichwerk.server.web.limits import Allowance
from stichwerk.server.web.wires import ABORT, CLOSE, GONE_WITHIN, HAND_OVER, HANDED, STAY, WRITE, WRITE_NOW, Wire

#: Of what has come, so many bytes are looked at before it is asked whether that is enough.
_PIECE = 4096
#: Frames that are no messages: so many at once, and so many per second.
_FRAMES_AT_ONCE, _FRAMES_PER_SECOND = 60, 5.0
#: What may wait for a client that does not read, in bytes.
_MOST_UNREAD = 1_000_000


def _doorkeeper(config: uvicorn.Config) -> Doorkeeper:
    return cast(Doorkeeper, cast(Any, config).doorkeeper)


def _head_of_frame(length: int) -> bytes:
    """What stands before a text of so many bytes that is sent whole and, as a server does, not masked (RFC 6455, 5.2).

    >>> _head_of_frame(5).hex(), _head_of_frame(300).hex()
    ('8105', '817e012c')
    """
    if length < 126:
        return bytes((0x81, length))
    return b"\x81\x7e" + length.to_bytes(2) if length < 65_536 else b"\x81\x7f" + length.to_bytes(8)


class Wires(WebSocketsSansIOProtocol):
    """A WebSocket within limits, that can be cut off: to close one politely waits for the other side, which may never
    answer.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._frames_left = Allowance(_FRAMES_AT_ONCE, _FRAMES_PER_SECOND)
        self._gone: asyncio.TimerHandle | None = None
        self._lost = self._done = False
        self._request: bytes | None = None  # as long as nothing else has come
        self._wire: Wire | None = None  # which is given all messages, when the application has done its part

    def data_received(self, data: bytes) -> None:
        """Some bytes: of a flood only the beginning is looked at. First comes the request, whole."""
        self._request = data if self._request is None else b""
        for start in range(0, len(data), _PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + _PIECE])
        if self.transport.get_write_buffer_size() > _MOST_UNREAD:
            self._cut_off("bytes that a client did not read", _MOST_UNREAD)

    def handle_connect(self, event: Any) -> None:
        """Offer the application to write several messages at once, and to cut off."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            offered = cast(dict[str, Any], self.scope["extensions"])
            offered[ABORT], offered[WRITE], offered[WRITE_NOW] = self.transport.abort, self.write, self.write_now
            offered[CLOSE], offered[STAY], offered[HAND_OVER] = self.close, self.stay, self.hand_over

    def hand_over(self, give: Callable[[int, bytes], bool]) -> bool:
        """Let another worker have this connection, if it takes it: it answers the request, and here it is over."""
        if not self._request or self.handshake_complete or self.transport.is_closing():
            return False
        if not give(self.transport.get_extra_info("socket").fileno(), self._request):
            return False
        self.handshake_complete = True  # there is nothing to be said any more
        self.transport.abort()
        return True

    def stay(self, wire: Wire) -> Callable[[bool], None]:
        """From now on the wire is given all messages, and the application needs not stay: it would cost each quiet
        socket ten kilobytes. Returns what has reading paused, or go on."""
        self._wire = wire
        while not self.queue.empty():  # what has come meanwhile
            event = cast(dict[str, Any], self.queue.get_nowait())
            if event["type"] == "websocket.receive":
                wire.hear(event.get("text"))
        self.pause(False)
        if self.disconnected:
            self._tell_gone()
        return self.pause

    def pause(self, pause: bool) -> None:
        """Read nothing for a while, or again."""
        if pause != self.read_paused and not self.transport.is_closing():
            self.read_paused = pause
            (self.transport.pause_reading if pause else self.transport.resume_reading)()

    def _tell_gone(self) -> None:
        if self._wire is not None:
            self._wire.gone()
            self._wire = None

    async def run_asgi(self) -> None:
        """The application. At its end uvicorn would close the socket; here a wire may have it by then."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("the application failed at a socket")
        if not self.handshake_complete:
            self.send_500_response()
        if self._wire is None and self.close_timer is None:
            self.transport.close()

    async def close(self, code: int) -> None:
        """Close it; who does not answer that is cut off."""
        await self.send({"type": "websocket.close", "code": code, "reason": ""})
        self._cut_off_soon()

    def _cut_off_soon(self) -> None:
        if not self._lost and self._gone is None:
            self._gone = self.loop.call_later(GONE_WITHIN, self.transport.abort)

    async def write(self, texts: Sequence[bytes]) -> None:
        """Messages, each a whole frame, as uvicorn's ``send`` and the layers above it would write them one by one:
        every move at a table is told to all who sit there, so this way is walked most."""
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self._write(texts)

    def write_now(self, texts: Sequence[bytes]) -> bool:
        """Messages, if the network takes them at once: then nobody has to be woken up to write them."""
        if not self.writable.is_set() or self.transport.is_closing() or self.conn.state is not State.OPEN:
            return False
        self._write(texts)
        return True

    def _write(self, texts: Sequence[bytes]) -> None:
        framed = [_head_of_frame(len(text)) + text for text in texts]
        self.transport.write(framed[0] if len(framed) == 1 else b"".join(framed))

    def send_receive_event_to_app(self) -> None:
        """A whole message. A text that is none goes on as bytes, to be refused like any other nonsense; uvicorn would
        write a traceback into the log for each."""
        text: str | None = None
        if self.curr_msg_data_type == "text":
            try:
                text = b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        if self._wire is None:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            if not self.close_sent:
                self._wire.hear(text)

    # ------------------------------------------------------------ frames that are no messages

    def handle_ping(self) -> None:
        """A ping, which is answered."""
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """An answer to our ping, or to nothing."""
        if self._may_go_on():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A part of a message."""
        if self._may_go_on():
            super().handle_cont(event)

    def _may_go_on(self) -> bool:
        if self.transport.is_closing():
            return False
        if self._frames_left.take():
            return True
        self._cut_off("frames that are no messages, per second", _FRAMES_PER_SECOND)
        return False

    def _cut_off(self, what: str, limit: float) -> None:
        _doorkeeper(self.config).tell(what, limit)
        self.transport.abort()

    def keepalive_timeout(self) -> None:
        """No answer to a heartbeat."""
        super().keepalive_timeout()
        self.transport.abort()

    # ------------------------------------------------------------ the end

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        super().connection_lost(exc)
        _doorkeeper(self.config).leave(self.transport)
        self._lost = True
        self._tell_gone()
        self._let_go()

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """The application is done with it. A client that does not answer the closing handshake has not long."""
        super().on_task_complete(task)
        self._done = True
        if self._wire is None:
            self._cut_off_soon()
        self._let_go()

    def _let_go(self) -> None:
        """Keep nothing that neither the network nor the application needs any more, above all no circles of references:
        only a search for garbage would find them."""
        if self._done:
            cast(dict[str, Any], self.scope).clear()
            self.request = self.response = None  # type: ignore[assignment]
            self.queue = cast(Any, _Unread())
        if not self._lost:
            return
        if self._gone is not None:
            self._gone.cancel()
            self._gone = None
        if self._done or not hasattr(self, "scope"):
            self.conn.parser.close()


class _Unread:
    """What an application would be told that has done its part."""

    def put_nowait(self, event: Any) -> None:
        """Nobody reads it."""


class Handed(Wires):
    """A WebSocket that another worker has handed over, with the ``request`` that it began with. It stays here."""

    def __init__(self, request: bytes, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._began = request

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It is there, and has asked already."""
        super().connection_made(transport)
        if _doorkeeper(self.config).enter(self.transport):
            _doorkeeper(self.config).heard(self.transport)
            self.data_received(self._began)
        else:
            self.transport.abort()

    def handle_connect(self, event: Any) -> None:
        """Whoever took it first has counted it."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            offered = cast(dict[str, Any], self.scope["extensions"])
            offered[HANDED] = offered.pop(HAND_OVER)
