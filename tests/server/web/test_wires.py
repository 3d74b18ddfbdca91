"""How messages reach the network: at once where it takes them, and always in the order in which they were said."""

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from stichwerk.server.live.connection import Connection
from stichwerk.server.live.tasks import Tasks
from stichwerk.server.web.wires import WRITE, WRITE_NOW, Wire
from support.server.clients import in_loop


class Network:
    """What lies below a socket, in the hands of a test: it takes what is written, or lets it wait."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []
        self.takes = asyncio.Event()
        self.takes.set()
        self.scope = {"extensions": {WRITE: self.write, WRITE_NOW: self.write_now}}
        self._said = asyncio.Event()

    async def write(self, texts: Sequence[bytes]) -> None:
        await self.takes.wait()
        self.taken += texts

    def write_now(self, texts: Sequence[bytes]) -> bool:
        if self.takes.is_set():
            self.taken += texts
        return self.takes.is_set()

    async def receive(self) -> dict[str, Any]:
        await self._said.wait()
        return {"type": "websocket.disconnect"}

    async def close(self, code: int) -> None:
        """There is nothing below that could be closed."""

    def leave(self) -> None:
        self._said.set()


def wire_over(network: Network, connection: Connection) -> Wire:
    settings = SimpleNamespace(messages_per_second=0)
    service: Any = SimpleNamespace(
        metrics=None, wires=set(), settings=settings, directory=SimpleNamespace(tasks=Tasks())
    )
    socket: Any = network
    return Wire(socket, connection, service)


def connected() -> Connection:
    async def nothing(*_: Any) -> Any:
        raise AssertionError("nobody asks anything here")

    connection = Connection("TABLE", None, nothing, lambda _: None, lambda: 0)
    connection._greeted = True
    return connection


async def wired() -> tuple[Network, Connection, asyncio.Task[None]]:
    """A network and a connection with a wire between them that runs."""
    network, connection = Network(), connected()
    running = asyncio.create_task(wire_over(network, connection).run())
    await asyncio.sleep(0)
    return network, connection, running


@in_loop
async def test_messages_keep_their_order_whatever_the_network_does():
    network, connection, running = await wired()
    said = [b"%d" % number for number in range(40)]
    for number, data in enumerate(said):
        if number % 10 == 3:
            network.takes.clear()
        if number % 10 == 7:
            network.takes.set()  # whoever held something has not been woken yet
        connection.send_bytes(data)
        if number % 3 == 0:
            await asyncio.sleep(0)
    await asyncio.sleep(0.01)
    assert network.taken == said
    network.leave()
    await running


@in_loop
async def test_nothing_is_written_past_a_message_that_the_writer_holds():
    network, connection, running = await wired()
    network.takes.clear()
    connection.send_bytes(b"first")
    await asyncio.sleep(0.01)
    network.takes.set()  # whoever holds the first has not been woken yet
    connection.send_bytes(b"second")
    await asyncio.sleep(0.01)
    assert network.taken == [b"first", b"second"]
    network.leave()
    await running


@in_loop
async def test_a_message_is_written_before_anybody_is_woken():
    network, connection, running = await wired()
    connection.send_bytes(b"at once")
    assert network.taken == [b"at once"]
    network.leave()
    await running
