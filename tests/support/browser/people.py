"""A person with a browser: what they see, what their browser is told, and what goes wrong in it."""

import json
import os
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Position, WebSocket, expect
from playwright.sync_api import TimeoutError as NotThere

from stichwerk.client import Seat

#: Every screen, from a small phone to a very large one. `zoomed` is 1280 x 720 enlarged to 200 %.
SIZES = {
    "tiny": (320, 568),
    "small": (360, 640),
    "phone": (390, 844),
    "sideways": (844, 390),
    "sideways-large": (932, 430),
    "tablet": (768, 1024),
    "tablet-sideways": (1024, 768),
    "zoomed": (640, 360),
    "desktop": (1440, 900),
    "large": (1920, 1080),
    "huge": (2560, 1440),
}
#: What Chromium says when the network is gone or the server refuses something: that is what some tests are about.
_NETWORK = (
    "net::ERR_",
    "WebSocket connection to",
    "the server responded with a status of 4",
    "error occurred when fetching the script",  # of the service worker
)
#: Only tests of the service worker need one: everybody else would load the whole shell for every browser.
_NO_WORKER = "Service Worker registration blocked"
#: Where pictures go if somebody wants to see them.
_PICTURES = os.environ.get("STICHWERK_PICTURES")
#: What nobody looks at is laid out and can be tapped, but need not be painted: a quarter of the browser's work.
_UNPAINTED = "addEventListener('DOMContentLoaded', () => { document.documentElement.style.opacity = '0' })"


def whole(message: dict[str, Any], heard: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What has changed since what was heard before, as news of the whole table; any other message as it is."""
    if message["type"] != "changes":
        return message
    view = next(each["view"] for each in reversed(heard) if "view" in each)
    for told in (message["changed"], message["own"]):
        view = {**view, **told.get("view", {})}
        view["seats"] = _each(view["seats"], told.get("seats", {}))
        if view["play"] is not None:
            table = {**view["play"]["table"], **told.get("table", {})}
            table["places"] = _each(table["places"], told.get("places", {}))
            view["play"] = {**view["play"], **told.get("play", {}), "table": table}
    return {**message, "type": "news", "view": view}


def _each(parts: list[dict[str, Any]], told: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**part, **told.get(str(number), {})} for number, part in enumerate(parts)]


class Person:
    """A browser of their own, with nothing in it. ``scripts``: what makes it another browser than most. ``painted``:
    whether somebody looks at it, or measures what it is to paint.
    """

    def __init__(
        self,
        chromium: Browser,
        url: str,
        size: str = "phone",
        scripts: Sequence[str] = (),
        painted: bool = False,
        **settings: Any,
    ) -> None:
        width, height = SIZES[size]
        usual = {"locale": "en-GB", "has_touch": width < 1000, "reduced_motion": "reduce", "service_workers": "block"}
        self.url = url
        self.context = chromium.new_context(viewport={"width": width, "height": height}, **{**usual, **settings})
        for script in scripts if painted or _PICTURES else (*scripts, _UNPAINTED):
            self.context.add_init_script(script)
        self.heard: list[dict[str, Any]] = []  # every message from the server; what has changed, as news of the whole
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
        if message.type in ("error", "warning") and not any(word in message.text for word in (*_NETWORK, _NO_WORKER)):
            self.problems.append(f"{message.type} in the console: {message.text}")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.heard.append(whole(json.loads(data), self.heard)))

    @property
    def views(self) -> list[dict[str, Any]]:
        """The table as it was told to this person, again and again."""
        return [message["view"] for message in self.heard if "view" in message]

    def sees(self, what: Callable[[], bool], seconds: float = 30) -> None:
        """Wait until something is so: for what no element of the page tells."""
        end = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < end, f"it never came:\n{self.page.locator('body').aria_snapshot()}"
            self.page.wait_for_timeout(20)

    def visit(self, path: str) -> None:
        """Go to a page of the client, and wait until it is there."""
        self.page.goto(f"{self.url}/#{path}")
        self.page.locator("h1").first.wait_for()
        self.page.wait_for_load_state("networkidle")

    def picture(self, name: str) -> None:
        """Keep what is to be seen, if somebody wants to see it."""
        if _PICTURES:
            self.page.screenshot(path=Path(_PICTURES) / f"{name}.png", full_page=True)

    def axe(self, program: Path) -> list[str]:
        """What would keep somebody from using the page, by day or by night, as axe finds it."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(program.read_text())  # a script element would not get past our own policy
        self.page.evaluate("document.documentElement.style.opacity = ''")  # what cannot be seen needs no contrast
        found: list[str] = []
        for theme in ("dark", "light"):
            self.page.emulate_media(color_scheme=theme)
            self.page.evaluate(_DRAWN)  # the page hears of it with the next frame
            # Of all rules, only that of contrast can tell day from night.
            rules = {"runOnly": ["color-contrast"]} if theme == "light" else {}
            # (What is found only once was just leaving: axe takes its time, and the table does not wait for it.)
            found += self._axe_finds(rules) and self._axe_finds(rules)
        return found

    def _axe_finds(self, rules: dict[str, list[str]]) -> list[str]:
        found = self.page.evaluate("how => axe.run(document, { resultTypes: ['violations'], ...how })", rules)
        return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found["violations"]]

    @property
    def scrolls(self) -> bool:
        """Whether the page is larger than the window."""
        return self.too_wide or bool(self.page.evaluate("document.documentElement.scrollHeight > innerHeight"))

    @property
    def too_wide(self) -> bool:
        """Whether something does not fit from left to right."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > innerWidth"))

    @property
    def stored(self) -> str:
        """All that the browser keeps."""
        return str(self.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])"))


class Player(Person):
    """A person at a table who plays by what is on the screen: anything that can be tapped, chosen by chance."""

    def __init__(
        self, chromium: Browser, url: str, size: str = "phone", seed: int = 1, keyboard: bool = False, **settings: Any
    ) -> None:
        super().__init__(chromium, url, size, **settings)
        self.random, self.keyboard = Random(seed), keyboard
        self.taps = self.keys = 0

    def sit(self, seat: Seat, **settings: Any) -> None:
        """Hold a seat that was taken elsewhere, and go to its table; in a hurry, unless the settings say otherwise."""
        self.keep("seats", {seat.table: seat.token})
        self.keep("settings", {**QUICK, **settings})
        self.page.evaluate("hash => history.replaceState(null, '', hash)", f"#/table/{seat.table}")
        self.page.reload()

    def hurry(self) -> None:
        """Wait for nothing that only looks good."""
        self.keep("settings", QUICK)
        self.page.reload()

    def opens_a_table(self, game: str, players: int, name: str = "Anja", rounds: int | None = None) -> str:
        """Open a table with open seats, on the page; the link that invites others."""
        self.page.goto(f"{self.url}/#/new/{game}")
        self.page.get_by_label("Your name").fill(name)
        for what, wanted in (("Players", players), ("Rounds", rounds)):
            shown = self.page.get_by_role("group", name=what).get_by_role("status")
            while wanted is not None and (now := int(shown.inner_text())) != wanted:
                self.page.get_by_role("button", name=f"{what} +" if now < wanted else f"{what} −").click()
        self.page.get_by_role("button", name="Open the table").click()
        link = self.page.get_by_role("textbox", name="Invite link")
        expect(link).to_have_value(re.compile("#invite="))
        return link.input_value()

    def comes_by(self, link: str, name: str) -> None:
        """Follow an invite."""
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Take the seat").click()

    def keep(self, name: str, value: Any) -> None:
        """Put something into what the browser keeps."""
        put = "([name, text]) => localStorage.setItem(name, text)"
        self.page.evaluate(put, [f"stichwerk-{name}", json.dumps(value)])

    @property
    def hand(self) -> list[str]:
        """One's cards, as they lie on the screen."""
        held = self.page.locator("[data-hand] [data-card]")
        cards: list[str] = held.evaluate_all("all => all.map((each) => each.dataset.card)")
        return cards

    @property
    def table(self) -> dict[str, Any] | None:
        """What lies on the table, as it was told last."""
        play = self.views[-1]["play"] if self.views else None
        return None if play is None else play["table"]

    @property
    def phase(self) -> str | None:
        """The phase of the round."""
        return None if self.table is None else self.table["phase"]

    @property
    def happened(self) -> list[dict[str, Any]]:
        """All that was told to have happened, in order."""
        return [each for message in self.heard if message["type"] == "news" for each in message["happenings"]]

    @property
    def seconds_left(self) -> int:
        """What the clock shows that runs now; 0 if none does."""
        for shown in self.page.get_by_role("timer").all_inner_texts():
            minutes, seconds = shown.split(":")
            return 60 * int(minutes) + int(seconds)
        return 0

    def card(self, name: str) -> Locator:
        """A card of one's hand, by its name."""
        return self.page.locator(f'[data-hand] [data-card="{name}"]')

    def comes_to_play(self, which: str = ".playable", least: int = 1) -> list[str]:
        """Play until it is one's turn to play a card, and so many cards of a colour are playable (or barred): these.

        It goes by what is on the screen: what was heard may be told to us later than it is drawn.
        """
        found: list[str] = []

        def there() -> bool:
            cards = self.page.evaluate(_IN_PLAY, f"{which} [data-card]")
            found[:] = [card for card in cards if re.fullmatch(r"[A-Z]\d+", card)]
            return len(found) >= least

        self.play(until=there)
        self.page.keyboard.press("Escape")  # a card may have been picked up meanwhile
        expect(self.page.locator(".picked")).to_have_count(0)
        return found

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.views) and self.views[-1]["status"] == "over"

    def play(self, seconds: float = 240, until: Callable[[], bool] | None = None, but: str | None = None) -> None:
        """Play on until the game is over, or something else is; tap anything but what is named."""
        end = time.monotonic() + seconds
        while not (until or (lambda: self.over))():
            assert time.monotonic() < end, f"the game does not go on:\n{self.page.locator('body').aria_snapshot()}"
            if not self.act(but):
                self.wait()
        if self.over:
            self.looks_at_the_result()

    def wait(self, milliseconds: int = 20) -> None:
        """Let others play."""
        self.page.wait_for_timeout(milliseconds)

    def plays_the_round(self) -> None:
        """Play on until the round is over, and do not go on to the next one."""
        self.play(until=lambda: self.page.locator(READY).count() > 0, but=READY)

    def looks_at_the_result(self) -> None:
        """After the last round: to the page of the winner."""
        self.page.locator("footer .main, .podium").first.wait_for()
        if (on := self.page.locator("footer .main")).count():
            on.click()
            self.page.locator(".podium").wait_for()

    @property
    def may_act(self) -> bool:
        """Whether there is something to do on the screen."""
        return self.page.evaluate(_CHOICES, WAYS) is not None

    def act(self, but: str | None = None) -> bool:
        """Do one thing, but not that; False if there is nothing to do now."""
        found = self.page.evaluate(_CHOICES, WAYS if but is None else [f"{way}:not({but})" for way in WAYS])
        if found is None:
            return False
        way, choices = found
        place = self.random.randrange(len(choices))
        try:
            if self.keyboard:
                self._press(way, choices[place])
            else:
                # (In its corner: of a card in the upper row, that is what the lower row leaves uncovered.)
                self.page.locator(f"{way} >> visible=true").nth(place).click(timeout=SOON, position=CORNER)
        except NotThere:  # it has gone meanwhile: a bot has played, the server has taken the move
            return False
        self.taps += 1
        return True

    def _press(self, way: str, choice: dict[str, str]) -> None:
        """The same from the keyboard: a digit where there is one, else Tab and the arrows until it has the focus."""
        if "bid" in choice and len(choice["bid"]) == 1:
            self._key(choice["bid"])
        elif "at" in choice:
            self._key("h")  # to the hand
            self._press_until("ArrowRight", lambda: self._focused("at") == choice["at"])
        elif way != WAYS[0] or not self.page.evaluate("document.activeElement === document.body"):
            # (Where nothing has the focus, Enter does what is to be done.)
            self._press_until("Tab", lambda: self.page.evaluate("way => document.activeElement.matches(way)", way))
        self._key("Enter")

    def _press_until(self, key: str, there: Callable[[], bool]) -> None:
        """Move the focus to where it should be; never on to something else, which Enter would then set off."""
        for _ in range(80):
            if there():
                return
            self._key(key)
        raise NotThere("the focus never came there")

    def _key(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    def _focused(self, name: str) -> str | None:
        found: str | None = self.page.evaluate("name => document.activeElement.dataset[name] ?? null", name)
        return found


#: A tap takes less, in milliseconds; if it does not, look again at what there is to tap.
SOON = 400
#: The part of a card that is always in sight.
CORNER: Position = {"x": 10, "y": 10}
#: Settings of somebody who wants to get on.
QUICK = {"trickStays": 0, "speed": "instant"}
#: What can be tapped, the most urgent first: go on or confirm, bid, show or hide or choose a colour, play a card.
WAYS = ["footer .main", "[data-bid]:not(.barred)", "[data-move]", ".picked [data-card]", ".playable [data-card]"]
#: What leads on from the end of a round.
READY = '[data-main="ready"]'
_DRAWN = """() => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))"""
_IN_PLAY = """which => document.querySelector(".tray") || !document.querySelector(".playable")
    ? [] : [...document.querySelectorAll(which)].map((each) => each.dataset.card)"""
_CHOICES = """ways => {
    for (const way of ways) {
        const found = [...document.querySelectorAll(way)].filter((each) => each.checkVisibility());
        if (found.length > 0) return [way, found.map((each) => ({ ...each.dataset }))];
    }
    return null;
}"""
