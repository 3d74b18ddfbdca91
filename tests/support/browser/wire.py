"""The wire between a page and the server, in the hands of a test: what goes over it can be kept back or cut."""

import json
import re
from typing import Any

from playwright.sync_api import BrowserContext, Page, WebSocketRoute


class Wire:
    """Every connection of a page (or of all tabs of a browser) to a table, from the next one on."""

    def __init__(self, page: Page | BrowserContext) -> None:
        self.sent: list[dict[str, Any]] = []  # by the page
        self.held: list[str] | None = None  # what the page is not to hear yet
        self.now: WebSocketRoute | None = None
        page.route_web_socket(re.compile(r"/ws(\?.*)?$"), self._join)  # the table stands behind it, for proxies

    def _join(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        self.now, self.held = socket, None

        def up(data: str | bytes) -> None:
            self.sent.append(json.loads(data))
            server.send(data)

        def down(data: str | bytes) -> None:
            if self.held is None:
                socket.send(data)
            else:
                self.held.append(str(data))

        socket.on_message(up)
        server.on_message(down)

    def hold(self) -> None:
        """From now on the page hears nothing, and does not know."""
        self.held = []

    def release(self) -> None:
        """The page hears what it has missed."""
        missed, self.held = self.held or [], None
        for data in missed:
            self.tell(data)

    def tell(self, data: str) -> None:
        """Say something to the page, as if it came from the server."""
        assert self.now is not None
        self.now.send(data)

    def cut(self) -> None:
        """The connection breaks, from one moment to the next; the page makes another one."""
        assert self.now is not None
        self.now.close(code=4000)

    @property
    def moves(self) -> list[dict[str, Any]]:
        """All moves that the page has sent."""
        return [message for message in self.sent if message["type"] == "move"]
