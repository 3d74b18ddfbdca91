"""Whole evenings on the score pad, of every game and variant, by taps on a phone or a tablet: without a net from the
first tap to the last, and half way through the browser dies. Takes minutes: ``make evenings``.
"""

import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, expect

from browser.test_pad import PHONE, TABLET, browser, dies
from browser.test_pad_variants import FIELDS, NAMES, has_totals, names_as_they_sit
from stichwerk.games import Game, game
from stichwerk.testing.pads import PlayedRound, some_rounds
from support.server.running import Running

pytestmark = pytest.mark.long

#: By game: how many play, and what differs from the usual.
EVENINGS: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "null-nichtig": [
        *((players, {}) for players in range(3, 7)),
        (3, {"rounds": 5}),
        (3, {"target": 100}),
        (4, {"target": 100, "target_rule": "reach"}),
        (4, {"teams": True}),
        (6, {"teams": True}),
        (5, {"collecting": "as-played"}),
    ],
    "rage": [
        *((players, {}) for players in range(2, 9)),
        *((4, {"bidding": bidding}) for bidding in ("plus-minus-one", "simultaneous", "secret")),
        (4, {"march": True}),
        (4, {"tie_break": "shared"}),
        (3, {"bidding": "plus-minus-one", "march": True, "tie_break": "shared"}),
    ],
    "alles-oder-nichts": [
        *((players, {}) for players in range(3, 7)),
        (4, {"deck": "6x8"}),
        (3, {"rounds": 3}),
        (4, {"rounds": 9}),
        (5, {"target": 40}),
    ],
}
ALL = [
    pytest.param(game_id, players, options, id=f"{game_id} {players} {options}")
    for game_id, evenings in EVENINGS.items()
    for players, options in evenings
]


#: What there is to tap just now, and where it lies.
LOOK = """() => {
  const placed = (button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return [button.textContent.trim(), [x + width / 2, y + height / 2]];
  };
  const all = (what) => [...document.querySelectorAll(what)];
  return {
    asked: document.querySelector("#asked")?.innerText.trim() ?? null,
    counted: all("output").map((each) => each.innerText).join(),
    cells: all("button.cell").map((each) => each.ariaLabel),
    keys: Object.fromEntries(all("section[aria-labelledby=asked] button, button.primary").map(placed)),
  };
}"""


#: Counts what the browser takes for a click.
COUNTED = "addEventListener('click', () => { window.clicks = (window.clicks ?? 0) + 1 }, true)"


class Thumb:
    """Somebody who taps on what lies within reach, wherever that is."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sees = page.evaluate(LOOK)

    def taps(self, key: str) -> None:
        """Tap there, and wait until something has come of it."""
        x, y = self.sees["keys"][key]
        size = self.page.viewport_size
        assert size is not None
        assert 0 < x < size["width"], f"{key} is out of sight"
        assert 0 < y < size["height"], f"{key} is out of sight"
        clicks = self.clicks
        before = self.sees
        for _ in range(3):
            self.page.touchscreen.tap(x, y)
            until = time.monotonic() + 5
            while self.sees == before and time.monotonic() < until:
                self.sees = self.page.evaluate(LOOK)
            # On a busy machine a tap may last so long that the browser takes it for a long press, which is no click.
            if self.sees != before or self.clicks > clicks:
                break
        assert self.sees != before, f"nothing has come of {key}"

    @property
    def clicks(self) -> int:
        """How many there have been on this page."""
        return int(self.page.evaluate("window.clicks ?? 0"))

    def fills(self, played: PlayedRound) -> None:
        """A round, in the order in which the pad asks."""
        while self.sees["asked"]:
            said, _, _ = self.sees["asked"].partition(" · ")
            who, _, label = said.partition(": ")
            entries, field = played.seats[NAMES.index(who)], FIELDS[label]
            if field == "tricks":
                for _ in range(abs(entries.get("fives", 0))):
                    self.taps("+5" if entries["fives"] > 0 else "−5")
            if field == "bid" and entries.get("hidden") and "Hidden" in self.sees["keys"]:
                self.taps("Hidden")
            else:
                value = entries[field]
                number = sum(top or 0 for top in value) if isinstance(value, list) else value
                self._enters(number)
                assert f"{who}, {label} {number}" in self.sees["cells"], f"{number} does not stand there"

    def _enters(self, number: int) -> None:
        if "Enter" not in self.sees["keys"]:
            self.taps(str(number))
            return
        asked = self.sees["asked"]
        for digit in str(number):
            self.taps(digit)
        if (self.sees["asked"] or "").startswith(f"{asked}:"):
            self.taps("Enter")

    def goes_on(self, number: int) -> None:
        self.taps(f"Round {number}")


def chooses(page: Page, chosen: Game, options: dict[str, Any]) -> None:
    """The variant, by what its choices are called."""
    words = chosen.texts()
    page.get_by_role("radio", name=chosen.title).check(force=True)
    if options:
        page.get_by_text("Variant").tap()
    for name, value in options.items():
        label = f"option.{name}.{str(value).lower() if isinstance(value, bool) else value}"
        if label in words:
            page.get_by_role("radio", name=words.say(label), exact=True).check(force=True)
            continue
        stepper = page.get_by_role("group", name=words.say(f"option.{name}"), exact=True)
        number = stepper.locator("output")
        while (now := number.inner_text()) != str(value):
            less = now.isdigit() and int(now) > value
            stepper.get_by_role("button", name="−" if less else "+").tap()


def offline(context: BrowserContext, address: str) -> Page:
    """The page of a browser that has no net from now on."""
    context.set_offline(True)
    context.add_init_script(COUNTED)
    page = context.pages[0]
    page.goto(address)
    return page


@pytest.mark.parametrize(("game_id", "players", "options"), ALL)
def test_an_evening(
    playwright: Playwright, running: Running, tmp_path: Path, game_id: str, players: int, options: dict[str, Any]
) -> None:
    chosen, size = game(game_id), TABLET if players % 2 else PHONE
    engine, rounds = some_rounds(chosen, options, players, seed=players, most=100)
    assert engine.finished
    half = len(rounds) // 2
    with browser(playwright, tmp_path, size, has_touch=True) as context:
        page = context.pages[0]
        page.goto(f"{running.url}/pad")  # the one visit
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        page.wait_for_function("caches.keys().then((names) => names.length > 0)")
        page = offline(context, f"{running.url}/pad#/new")
        page.reload()
        chooses(page, chosen, options)
        names_as_they_sit(page, players)
        page.get_by_label("First dealer").select_option(str(rounds[0].dealer))
        page.get_by_role("button", name="Begin").tap()
        expect(page.locator("#asked")).to_be_visible()
        thumb = Thumb(page)
        for number, played in enumerate(rounds[:half], 1):
            thumb.fills(played)
            thumb.goes_on(number + 1)
        expect(page.get_by_text(re.compile(rf"^Round {half + 1}\b")).first).to_be_visible()
        dies(context)
        address = page.url
    with browser(playwright, tmp_path, size, has_touch=True) as context:
        page = offline(context, address)
        expect(page.locator("#asked")).to_be_visible()
        thumb = Thumb(page)
        for number, played in enumerate(rounds[half:], half + 1):
            thumb.fills(played)
            if number < len(rounds):
                thumb.goes_on(number + 1)
        expect(page.get_by_role("heading", name=re.compile("wins$|win together$|share the win$"))).to_be_visible()
        has_totals(page, engine.totals)
        assert len(engine.winners) == page.locator("li.first").count()
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), "wider than the window"
