"""What a client says that cannot connect."""

from http import HTTPStatus

import pytest
from websockets.asyncio.server import serve

from stichwerk.client import NoServer
from stichwerk.client.at_table import AtTable
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
