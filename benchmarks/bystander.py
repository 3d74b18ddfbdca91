"""What somebody else notices of an attack on a server: how long ``/healthz`` takes them, in a process of their own.

An attack comes from elsewhere, but here everything shares one machine. So where there are two cores, the server has the
first one, and the attacker leaves the second to the bystander whenever they want it. What other programs do to both is
seen by a peer: a program on the server's core that nobody attacks and that does nothing but answer, asked in the same
moment. What the server took longer than its peer is the server's.
"""

import asyncio
import multiprocessing
import os
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection

_ADDRESS = "127.0.99.99"
_FAILED = 60.0
_CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []

#: What a server runs first, to have a core of its own.
FIRST_CORE = f"import os; os.sched_setaffinity(0, [{_CORES[0]}]); " if len(_CORES) > 1 else ""


@dataclass(frozen=True)
class Wait:
    """How long an answer took, in seconds, and that of the peer in the same moment."""

    server: float
    peer: float

    @property
    def beyond(self) -> float:
        """What the server took longer."""
        return self.server - self.peer


def second_core() -> None:
    """The attacker's place."""
    if len(_CORES) > 1:
        os.sched_setaffinity(0, [_CORES[1]])
        os.nice(10)


class Bystander:
    """Somebody who asks again and again whether the server is well, until they are asked how long it took."""

    def __init__(self, port: int) -> None:
        self._pipe, end = multiprocessing.Pipe()
        with socket.create_server(("127.0.0.1", 0)) as door:
            peer = multiprocessing.Process(target=_answer, args=(door,), daemon=True)
            asks = multiprocessing.Process(target=_ask, args=(port, door.getsockname()[1], end), daemon=True)
            self._processes = (peer, asks)
            for process in self._processes:
                process.start()

    def waits(self) -> list[Wait]:
        """How long each answer took, now that it is over. (Not the first: both have only just started.)"""
        self._pipe.send("enough")
        found: list[Wait] = self._pipe.recv()
        for process in self._processes:
            process.kill()
        return found[1:] or [Wait(_FAILED, 0)]


def _ask(port: int, peer: int, pipe: "Connection[list[Wait], str]") -> None:
    if len(_CORES) > 1:
        os.sched_setaffinity(0, [_CORES[1]])

    async def ask_both() -> list[Wait]:
        waits = []
        while not pipe.poll():
            waits.append(Wait(*await asyncio.gather(_took(port), _took(peer))))
            await asyncio.sleep(0.05)
        return waits

    pipe.send(asyncio.run(ask_both()))


async def _took(port: int) -> float:
    """How long an answer takes, on a new connection."""
    began, answer = time.perf_counter(), b""
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(_FAILED):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(_ADDRESS, 0))
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            answer = await reader.read()
            writer.close()
    return time.perf_counter() - began if b" 200 " in answer[:40] else _FAILED


def _answer(door: socket.socket) -> None:
    """The peer."""
    if len(_CORES) > 1:
        os.sched_setaffinity(0, [_CORES[0]])
    while True:
        with suppress(OSError):
            caller, _ = door.accept()
            with caller:
                caller.recv(1000)
                caller.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
