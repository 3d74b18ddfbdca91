"""Every page, in every language and both themes: nothing missing, nothing wider than the window, and open to all."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from stichwerk.games import game_ids
from support.browser.tables import finished_game, table_with_bots

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
LANGUAGES = {"en": "en-GB", "de": "de-DE", "fr": "fr-FR", "nl": "nl-NL"}
OF_A_GAME = [f"/{kind}/{game}" for kind in ("new", "rules") for game in game_ids()]
PAGES = ["/", *OF_A_GAME, "/settings", "/rules", "/nowhere"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_in_every_language(person, language):
    visitor = person("tiny", locale=LANGUAGES[language])
    known = json.loads((ROOT / f"web/src/text/{language}/pages.json").read_text())
    for page in PAGES:
        visitor.visit(page)
        assert visitor.page.locator("html").get_attribute("lang") == language
        assert visitor.page.locator("h1").count() == 1, page
        assert not visitor.too_wide, f"{page} is wider than the window"
        content = visitor.page.content()
        assert not [key for key in known if "." in key and f">{key}<" in content], "a text is missing"


def test_every_page_is_open_to_all(person):
    visitor = person("phone")
    for page in PAGES:
        visitor.visit(page)
        assert visitor.axe(AXE) == [], page


@pytest.mark.parametrize(("game", "players"), [("rage", 4), ("null-nichtig", 4), ("alles-oder-nichts", 4)])
def test_every_phase_is_open_to_all(person, running, game, players):
    player = person("phone")
    player.sit(table_with_bots(running, game, players))
    looked: set[str] = set()

    def look() -> bool:
        # When it is one's turn and nobody else's (or everybody's, after the round), nothing moves any more.
        alone = player.phase == "over" or (player.table is not None and player.table["waiting"] == [0])
        if alone and player.phase not in looked and player.may_act:
            looked.add(player.phase)
            assert player.axe(AXE) == [], player.phase
            player.page.get_by_role("button", name="Menu").click()
            if player.phase == "play" and (deck := player.page.get_by_role("button", name="The cards")).count():
                deck.click()
                expect(player.page.get_by_role("dialog")).to_contain_text("which 48 cards")
                assert player.axe(AXE) == [], "the note on the deck"
                looked.add("deck")
            player.page.keyboard.press("Escape")
        return player.phase == "over" and "over" in looked

    player.play(until=look)
    assert {"play", "over"} <= looked
    assert ("deck" in looked) == (game == "alles-oder-nichts")


def test_every_dialog_is_open_to_all(person, running):
    player = person("phone")
    player.sit(table_with_bots(running, "rage", 4))
    player.play(until=lambda: player.phase == "play" and player.table["tricks_done"] > 0 and player.may_act)
    page = player.page

    def look(*ways: str) -> None:
        for way in ways:
            page.get_by_role("button", name=way, exact=True).click()
        expect(page.get_by_role("dialog").get_by_role("heading").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert player.axe(AXE) == [], ways
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)

    for way in ("Last trick", "Points", "Menu"):
        look(way)
    look("Menu", "Rules")
    page.keyboard.press("?")
    look()


def test_before_and_after_a_game_everything_is_open_to_all(person, running):
    """The waiting room, the invite, the winner's page, the replay."""
    host, guest = person("phone"), person("phone")
    link = host.opens_a_table("rage", players=3)
    host.page.get_by_role("button", name="QR code").click()
    host.page.get_by_text("Scan this").wait_for()
    assert host.axe(AXE) == [], "the waiting room of the host"
    guest.page.goto(link)
    guest.page.get_by_label("Your name").wait_for()
    assert guest.axe(AXE) == [], "the invite"
    guest.comes_by(link, "Bernd")
    guest.page.get_by_text("The game begins when").wait_for()
    assert guest.axe(AXE) == [], "the waiting room of a guest"
    seat = finished_game(running, "null-nichtig", 3, rounds=2)
    host.sit(seat)
    host.page.get_by_role("button", name="Recompute the deals").click()
    host.page.get_by_text("All deals are fair").first.wait_for()
    assert host.axe(AXE) == [], "the winner's page"
    host.page.get_by_role("link", name="Watch the replay").click()
    host.page.get_by_role("checkbox", name="Open hands").check()
    host.page.get_by_role("button", name="Next trick").click()
    expect(host.page.locator(".told")).to_contain_text("takes the trick")
    assert host.axe(AXE) == [], "the replay"
