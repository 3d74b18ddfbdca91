"""The doorkeeper: counts every connection from its first byte on, so that nobody takes all of them.

Requests and messages have limits of their own (`limits`); here it is about connections as such, also those that never
say anything.
"""

import asyncio
import logging
import time
from collections import Counter
from typing import Any

from stichwerk.server.web.limits import Allowances, address_key

log = logging.getLogger("stichwerk.server")

#: File descriptors that are not for clients: the database, the log, libraries.
_RESERVED = 64
#: More connections than this are not for one process, whatever the system allows.
_MOST = 20_000
#: Between two lines in the log about the same limit, in seconds.
_LINES_APART = 10.0


class Doorkeeper:
    """``most`` connections in all, ``per_address`` of one address, and ``per_minute`` new ones of it; 0 is no limit.

    When all are taken, the one goes that has been silent longest: people who play are not silent. Who comes too often
    is shut out before anything is read or answered: nothing else costs so little, and all others wait less.
    """

    def __init__(self, most: int, per_address: int, per_minute: int = 0) -> None:
        self._most, self._per_address, self._per_minute = most, per_address, per_minute
        self._coming = Allowances(per_minute, per_minute / 60)
        self._open: dict[asyncio.BaseTransport, str] = {}
        self._silent: dict[asyncio.BaseTransport, None] = {}  # those without a request so far, the oldest first
        self._by_address: Counter[str] = Counter()
        self._told: dict[str, float] = {}

    @property
    def open(self) -> int:
        """How many connections there are."""
        return len(self._open)

    def enter(self, transport: Any) -> bool:
        """A connection is made; False if it is one too many."""
        peer = transport.get_extra_info("peername")
        address = address_key(str(peer[0]), None) if peer else ""
        if self._per_address and self._by_address[address] >= self._per_address:
            self.tell("connections of one address", self._per_address)
            return False
        if not self._coming.take(address):
            self.tell("new connections of one address per minute", self._per_minute)
            return False
        if self._most and len(self._open) >= self._most:
            self.tell("connections", self._most)
            oldest = next(iter(self._silent), None)
            if oldest is None:
                return False
            self.leave(oldest)
            oldest.abort()  # type: ignore[attr-defined]
        self._open[transport] = address
        self._silent[transport] = None
        self._by_address[address] += 1
        return True

    def heard(self, transport: asyncio.BaseTransport) -> None:
        """A whole request has come."""
        self._silent.pop(transport, None)

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """A connection is gone."""
        address = self._open.pop(transport, None)
        self._silent.pop(transport, None)
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def tell(self, what: str, limit: float) -> None:
        """Write a line in the log that a limit is reached; not one for each time."""
        now = time.monotonic()
        if now - self._told.get(what, -_LINES_APART) >= _LINES_APART:
            self._told[what] = now
            log.warning("a limit is reached: %s (%s)", what, limit)


def most_connections() -> int:
    """How many connections this process can have; it is allowed as many open files as the system lets it ask for."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows, where sockets are no files
        return _MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST + _RESERVED
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        except (OSError, ValueError):
            soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return _MOST if soft == resource.RLIM_INFINITY else max(_RESERVED, min(_MOST, soft - _RESERVED))
