"""What addresses use of their limits, told to the other processes of a cluster, so that N of them do not allow N times
as much. It is told about twice a second, and is a hint: who is quick gets a little more.
"""

from typing import Protocol

import msgspec

from stichwerk.server.web.limits import Counted


class Spent(Protocol):
    """A limit of which something is used up."""

    def spent(self) -> dict[str, int]:
        """What each address has used since this was last asked."""

    def spend(self, address: str, times: int) -> None:
        """An address has used so much elsewhere."""


class SharedLimits:
    """The limits of a process. Those that are ``spent`` are told as what has been added; what is ``open``, as it is."""

    def __init__(self, spent: dict[str, Spent], open_: Counted) -> None:
        self._spent, self._open = spent, open_

    def tell(self, new: bool) -> bytes | None:
        """What has happened since this was last asked; to somebody ``new``, how it is."""
        if new:
            told = {"": self._open.all_open()}
        else:
            told = {name: news for name, limit in self._spent.items() if (news := limit.spent())}
            if changed := self._open.changed():
                told[""] = changed
        return msgspec.msgpack.encode(told) if any(told.values()) else None

    def hear(self, process: str, told: bytes) -> None:
        """What another process tells; nothing at all, when it is gone."""
        if not told:
            self._open.gone(process)
            return
        for name, used in msgspec.msgpack.decode(told, type=dict[str, dict[str, int]]).items():
            if not name:
                self._open.elsewhere(process, used)
            elif name in self._spent:
                for address, times in used.items():
                    self._spent[name].spend(address, times)
