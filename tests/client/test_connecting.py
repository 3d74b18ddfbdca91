"""What a client says that cannot connect."""

import asyncio
from http import HTTPStatus

import pytest
from websockets.asyncio.server import ServerConnection, serve

from stichwerk.client import NoServer
from stichwerk.client.at_table import AtTable
from stichwerk.protocol import messages
from support.server.clients import in_loop


@in_loop
async def test_a_proxy_that_drops_upgrades_is_told_and_not_asked_for_ever():
    async with serve(
        lambda socket: socket.close(),
        "127.0.0.1",
        0,
        process_request=lambda socket, _: socket.respond(HTTPStatus.UPGRADE_REQUIRED, "no WebSocket"),
    ) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        with pytest.raises(NoServer, match="must pass on Upgrade and Connection"):
            async with AtTable(f"http://127.0.0.1:{port}", "T1", None):
                pass


@in_loop
async def test_whose_hello_is_answered_by_an_error_asks_less_and_less_often():
    """As it is when the server can store nothing: its disk is full."""
    said: list[float] = []

    async def refuse(socket: ServerConnection) -> None:
        await socket.recv()
        said.append(asyncio.get_running_loop().time())
        await socket.send(messages.encode(messages.Error("db-full", "nothing can be stored")).decode())

    async with serve(refuse, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1.5), AtTable(f"http://127.0.0.1:{port}", "T1", None):
                pass
    assert 2 <= len(said) <= 10, "with the first pause each time, it would be 15 to 30"
