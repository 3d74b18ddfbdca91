"""The score pad in a real browser: evenings by taps, without a server, with a browser that dies in the middle."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, ViewportSize, expect

from browser.conftest import FLAGS, chromium_path
from stichwerk.games import game
from stichwerk.testing.pads import PlayedRound, some_rounds
from support.server.running import Running

ROOT = Path(__file__).parents[2]
AXE = (ROOT / "web/node_modules/axe-core/axe.min.js").read_text()
NAMES = ["Ida", "Jonas", "Mia", "Tom"]
#: So many rounds of each evening are played; after the second the browser dies.
ROUNDS = 4
PHONE: ViewportSize = {"width": 320, "height": 568}
TABLET: ViewportSize = {"width": 768, "height": 1024}


class Keeper:
    """Somebody who keeps the score on a phone."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, name: str, within: Any = None) -> None:
        self.taps += 1
        (within or self.page).get_by_role("button", name=name, exact=True).click()

    def enter(self, who: str, field: str, value: int) -> None:
        """On the keys, which must ask for just this."""
        asked = self.page.get_by_role("region", name=f"{who}: {field}")
        expect(asked).to_be_visible()
        if asked.get_by_role("button", name="Enter", exact=True).count():
            for digit in str(value):
                self.tap(digit, asked)
            if value != 0 and value * 10 <= 55:
                self.tap("Enter", asked)
        else:
            self.tap(str(value), asked)

    def begins(self, title: str, dealer: int) -> None:
        page = self.page
        page.get_by_role("link", name="New pad").click()
        page.get_by_role("radio", name=title).check(force=True)
        names = page.get_by_role("combobox", name=re.compile("^Name"))
        while names.count() < len(NAMES):
            page.get_by_role("button", name="Another player").click()
        for at, name in enumerate(NAMES):
            names.nth(at).fill(name)
        page.get_by_label("First dealer").select_option(str(dealer))
        page.get_by_role("button", name="Begin").click()

    @property
    def totals(self) -> list[str]:
        return self.page.locator(".total").all_inner_texts()

    def finds(self) -> list[str]:
        """What axe finds wrong."""
        self.page.evaluate(AXE)
        found = self.page.evaluate("axe.run().then(({ violations }) => violations.map(({ id, help }) => id + help))")
        assert isinstance(found, list)
        return found


@contextmanager
def browser(playwright: Playwright, folder: Path, size: Any, **more: Any) -> Iterator[BrowserContext]:
    """A browser with a folder of its own, in which it keeps what it keeps."""
    context = playwright.chromium.launch_persistent_context(
        folder, executable_path=chromium_path(), args=FLAGS, viewport=size, locale="en-GB", **more
    )
    try:
        yield context
    finally:
        with suppress(Error):  # it may be dead already
            context.close()


def dies(context: BrowserContext) -> None:
    """The browser is gone from one moment to the next."""
    session = context.new_cdp_session(context.pages[0])
    with suppress(Error):
        session.send("Browser.crash")


def bids_and_tricks(keeper: Keeper, played: PlayedRound, seats: list[int]) -> None:
    """A round with open bids; a card that counts five goes before the tricks of whoever has it."""
    for seat in seats:
        keeper.enter(NAMES[seat], "Bid", played.seats[seat]["bid"])
    for seat in seats:
        fives = played.seats[seat].get("fives", 0)
        for _ in range(abs(fives)):
            keeper.tap("+5" if fives > 0 else "−5")
        keeper.enter(NAMES[seat], "Tricks", played.seats[seat]["tricks"])


def shown_and_hidden(keeper: Keeper, played: PlayedRound, seats: list[int]) -> None:
    """Bids that are shown; those that are not come when the round is over."""
    for seat in seats:
        if played.seats[seat]["hidden"]:
            keeper.tap("Hidden")
        else:
            keeper.enter(NAMES[seat], "Bid", played.seats[seat]["bid"])
    for seat in seats:
        if played.seats[seat]["hidden"]:
            keeper.enter(NAMES[seat], "Bid", played.seats[seat]["bid"])
    for seat in seats:
        keeper.enter(NAMES[seat], "Tricks", played.seats[seat]["tricks"])


def sums_and_cards(keeper: Keeper, played: PlayedRound, seats: list[int]) -> None:
    """The sum for most, card by card for one."""
    for seat in seats:
        tops = played.seats[seat]["tops"]
        if seat != seats[0]:
            keeper.enter(NAMES[seat], "Points", sum(top or 0 for top in tops))
            continue
        keeper.tap("Card by card")
        for top in tops:
            keeper.tap("none" if top is None else str(top))
        keeper.tap("Just the sum")


@pytest.mark.parametrize(
    ("game_id", "size", "fill"),
    [
        ("rage", PHONE, bids_and_tricks),
        ("alles-oder-nichts", TABLET, shown_and_hidden),
        ("null-nichtig", PHONE, sums_and_cards),
    ],
)
def test_an_evening_without_a_net_and_with_a_browser_that_dies(
    playwright: Playwright, tmp_path: Path, game_id: str, size: Any, fill: Any
) -> None:
    engine, rounds = some_rounds(game(game_id), {}, len(NAMES), seed=5, most=ROUNDS)
    with Running(tmp_path / "tables.db") as server, browser(playwright, tmp_path / "browser", size) as context:
        page = context.pages[0]
        page.goto(f"{server.url}/pad")
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        page.wait_for_function("caches.keys().then((names) => names.length > 0)")
        url = server.url
        server.stop()  # from here on there is no net at all
        page.reload()
        keeper = Keeper(page)
        keeper.begins(game(game_id).title, rounds[0].dealer)
        for played in rounds[:2]:
            plays(keeper, played, fill, game_id)
        before = keeper.totals
        address = page.url
        dies(context)
    with browser(playwright, tmp_path / "browser", size) as context:
        page = context.pages[0]
        page.goto(address)
        assert page.url.startswith(url)
        keeper = Keeper(page)
        expect(page.locator(".total")).to_have_text(before)
        for played in rounds[2:]:
            plays(keeper, played, fill, game_id)
        assert [int(each.replace("−", "-")) for each in keeper.totals] == list(engine.totals)
        assert keeper.finds() == []
        corrects_and_undoes(keeper)
        page.get_by_role("radio", name="Sheet").check(force=True)
        assert keeper.finds() == []
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), "wider than the window"


@pytest.mark.parametrize(("language", "locale"), [("en", "en-GB"), ("de", "de-DE"), ("fr", "fr-FR"), ("nl", "nl-NL")])
def test_its_pages_in_every_language(chromium: Browser, running: Running, language: str, locale: str) -> None:
    known = json.loads((ROOT / f"web/src/text/{language}/pad.json").read_text())
    context = chromium.new_context(viewport=PHONE, locale=locale, color_scheme="dark")
    try:
        page = context.new_page()
        for path in ("/#/pad", "/pad#/new", "/pad#/gone"):
            page.goto("about:blank")
            page.goto(running.url + path)
            expect(page.get_by_role("heading", level=1)).to_have_text(
                known["pad.new" if "new" in path else "pad.title"]
            )
            assert page.locator("html").get_attribute("lang") == language
            assert not [key for key in known if f">{key}<" in page.content()], "a text is missing"
            assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), "wider than the window"
            assert Keeper(page).finds() == []
        expect(page.get_by_text(known["pad.gone"])).to_be_visible()
    finally:
        context.close()


def plays(keeper: Keeper, played: PlayedRound, fill: Any, game_id: str) -> None:
    """A round, and on to the next."""
    seats = [(played.dealer + 1 + step) % len(NAMES) for step in range(len(NAMES))]
    expect(keeper.page.get_by_text(f"{NAMES[played.dealer]} deals · {NAMES[played.leader]} leads")).to_be_visible()
    keeper.taps = 0
    fill(keeper, played, seats)
    on = keeper.page.get_by_role("button", name=re.compile(r"^Round \d+$"))
    if on.count():
        on.click()
        keeper.taps += 1
    fives = sum(abs(each.get("fives", 0)) for each in played.seats)
    if game_id == "rage":
        assert keeper.taps == 9 + fives, "bids, tricks, and on: one tap each"


def corrects_and_undoes(keeper: Keeper) -> None:
    """An earlier cell is made wrong, which is said, and undone again."""
    page, before = keeper.page, keeper.totals
    for _ in range(ROUNDS):
        earlier = page.get_by_role("button", name="Earlier round")
        if earlier.is_enabled():
            earlier.click()
    page.locator("button.cell").last.click()
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".total")).not_to_have_text(before)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".total")).to_have_text(before)
