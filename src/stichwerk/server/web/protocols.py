"""How bytes become requests: uvicorn's protocol for HTTP, with an end to everything that could go on for ever.

A request has to come whole, within seconds and with a head of limited size; only some may wait until those before them
are answered; whoever does not take an answer is cut off. And what belonged to a connection is let go when it ends:
without that only Python's search for garbage would find it, long after. WebSockets: `socket_protocol`.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, cast

import httptools
import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from stichwerk.server.web.doorkeeper import Doorkeeper
from stichwerk.server.web.limits import address_key
from stichwerk.server.web.socket_protocol import Wires
from stichwerk.server.web.turns import Turns

#: The longest head of a request (address and headers), in bytes.
LONGEST_HEAD = 32_768
#: The most headers in it. Each costs more to look at than to send; browsers send about twenty.
MOST_HEADERS = 200
#: Within so many seconds a request has to be there as a whole, and an answer has to be taken.
REQUEST_WITHIN = 10.0
#: So many requests of one connection may wait for the answer to the one before them. Browsers never send a second one
#: before the first is answered; each that waits takes some kilobytes.
MOST_WAITING = 8


class Config(uvicorn.Config):
    """What uvicorn has to know, and who keeps order at this server. ``proxy``: it says for whom it asks."""

    def __init__(self, app: Any, doorkeeper: Doorkeeper, proxy: bool = False, **settings: Any) -> None:
        super().__init__(app, http=Requests, ws=Wires, **settings)
        self.doorkeeper, self.proxy, self.turns = doorkeeper, proxy, Turns()


def _doorkeeper(config: uvicorn.Config) -> Doorkeeper:
    return cast(Config, config).doorkeeper


class _Enough(Exception):
    """No more requests are taken from this connection. The parser can only be stopped in the midst like that."""


def _nothing() -> None:
    pass


class Requests(HttpToolsProtocol):
    """HTTP, within limits."""

    _head = 0  # bytes of the head that is being read
    _answered: RequestResponseCycle | None = None  # what is being answered, or was last
    _enough = False
    _upgrading = False
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
        """Gone. uvicorn tells only the latest request; the one that is being answered would write to nobody."""
        if self._answered is not None and not self._answered.response_complete:
            self._answered.disconnected = True
            self._answered.message_event.set()
        while self.pipeline:
            waiting, _ = self.pipeline.pop()
            waiting.on_response = _nothing  # its turn will not come; as long as it refers to us, we keep each other
        super().connection_lost(exc)
        _doorkeeper(self.config).leave(self.transport)
        self._forget_timers()

    def data_received(self, data: bytes) -> None:
        """Some bytes; what cannot become a request any more is refused before it is kept."""
        if self._takes_no_more():
            self.flow.pause_reading()  # each answer begins it again
            return
        if self._head > LONGEST_HEAD:
            self._refuse(431, "the head of the request is too long")
            return
        for start in range(0, len(data), LONGEST_HEAD):
            piece = data[start : start + LONGEST_HEAD]
            self._head += len(piece)
            self._parse(piece)
            if self._takes_no_more():
                return
            if self._head > 2 * LONGEST_HEAD:  # of one header, which the parser has not told us of yet
                self._refuse(431, "the head of the request is too long")
                return

    def _takes_no_more(self) -> bool:
        return self._enough or self._upgrading or self.transport.is_closing()

    def _parse(self, piece: bytes) -> None:
        """As uvicorn does it, which would write a line in the log for each piece that cannot be read."""
        self._unset_keepalive_if_required()
        try:
            self.parser.feed_data(piece)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            if not self._enough:
                self.send_400_response("Invalid HTTP request received.")

    def on_message_begin(self) -> None:
        """A request begins. Those that wait already are answered; it is too many, and the end of this connection."""
        if len(self.pipeline) >= MOST_WAITING:
            self._end_with_the_latest()
            _doorkeeper(self.config).tell("requests of one connection that wait", MOST_WAITING)
            raise _Enough
        super().on_message_begin()
        if self._deadline is None:  # the second of one connection
            self._expect_request()

    def _end_with_the_latest(self) -> None:
        self._enough = True
        self.cycle.keep_alive = False  # the connection is closed after the answer to it
        self.flow.pause_reading()

    def on_url(self, url: bytes) -> None:
        """A part of the address."""
        super().on_url(url)
        if len(self.url) > LONGEST_HEAD:
            raise ValueError("the address is too long")

    def on_header(self, name: bytes, value: bytes) -> None:
        """A line of the head."""
        if len(self.headers) >= MOST_HEADERS:
            raise ValueError("there are too many headers")
        super().on_header(name, value)

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

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """A request is the next of its connection; now it waits for its turn among all others."""
        self._answered = cycle
        self._when_it_is_our_turn(cycle.scope["headers"], lambda: self._begin(cycle, app))

    def _begin(self, cycle: RequestResponseCycle, app: Any) -> None:
        if cycle.disconnected:
            cycle.on_response = _nothing
        else:
            super()._start_asgi_task(cycle, app)

    def _when_it_is_our_turn(self, headers: Iterable[tuple[bytes, bytes]], begin: Callable[[], None]) -> None:
        config, peer = cast(Config, self.config), self.client[0] if self.client else ""
        told = b",".join(value for name, value in headers if config.proxy and name == b"x-forwarded-for")
        config.turns.come(address_key(peer, told.decode("latin-1") or None), begin)

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
        headers = self.headers or ()
        return len(headers) >= MOST_HEADERS or sum(len(name) + len(value) + 4 for name, value in headers) > LONGEST_HEAD

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a WebSocket, as soon as it is its turn; unless something is still being answered, which
        would be written among its messages."""
        self._forget_timers()
        if self._answered is not None and not self.cycle.response_complete:
            self._end_with_the_latest()
            return
        _doorkeeper(self.config).heard(self.transport)
        self._upgrading = True
        self.transport.pause_reading()
        self._when_it_is_our_turn(self.headers, self._upgrade)

    def _upgrade(self) -> None:
        if self.transport.is_closing():
            return
        self.transport.resume_reading()
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
