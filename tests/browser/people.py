"""A person with a browser: what they see, what their browser is told, and what goes wrong in it."""

import json
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, WebSocket

SIZES = {
    "small": (360, 640),
    "phone": (390, 844),
    "tablet": (768, 1024),
    "desktop": (1440, 900),
}
#: What Chromium says when the network is gone: that is what some tests are about.
_NETWORK = ("net::ERR_", "WebSocket connection to")


class Person:
    """A browser of their own, with nothing in it."""

    def __init__(self, chromium: Browser, url: str, size: str = "phone", **settings: Any) -> None:
        width, height = SIZES[size]
        wanted = {"locale": "en-GB", "has_touch": width < 1000, "reduced_motion": "reduce", **settings}
        self.url = url
        self.context = chromium.new_context(viewport={"width": width, "height": height}, **wanted)
        self.heard: list[dict[str, Any]] = []  # every message from the server
        self.problems: list[str] = []
        self.page = self.open()

    def open(self, path: str = "/") -> Page:
        """One more tab."""
        page = self.context.new_page()
        page.on("console", self._note)
        page.on("pageerror", lambda problem: self.problems.append(f"error in the page: {problem}"))
        page.on("websocket", self._listen)
        page.goto(self.url + path)
        return page

    def leave(self) -> None:
        """Close the browser."""
        self.context.close()

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(word in message.text for word in _NETWORK):
            self.problems.append(f"{message.type} in the console: {message.text}")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.heard.append(json.loads(data)))

    @property
    def views(self) -> list[dict[str, Any]]:
        """The table as it was told to this person, again and again."""
        return [message["view"] for message in self.heard if "view" in message]

    @property
    def stored(self) -> str:
        """All that the browser keeps."""
        return str(self.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])"))
