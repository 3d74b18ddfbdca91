"""Connections handed over between the workers of one machine, so that nothing has to be relayed between them.

All workers accept from one port, and any of them may be the one to which a client comes. For which table it comes
stands in the address of its socket (``/ws?table=…``). If another worker leads that table, it gets the connection itself
(SCM_RIGHTS), with the request that came over it and has not been answered: to it, the client is one of its own.

Each worker has a socket of its own, under its name in a folder that nobody else may enter. What cannot be handed over
(the other one is gone, or does not take it) stays, and is relayed.
"""

import asyncio
import socket
from array import array
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

#: The longest request that is handed over, in bytes; longer ones are not even read (``web.protocols.LONGEST_HEAD``).
_LONGEST = 65_536
#: After so many, others have their turn in the event loop.
_AT_ONCE = 20


class Siblings:
    """The workers of this machine, seen by one of them, ``me``."""

    def __init__(self, folder: Path, me: str) -> None:
        self._folder, self._me = folder, folder / me
        self._door: socket.socket | None = None
        self._take: Callable[[socket.socket, bytes], None]
        self.handed_over = 0

    def open(self, take: Callable[[socket.socket, bytes], None]) -> None:
        """Inside the event loop: from now on ``take`` gets each connection that comes, with its request."""
        door = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            door.bind(str(self._me))
        except OSError:  # the folder's name is too long: then all is relayed
            door.close()
            return
        door.setblocking(False)
        self._door, self._take = door, take
        asyncio.get_running_loop().add_reader(door.fileno(), self._come)

    def close(self) -> None:
        """Take no more; clients that were on their way connect again."""
        if self._door is not None:
            asyncio.get_running_loop().remove_reader(self._door.fileno())
            self._door.close()
            self._door = None
            self._me.unlink(missing_ok=True)

    def hand_over(self, to: str, connection: int, request: bytes) -> bool:
        """Give a connection to another worker; False if that is not possible. Close it here, then."""
        if self._door is None:
            return False
        try:
            given = array("i", [connection])
            where = str(self._folder / to)
            self._door.sendmsg([request], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, given)], 0, where)
        except OSError:
            return False
        self.handed_over += 1
        return True

    def _come(self) -> None:
        for _ in range(_AT_ONCE):
            if self._door is None:
                return
            try:
                request, connections, flags, _ = socket.recv_fds(self._door, _LONGEST, 1)
            except OSError:  # there is no more
                return
            for each in connections:
                came = socket.socket(fileno=each)
                if flags & (socket.MSG_TRUNC | socket.MSG_CTRUNC):
                    came.close()
                    continue
                came.setblocking(False)
                with suppress(OSError):  # it is gone already
                    self._take(came, request)
