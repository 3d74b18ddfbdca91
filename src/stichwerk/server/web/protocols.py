"""How bytes become requests and messages: uvicorn's protocols, with an end to everything that could go on for ever.

A request has to come whole, within seconds and with a head of limited size; whoever does not take an answer is cut off;
a WebSocket has a budget for frames that are no messages (pings, pongs, fragments). And what belonged to a connection
is let go when it ends: without that only Python's search for garbage would find it, long after.
"""

import asyncio
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from stichwerk.server.web.doorkeeper import Doorkeeper
from stichwerk.server.web.limits import Allowance
from stichwerk.server.web.sockets import ABORT, GONE_WITHIN

#: The longest head of a request (address and headers), in bytes.
LONGEST_HEAD = 32_768
#: Within so many seconds a request has to be there as a whole, and an answer has to be taken.
REQUEST_WITHIN = 10.0
#: Of what has come, so many bytes are looked at before it is asked whether that is enough.
_PIECE = 4096
#: Frames that are no messages: so many at once, and so many per second.
_FRAMES_AT_ONCE, _FRAMES_PER_SECOND = 60, 5.0
#: What may wait for a client that does not read, in bytes.
_MOST_UNREAD = 1_000_000


class Config(uvicorn.Config):
    """What uvicorn has to know, and the doorkeeper of this server."""

    def __init__(self, app: Any, doorkeeper: Doorkeeper, **settings: Any) -> None:
        super().__init__(app, http=Requests, ws=Wires, **settings)
        self.doorkeeper = doorkeeper


def _doorkeeper(config: uvicorn.Config) -> Doorkeeper:
    return cast(Config, config).doorkeeper


class Requests(HttpToolsProtocol):
    """HTTP, within limits."""

    _head = 0  # bytes of the head that is being read
    _deadline: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there; from now on the time runs."""
        super().connection_made(transport)
        if not _doorkeeper(self.config).enter(transport):
            transport.abort()
            return
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        super().connection_lost(exc)
        _doorkeeper(self.config).leave(self.transport)
        self._forget_timers()

    def data_received(self, data: bytes) -> None:
        """Some bytes; what cannot become a request any more is refused before it is kept."""
        if self.transport.is_closing():
            return
        if self._head > LONGEST_HEAD:
            self._refuse(431, "the head of the request is too long")
            return
        for start in range(0, len(data), LONGEST_HEAD):
            if self.transport.is_closing() or self.parser is None:
                return
            piece = data[start : start + LONGEST_HEAD]
            self._head += len(piece)
            super().data_received(piece)
            if self._head > 2 * LONGEST_HEAD:  # of one header, which the parser has not told us of yet
                self._refuse(431, "the head of the request is too long")
                return

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        if self._deadline is None:  # the second of one connection
            self._expect_request()

    def on_url(self, url: bytes) -> None:
        """A part of the address."""
        super().on_url(url)
        if len(self.url) > LONGEST_HEAD:
            raise ValueError("the address is too long")

    def on_headers_complete(self) -> None:
        """The whole head is there."""
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > LONGEST_HEAD:
            raise ValueError("the head is too long")
        super().on_headers_complete()
        self._head = -(1 << 62)  # the body has limits of its own

    def on_body(self, body: bytes) -> None:
        """A part of the body. Who has been answered already (it is too long) and goes on sending is cut off."""
        if not self.cycle.response_complete:
            super().on_body(body)
        elif not self.transport.is_closing():
            self.transport.close()  # what was answered is still sent
            self.loop.call_later(1.0, self.transport.abort)

    def on_message_complete(self) -> None:
        """The whole request is there."""
        super().on_message_complete()
        self._head = 0
        self._cancel_deadline()
        _doorkeeper(self.config).heard(self.transport)

    def send_400_response(self, msg: str) -> None:
        """What could not be read: because it is too long, or for another reason."""
        if self._head > LONGEST_HEAD or len(getattr(self, "url", b"")) > LONGEST_HEAD or self._head_too_long():
            self._refuse(431, "the head of the request is too long")
        else:
            super().send_400_response(msg)

    def _head_too_long(self) -> bool:
        return sum(len(name) + len(value) + 4 for name, value in self.headers or ()) > LONGEST_HEAD

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a WebSocket."""
        self._forget_timers()
        _doorkeeper(self.config).heard(self.transport)
        super().handle_websocket_upgrade()
        # Nobody tells this object when the connection is lost, so it lets go of everything now.
        self.parser = None  # type: ignore[assignment]
        self.scope, self.headers = None, []  # type: ignore[assignment]

    def pause_writing(self) -> None:
        """The other side does not take what is sent."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(REQUEST_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    # ------------------------------------------------------------ the time

    def _expect_request(self) -> None:
        self._cancel_deadline()
        self._deadline = self.loop.call_later(REQUEST_WITHIN, self._too_late)

    def _too_late(self) -> None:
        self._deadline = None
        if self._head:
            _doorkeeper(self.config).tell("seconds for a request", REQUEST_WITHIN)
            self._refuse(408, "the request did not come in time")
        else:
            self.transport.abort()

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _forget_timers(self) -> None:
        self._cancel_deadline()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _refuse(self, status: int, text: str) -> None:
        if self.transport.is_closing():
            return
        if status == 431:
            _doorkeeper(self.config).tell("bytes in the head of a request", LONGEST_HEAD)
        code = {408: "bad-request", 431: "too-long"}[status]
        body = f'{{"code":"{code}","text":"{text}"}}'.encode()
        head = [STATUS_LINE[status], b"content-type: application/json\r\nconnection: close\r\n"]
        self.transport.write(b"".join([*head, b"content-length: %d\r\n\r\n" % len(body), body]))
        self.transport.close()
        self._forget_timers()
        self.loop.call_later(1.0, self.transport.abort)  # who goes on sending would keep it open


class Wires(WebSocketsSansIOProtocol):
    """A WebSocket within limits, that can be cut off: to close one politely waits for the other side, which may never
    answer.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._frames_left = Allowance(_FRAMES_AT_ONCE, _FRAMES_PER_SECOND)
        self._gone: asyncio.TimerHandle | None = None
        self._lost = self._done = False

    def data_received(self, data: bytes) -> None:
        """Some bytes: of a flood only the beginning is looked at."""
        for start in range(0, len(data), _PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + _PIECE])
        if self.transport.get_write_buffer_size() > _MOST_UNREAD:
            self._cut_off("bytes that a client did not read", _MOST_UNREAD)

    def handle_connect(self, event: Any) -> None:
        """Offer the application to cut off."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            cast(dict[str, Any], self.scope["extensions"])[ABORT] = self.transport.abort

    def send_receive_event_to_app(self) -> None:
        """A whole message. A text that is none goes on as bytes, to be refused like any other nonsense; uvicorn would
        write a traceback into the log for each."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

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
        self._let_go()

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """The application is done with it. A client that does not answer the closing handshake has not long."""
        super().on_task_complete(task)
        self._done = True
        if not self._lost:
            self._gone = self.loop.call_later(GONE_WITHIN, self.transport.abort)
        self._let_go()

    def _let_go(self) -> None:
        """Break the circles of references, when neither the network nor the application needs them any more."""
        if not self._lost:
            return
        if self._gone is not None:
            self._gone.cancel()
            self._gone = None
        if self._done or not hasattr(self, "scope"):
            self.conn.parser.close()
            if hasattr(self, "scope"):
                cast(dict[str, Any], self.scope).clear()
            self.queue = asyncio.Queue()
