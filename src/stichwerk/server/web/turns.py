"""Whose request is next: in each turn of the event loop one begins, of one address after the other.

All that is ready runs in the same turn, so a hundred requests that come at once would be a turn of a hundred times as
long, and whoever else asks something needs several turns; only to be let in, one for each who came before (that is how
libuv accepts). With a line for each address it is mostly their own requests that people wait for.
"""

import asyncio
from collections import deque
from collections.abc import Callable

#: So many requests begin in one turn. More would not be quicker: there is only one thread that answers them.
PER_TURN = 1


class Turns:
    """The lines. In each turn ``per_turn`` begin that wait, one of each address and then one of each again.

    >>> begun = []
    >>> async def loop():
    ...     turns = Turns(per_turn=2)
    ...     for who in ("many", "many", "many", "many", "one"):
    ...         turns.come(who, lambda who=who: begun.append(who))
    ...     while turns.waiting:
    ...         await asyncio.sleep(0)
    >>> asyncio.run(loop())
    >>> begun
    ['many', 'many', 'many', 'one', 'many']
    """

    def __init__(self, per_turn: int = PER_TURN) -> None:
        self._per_turn, self._begun = per_turn, 0
        self._lines: dict[str, deque[Callable[[], None]]] = {}  # the first is next

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._lines.values()))

    def come(self, address: str, begin: Callable[[], None]) -> None:
        """Begin at once, or when it is the turn of this address."""
        if self._begun >= self._per_turn:
            self._lines.setdefault(address, deque()).append(begin)
            return
        self._count()
        begin()

    def _count(self) -> None:
        if not self._begun:
            asyncio.get_running_loop().call_soon(self._next_turn)
        self._begun += 1

    def _next_turn(self) -> None:
        self._begun = 0
        while self._lines and self._begun < self._per_turn:
            address = next(iter(self._lines))
            line = self._lines.pop(address)
            begin = line.popleft()
            if line:
                self._lines[address] = line  # behind all others
            self._count()
            begin()
