"""A link between two processes of a cluster: one TCP connection for all that the one relays to the other.

Both prove that they know the secret, each with a number drawn by the other, and from then on everything is encrypted
with keys that follow from the secret and both numbers (ChaCha20-Poly1305): what was changed or put in on the way ends
the link.

What is sent in one turn of the event loop goes out as one record: a message to thousands of clients costs one packet.
"""

import asyncio
import hmac
import logging
import secrets
import struct
import time
from collections.abc import Callable
from enum import IntEnum
from hashlib import sha256, sha512
from typing import Any, cast

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

log = logging.getLogger("stichwerk.server")

#: The version of what processes say to each other. Those that speak another one are not in the same cluster.
SPEAKS = 1
#: Within so many seconds two processes have to know each other.
GREET_WITHIN = 2.0
#: The longest record, the longest greeting, and what may wait for a process that does not read, in bytes.
_LONGEST, _LONGEST_GREETING, _MOST_UNREAD = 32_000_000, 1024, 64_000_000
#: So much is sent at once, without waiting for the end of the turn.
_FULL = 256_000
#: Between two lines in the log about those who do not know the secret, in seconds.
_LINES_APART = 10.0

_SIZE = struct.Struct(">I")
_FRAME = struct.Struct(">BII")  # kind, channel, size


class Kind(IntEnum):
    """What a frame is. A channel is a client, or a request, that one process relays to the other."""

    PING = 0
    OPEN = 1  # relaying: a client says hello
    TEXT = 2  # both ways: a message
    END = 3  # both ways: there will be no more
    REFUSED = 4  # leading: the client cannot be connected, and why
    NOT_HERE = 5  # leading: some other process leads the table
    REQUEST = 6  # relaying: over HTTP
    ANSWER = 7  # leading: what was answered
    USED = 8  # how much addresses have used of their limits


class _Hello(msgspec.Struct, array_like=True):
    speaks: int
    sender: str
    receiver: str
    nonce: bytes


class _Reply(msgspec.Struct, array_like=True):
    nonce: bytes
    proof: bytes


class Link(asyncio.Protocol):
    """One end of a link. ``receiver``: whom it was dialed for; empty at the other end, which knows ``peer`` only when
    it has been greeted. ``hear`` gets each frame, ``over`` the link when it has ended.
    """

    def __init__(
        self,
        secret: str,
        me: str,
        receiver: str,
        hear: Callable[["Link", int, int, bytes], None],
        over: Callable[["Link"], None],
    ) -> None:
        self._key, self._me, self._receiver = sha256(b"stichwerk cluster 1 " + secret.encode()).digest(), me, receiver
        self._hear, self._over = hear, over
        self.peer = receiver
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.heard_at = time.monotonic()
        self._came = bytearray()
        self._out: list[bytes] = []
        self._out_size = 0
        self._said = b""
        self._sealing: ChaCha20Poly1305 | None = None
        self._opening: ChaCha20Poly1305 | None = None
        self._sealed = self._opened = 0
        self._transport: asyncio.Transport | None = None
        self._patience: asyncio.TimerHandle | None = None
        self.closed = self.unwelcome = False

    # ------------------------------------------------------------ sending

    def send(self, kind: Kind, channel: int = 0, payload: bytes = b"") -> None:
        """Send a frame; with others, at the end of this turn of the event loop."""
        if self.closed:
            return
        if not self._out:
            asyncio.get_running_loop().call_soon(self.flush)
        self._out += (_FRAME.pack(kind, channel, len(payload)), payload)
        self._out_size += len(payload)
        if self._out_size > _FULL:
            self.flush()

    def flush(self) -> None:
        """Send now what waits."""
        if not self._out or self._sealing is None or self._transport is None:
            return
        record = self._sealing.encrypt(self._sealed.to_bytes(12, "big"), b"".join(self._out), None)
        self._sealed += 1
        self._out.clear()
        self._out_size = 0
        self._transport.write(_SIZE.pack(len(record)) + record)
        if self._transport.get_write_buffer_size() > _MOST_UNREAD:
            log.warning("a process that did not read what it was sent was given up")
            self.abort()

    def abort(self) -> None:
        """End it."""
        if self._transport is not None:
            self._transport.abort()

    # ------------------------------------------------------------ the network

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The other process is there."""
        self._transport = cast(asyncio.Transport, transport)
        if self.unwelcome:
            self.abort()
            return
        self._patience = asyncio.get_running_loop().call_later(GREET_WITHIN, self._not_greeted)
        if self._receiver:
            self._said = msgspec.msgpack.encode(_Hello(SPEAKS, self._me, self._receiver, secrets.token_bytes(32)))
            self._write_greeting(self._said)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self.closed = True
        if self._patience is not None:
            self._patience.cancel()
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the link was closed"))
            self.ready.exception()  # if nobody waits for it, nobody has to know
        self._over(self)

    def data_received(self, data: bytes) -> None:
        """Some bytes."""
        self.heard_at = time.monotonic()
        self._came += data
        start, end = 0, len(self._came)
        while end - start >= _SIZE.size and not self.closed:
            size = _SIZE.unpack_from(self._came, start)[0]
            if size > (_LONGEST if self._opening is not None else _LONGEST_GREETING):
                self.abort()
                return
            if end - start < _SIZE.size + size:
                break
            record = bytes(self._came[start + _SIZE.size : start + _SIZE.size + size])
            start += _SIZE.size + size
            if self._opening is None:
                self._greeted(record)
            else:
                self._read(record)
        del self._came[:start]

    def _read(self, record: bytes) -> None:
        assert self._opening is not None
        try:
            frames = self._opening.decrypt(self._opened.to_bytes(12, "big"), record, None)
        except InvalidTag:
            log.error("what came from another process was changed on its way: the link was closed")
            self.abort()
            return
        self._opened += 1
        at = 0
        while at < len(frames):
            kind, channel, size = _FRAME.unpack_from(frames, at)
            at += _FRAME.size + size
            self._hear(self, kind, channel, frames[at - size : at])

    # ------------------------------------------------------------ greeting

    def _greeted(self, said: bytes) -> None:
        try:
            if self._receiver:
                self._reply_came(said)
            elif not self._said:
                self._hello_came(said)
            else:
                self._proof_came(said)
        except (msgspec.MsgspecError, ValueError):
            self.abort()

    def _hello_came(self, said: bytes) -> None:
        hello = msgspec.msgpack.decode(said, type=_Hello)
        if hello.receiver != self._me or hello.speaks != SPEAKS:
            self.abort()
            return
        self.peer = hello.sender
        nonce = secrets.token_bytes(32)
        reply = msgspec.msgpack.encode(_Reply(nonce, self._proof(b"accept", said, nonce)))
        self._said = said + reply
        self._write_greeting(reply)

    def _reply_came(self, said: bytes) -> None:
        reply = msgspec.msgpack.decode(said, type=_Reply)
        if not hmac.compare_digest(reply.proof, self._proof(b"accept", self._said, reply.nonce)):
            _tell_stranger(self._transport)
            self.abort()
            return
        both = self._said + said
        self._write_greeting(self._proof(b"dial", both, b""))
        self._begin(both, dialed=True)

    def _proof_came(self, said: bytes) -> None:
        if not hmac.compare_digest(said, self._proof(b"dial", self._said, b"")):
            _tell_stranger(self._transport)
            self.abort()
            return
        self._begin(self._said, dialed=False)

    def _proof(self, role: bytes, said: bytes, nonce: bytes) -> bytes:
        return hmac.digest(self._key, role + said + nonce, sha256)

    def _begin(self, said: bytes, dialed: bool) -> None:
        keys = hmac.digest(self._key, b"keys" + said, sha512)
        there, back = ChaCha20Poly1305(keys[:32]), ChaCha20Poly1305(keys[32:])
        self._sealing, self._opening = (there, back) if dialed else (back, there)
        if self._patience is not None:
            self._patience.cancel()
        self.ready.set_result(None)
        self.flush()

    def _write_greeting(self, said: bytes) -> None:
        assert self._transport is not None
        self._transport.write(_SIZE.pack(len(said)) + said)

    def _not_greeted(self) -> None:
        self.abort()


_told_at = -_LINES_APART


def _tell_stranger(transport: Any) -> None:
    """Somebody does not know the secret. It may come often; a line now and then is enough."""
    global _told_at
    now = time.monotonic()
    if now - _told_at >= _LINES_APART:
        _told_at = now
        peer = transport.get_extra_info("peername") or ("somewhere",)
        log.error("a process at %s does not know the cluster's secret: it is not let in", peer[0])
