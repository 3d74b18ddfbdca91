"""How much one address may do.

What is scarce is counted over a window that slides, by the library ``limits``: tables in an hour, attempts to join in a
minute. What comes often has an `Allowance` that fills up again with time: requests, replays, messages. The library has
nothing like it: with a window, whoever has been too quick for a moment waits for the rest of the minute. It also starts
a thread for what it counts, which walks over all addresses, and never says how many it will keep; here that is bounded.
"""

import math
import time
from collections import Counter
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

from limits import RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from stichwerk.errors import StichwerkError

#: Of so many addresses the allowance is remembered; beyond that, those are forgotten that have all of it again.
_MOST_KEPT = 10_000


class TooMany(StichwerkError):
    """More than one address may ask for. ``wait``: in how many seconds to try again."""

    code = "too-many"

    def __init__(self, message: str, code: str | None = None, wait: int = 5) -> None:
        super().__init__(message, code)
        self.wait = wait


class Window:
    """So much for each address in any stretch of so many seconds; ``most`` 0 is no limit.

    >>> tables = Window(most=2, seconds=3600)
    >>> [tables.take("192.0.2.7") for _ in range(3)], tables.take("192.0.2.8")
    ([True, True, False], True)
    """

    def __init__(self, most: int, seconds: int) -> None:
        self._item = RateLimitItemPerSecond(most, seconds) if most else None
        self._counts = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._most = most
        #: What was used since others were last told; None: there is nobody to tell.
        self.used: Counter[str] | None = None

    def take(self, address: str) -> bool:
        """Use up one of this address; False if there is none."""
        if self._item is None:
            return True
        if self.used is not None:
            self.used[address] += 1
        return self._counts.hit(self._item, address)

    def spent(self) -> dict[str, int]:
        """What each address has used since this was last asked."""
        return _spent(self)

    def spend(self, address: str, times: int) -> None:
        """An address has used so much elsewhere."""
        for _ in range(min(times, self._most)):
            if self._item is not None:
                self._counts.hit(self._item, address)

    def wait(self, address: str) -> int:
        """In how many seconds there may be one again."""
        if self._item is None:
            return 0
        return max(1, math.ceil(self._counts.get_window_stats(self._item, address).reset_time - time.time()))


class Allowance:
    """So much at once, and so much more per second.

    >>> seconds = iter([0, 0, 0, 0, 10])
    >>> two = Allowance(most=2, per_second=0.1, clock=lambda: next(seconds))
    >>> [two.take() for _ in range(4)]
    [True, True, False, True]
    """

    __slots__ = ("_at", "_clock", "_left", "_most", "_per_second")

    def __init__(self, most: float, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._per_second, self._clock = most, per_second, clock
        self._left, self._at = most, clock()

    def take(self) -> bool:
        """Use up one; False if there is none."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def spend(self, times: int) -> None:
        """So much was used elsewhere; at most, all there is."""
        self.take()
        self._left = max(0.0, self._left - times + 1)

    @property
    def full(self) -> bool:
        """Whether nothing of it is used up."""
        return self._left + (self._clock() - self._at) * self._per_second >= self._most


class Allowances:
    """An allowance for each address; ``most`` 0 is no limit."""

    def __init__(self, most: float, per_second: float) -> None:
        self._most, self._per_second = most, per_second
        self._kept: dict[str, Allowance] = {}
        #: What was used since others were last told; None: there is nobody to tell.
        self.used: Counter[str] | None = None

    def take(self, address: str) -> bool:
        """Use up one of this address; False if there is none."""
        if not self._most:
            return True
        if self.used is not None:
            self.used[address] += 1
        return self._of(address).take()

    def spent(self) -> dict[str, int]:
        """What each address has used since this was last asked."""
        return _spent(self)

    def spend(self, address: str, times: int) -> None:
        """An address has used so much elsewhere."""
        if self._most:
            self._of(address).spend(times)

    def _of(self, address: str) -> Allowance:
        found = self._kept.get(address)
        if found is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept = {each: kept for each, kept in self._kept.items() if not kept.full}
            found = self._kept[address] = Allowance(self._most, self._per_second)
        return found


def _spent(limit: Window | Allowances) -> dict[str, int]:
    used, limit.used = limit.used, Counter()
    return dict(used or {})


class Counted:
    """How many things of each address are open; ``most`` 0 is no limit."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()
        self._elsewhere: dict[str, dict[str, int]] = {}  # by process
        self._changed: set[str] | None = None  # since others were last told; None: there is nobody to tell

    def enter(self, address: str) -> bool:
        """One more; False if there are too many."""
        if self._most and self._of(address) >= self._most:
            return False
        self._open[address] += 1
        if self._changed is not None:
            self._changed.add(address)
        return True

    def _of(self, address: str) -> int:
        return self._open[address] + sum(there.get(address, 0) for there in self._elsewhere.values())

    def leave(self, address: str) -> None:
        """One less."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]
        if self._changed is not None:
            self._changed.add(address)

    def changed(self) -> dict[str, int]:
        """How many there are of those addresses where it has changed since this was last asked."""
        changed, self._changed = self._changed or set(), set()
        return {address: self._open.get(address, 0) for address in changed}

    def all_open(self) -> dict[str, int]:
        """How many there are of each address."""
        return dict(self._open)

    def elsewhere(self, process: str, told: dict[str, int]) -> None:
        """How many there are at another process now."""
        there = self._elsewhere.setdefault(process, {})
        there |= told
        for address in [address for address, n in there.items() if not n]:
            del there[address]

    def gone(self, process: str) -> None:
        """Another process is gone, with all that was open there."""
        self._elsewhere.pop(process, None)


def address_key(peer: str, forwarded: str | None) -> str:
    """Whom to count for: the address, told by the proxy (the last in its list) if there is one.

    Somebody who has one IPv6 address has a whole net of them, so these count together.

    >>> address_key("10.0.0.1", None), address_key("10.0.0.1", "6.6.6.6, 192.0.2.7")
    ('10.0.0.1', '192.0.2.7')
    >>> address_key("2001:db8::1:2", None)
    '2001:db8::'
    """
    told = peer if forwarded is None else forwarded.rsplit(",", 1)[-1].strip()
    try:
        address = ip_address(told)
    except ValueError:
        return peer
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(address)
