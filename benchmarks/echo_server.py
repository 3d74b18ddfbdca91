"""A bare WebSocket handler on the same framework, to compare the table server with: it stores and decides nothing.

It answers like a table does, with the same sizes and to as many: an ``ack`` to whoever sends something, and the same
piece of news to all four at the table. Reads what it has to say from stdin: two JSON lines, welcome and news.
"""

import sys
from collections import defaultdict
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar, WebSocket, websocket

WELCOME, NEWS = sys.stdin.readline().strip(), sys.stdin.readline().strip()
TABLES: dict[str, list[WebSocket[Any, Any, Any]]] = defaultdict(list)


@websocket("/ws")
async def echo(socket: WebSocket[Any, Any, Any]) -> None:
    """One client."""
    await socket.accept()
    hello = msgspec.json.decode(await socket.receive_text())
    table = TABLES[hello["table"]]
    table.append(socket)
    await socket.send_text(WELCOME)
    while True:
        event: Any = await socket.receive()
        if event["type"] == "websocket.disconnect":
            table.remove(socket)
            return
        asked = msgspec.json.decode(event["text"])
        await socket.send_text(f'{{"type":"ack","id":"{asked["id"]}","seq":1}}')
        for other in table:
            await other.send_text(NEWS)


class EchoServer(uvicorn.Server):
    """Tells its port when it listens."""

    async def startup(self, sockets: Any = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        print(self.servers[0].sockets[0].getsockname()[1], flush=True)


if __name__ == "__main__":
    app = Litestar([echo], logging_config=None, openapi_config=None)
    config = uvicorn.Config(
        app, port=0, log_config=None, access_log=False, ws_per_message_deflate=False, ws_max_size=4096
    )
    EchoServer(config).run()  # on the event loop that uvicorn chooses for the table server, too
