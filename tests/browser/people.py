"""A person with a browser: what they see, what their browser is told, and what goes wrong in it."""

import json
import time
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, TimeoutError, WebSocket

from stichwerk.client import Seat

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


class Player(Person):
    """A person at a table who plays by what is on the screen: anything that can be tapped, chosen by chance."""

    def __init__(self, chromium: Browser, url: str, size: str = "phone", seed: int = 1, **settings: Any) -> None:
        super().__init__(chromium, url, size, **settings)
        self.random = Random(seed)
        self.taps = 0

    def sit(self, seat: Seat) -> None:
        """Hold a seat that was taken elsewhere, and go to its table."""
        self.keep("seats", {seat.table: seat.token})
        self.keep("settings", {"trickStays": 0, "speed": "instant"})
        self.page.goto(f"{self.url}/#/table/{seat.table}")
        self.page.reload()

    def keep(self, name: str, value: Any) -> None:
        """Put something into what the browser keeps."""
        self.page.evaluate("([name, text]) => localStorage.setItem(name, text)", [f"stichwerk-{name}", json.dumps(value)])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.views) and self.views[-1]["status"] == "over"

    def play(self, seconds: float = 120, until: Callable[[], bool] | None = None) -> None:
        """Play on until the game is over, or something else is."""
        end = time.monotonic() + seconds
        while not (until or (lambda: self.over))():
            assert time.monotonic() < end, f"the game does not go on:\n{self.page.locator('body').aria_snapshot()}"
            if not self.act():
                self.page.wait_for_timeout(20)

    def act(self) -> bool:
        """Do one thing; False if there is nothing to do now."""
        found = self.page.evaluate(_CHOICES, WAYS)
        if found is None:
            return False
        way, count = found
        try:
            self.page.locator(f"{way} >> visible=true").nth(self.random.randrange(count)).click(timeout=2000)
        except TimeoutError:  # it has gone meanwhile: a bot has played, the server has taken the move
            return False
        self.taps += 1
        return True


#: What can be tapped, the most urgent first: go on or confirm, bid, show or hide or choose a colour, play a card.
WAYS = ["footer .main", "[data-bid]:not(.barred)", "[data-move]", ".picked [data-card]", ".playable [data-card]"]
_CHOICES = """ways => {
    for (const way of ways) {
        const found = [...document.querySelectorAll(way)].filter((each) => each.checkVisibility());
        if (found.length > 0) return [way, found.length];
    }
    return null;
}"""
