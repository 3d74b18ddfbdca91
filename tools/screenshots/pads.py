"""The score pad: begun, filled, corrected, in the middle of the table, on paper, on two phones."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from browser.test_pad import Keeper
from browser.test_pad_variants import begins, fills
from stichwerk.games import game
from stichwerk.testing.pads import some_rounds
from studio import Sitter, Studio

#: Where several things get names of their own, chance has to go on.
_CHANCE = """crypto.getRandomValues = (array) => {
    for (let at = 0; at < array.length; at++) array[at] = Math.floor(Math.random() * 2 ** 32);
    return array;
}"""


def begun(studio: Studio) -> None:
    """The shelf with nothing on it and with some pads; a new pad, with its variants; an empty sheet to print."""
    anja = _keeper(studio)
    studio.shot(anja, "pad-shelf-empty")
    for title, players in (("Rage", 4), ("Null & nichtig", 3), ("Alles oder Nichts", 5)):
        _to(anja.page, studio, "#/new")
        begins(anja.page, title, players, 0)
        anja.page.locator("#asked").wait_for()
    _to(anja.page, studio, "#/")
    anja.page.get_by_role("button", name="Remove").first.click()
    studio.shot(anja, "pad-shelf", whole=True)
    _to(anja.page, studio, "#/new")
    studio.shot(anja, "pad-new", whole=True)
    anja.page.get_by_role("radio", name="Rage").check(force=True)
    anja.page.get_by_text("Variant").click()
    anja.page.get_by_role("combobox", name="Name").first.fill("Jonas")
    anja.page.get_by_role("button", name="Begin").click()
    studio.shot(anja, "pad-new-variant", whole=True)
    anja.page.get_by_role("button", name="Print an empty sheet").click()
    anja.page.get_by_role("region", name="Score sheet").wait_for()
    studio.shot(anja, "pad-empty-sheet", whole=True)


def rage(studio: Studio) -> None:
    """Bids, one of them barred; tricks; a round that is full; one that cannot be; the whole sheet; the chart."""
    anja = _keeper(studio)
    keeper = _evening(anja.page, studio, "rage", 4, played=4, bidding="plus-minus-one")
    page = anja.page
    studio.shot(anja, "pad-rage-bid")
    for bid in (2, 3, 0):
        _key(page, bid)
    page.locator(".keys .dim").click(force=True)
    studio.shot(anja, "pad-rage-barred")
    _key(page, page.locator(".keys button:not(.dim)").last.inner_text())
    keeper.tap("+5")
    _key(page, 3)
    studio.shot(anja, "pad-rage-tricks")
    for tricks in (1, 0):
        _key(page, tricks)
    for view in ("sheet", "chart"):
        _shows(page, view)
        studio.shot(anja, f"pad-rage-{view}")
    _shows(page, "round")
    page.get_by_role("button", name="Earlier round").click()
    page.locator("button.cell").nth(1).click()
    studio.shot(anja, "pad-rage-correct")
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="Players and rounds").click()
    page.get_by_role("button", name="Save as a picture").wait_for()
    studio.shot(anja, "pad-rage-change")


def eight(studio: Studio) -> None:
    """The most players there can be, with long names."""
    anja = _keeper(studio)
    _evening(anja.page, studio, "rage", 8, played=1)
    studio.shot(anja, "pad-eight-bid")
    for _ in range(8):
        _key(anja.page, 1)
    studio.shot(anja, "pad-eight-tricks")
    _shows(anja.page, "sheet")
    studio.shot(anja, "pad-eight-sheet", whole=True)


def null_nichtig(studio: Studio) -> None:
    """The sum, card by card, teams, and the end."""
    anja = _keeper(studio)
    page = anja.page
    _evening(page, studio, "null-nichtig", 4, played=3, teams=True)
    studio.shot(anja, "pad-null-sum")
    page.get_by_role("button", name="Card by card").click()
    for card in (7, 0):
        _key(page, card)
    studio.shot(anja, "pad-null-cards")
    for card in (1, 1, 1):
        _key(page, card)
    page.get_by_role("button", name="Just the sum").click()
    for points in ("12", "20", "21"):
        for digit in points:
            _key(page, digit)
    page.get_by_role("heading", name=re.compile("win together$")).wait_for()
    studio.shot(anja, "pad-null-end", whole=True)


def alles_oder_nichts(studio: Studio) -> None:
    """Bids that are shown or hidden; the hidden ones after the round."""
    anja = _keeper(studio)
    page = anja.page
    _evening(page, studio, "alles-oder-nichts", 4, played=1)
    _key(page, 2)
    page.get_by_role("button", name="Hidden").click()
    studio.shot(anja, "pad-alles-bid")
    _key(page, 1)
    _key(page, 0)
    studio.shot(anja, "pad-alles-hidden")


def tablet(studio: Studio) -> None:
    """A tablet in the middle of the table: at all its sizes, with three, four and eight players."""
    sizes, studio.sizes = studio.sizes, [each for each in studio.sizes if each.startswith("tablet")]
    for players in (3, 4, 8):
        anja = _keeper(studio)
        page = anja.page
        _evening(page, studio, "rage", players, played=1)
        page.set_viewport_size({"width": 1024, "height": 768})
        page.get_by_role("radio", name="Table", exact=True).check(force=True)
        for bid in (1, 3):
            studio.shot(anja, f"pad-table-{players}-{bid}")
            page.set_viewport_size({"width": 1024, "height": 768})
            page.get_by_role("radio", name="Table", exact=True).check(force=True)
            _key(page, bid)
    studio.sizes = sizes


def shared(studio: Studio) -> None:
    """A link and a QR code; who comes by it; a covered bid; two entries that do not agree."""
    anja, ida = _keeper(studio), _keeper(studio)
    _evening(anja.page, studio, "rage", 3, played=0, bidding="simultaneous")
    page, hers = anja.page, ida.page
    page.get_by_role("button", name="Together").click()
    page.get_by_role("img", name="QR code").wait_for()
    studio.shot(anja, "pad-shared-link")
    hers.goto(page.get_by_role("textbox", name="Link to this pad").input_value())
    page.get_by_role("button", name="Close").click()
    hers.get_by_text("Who are you?").wait_for()
    studio.shot(ida, "pad-shared-who")
    hers.get_by_role("button", name="Ida").click()
    studio.shot(ida, "pad-shared-own")
    _key(hers, 3)
    expect(page.get_by_role("button", name="Ida, Bid entered, hidden")).to_be_visible()
    studio.shot(anja, "pad-shared-covered")
    for bid in (2, 4):
        _key(page, bid)
    expect(hers.get_by_role("region", name=re.compile("Tricks$"))).to_be_visible()
    for each in (page, hers):
        each.context.set_offline(True)
        each.get_by_text("No network.").wait_for()
    studio.shot(anja, "pad-shared-offline")
    page.get_by_role("button", name=re.compile("^Ida, Tricks")).click()
    _key(page, 4)
    _key(hers, 3)
    for each in (page, hers):
        each.context.set_offline(False)
    hers.get_by_text("Which one holds?").first.wait_for()
    studio.shot(ida, "pad-shared-rivals")


def _keeper(studio: Studio) -> Sitter:
    """Somebody who keeps the score: with a screen to be touched, and ids that differ."""
    sitter = studio.sitter(has_touch=True)
    sitter.context.add_init_script(_CHANCE)
    _to(sitter.page, studio, "#/")
    return sitter


def _to(page: Page, studio: Studio, hash_: str) -> None:
    page.goto("about:blank")
    page.goto(f"{studio.server.url}/pad{hash_}")
    page.get_by_role("heading", level=1).wait_for()


def _evening(page: Page, studio: Studio, game_id: str, players: int, played: int, **options: Any) -> Keeper:
    """A pad with some rounds that were played; the next one is to be entered."""
    chosen = game(game_id)
    _engine, rounds = some_rounds(chosen, options, players, seed=3, most=played + 1)
    words = [chosen.texts().say(f"option.{name}.{str(value).lower()}") for name, value in options.items()]
    _to(page, studio, "#/new")
    keeper = begins(page, chosen.title, players, rounds[0].dealer, tuple(words))
    for number, each in enumerate(rounds[:played], 2):
        fills(keeper, each)
        page.get_by_role("button", name=f"Round {number}", exact=True).click()
    page.locator("#asked").wait_for()
    return keeper


def _key(page: Page, key: object) -> None:
    page.locator("section[aria-labelledby=asked]").get_by_role("button", name=str(key), exact=True).click()


def _shows(page: Page, view: str) -> None:
    page.get_by_role("radio", name=view.title(), exact=True).check(force=True)


SCENES = (begun, rage, eight, null_nichtig, alles_oder_nichts, tablet, shared)
