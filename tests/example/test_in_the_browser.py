"""Oh Hell in a real browser: whole games by clicks, on a table that is drawn from its description alone."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import chromium, person, playwright, running  # noqa: F401
from stichwerk.play.record import read
from stichwerk.play.verify import check
from support.browser.tables import done, finished_game, table_with_bots

OH_HELL = "oh-hell"
#: Pictures of what was played, to be looked at.
PICTURES = Path(__file__).resolve().parent.parent.parent / "pictures" / "oh_hell"


def picture(player, name):
    PICTURES.mkdir(parents=True, exist_ok=True)
    player.page.screenshot(path=PICTURES / f"{name}.png")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_whole_game_by_clicks(person, running, size):  # noqa: F811
    player = person(size, painted=True)
    seat = table_with_bots(running, OH_HELL, 4, hands="fixed", tricks=5, rounds=2)
    player.sit(seat, oneTap=size == "desktop")
    player.page.locator("[data-bid]").first.wait_for()
    assert player.page.locator("[data-bid]").count() == 6
    picture(player, f"{size}-bids")
    player.play(until=lambda: len(player.table["trick"]) >= 2 and player.may_act and player.phase == "play")
    picture(player, f"{size}-trick")
    assert not player.scrolls
    faces = player.page.locator("[data-hand] [data-card] svg")
    assert faces.count() == len(player.hand)
    player.play()
    expect(player.page.get_by_role("button", name="Recompute the deals")).to_be_visible()
    picture(player, f"{size}-over")
    record = done(running.client.record(seat.table, 1))
    check(read(record))
    assert json.loads(record)["game"] == OH_HELL


def test_from_the_lobby_to_the_first_trick(person):  # noqa: F811
    player = person("phone", painted=True)
    games = player.page.get_by_role("region", name="Games").get_by_role("listitem")
    tile = games.filter(has=player.page.get_by_role("heading", name="Oh Hell"))
    expect(tile).to_contain_text("3–7 players")
    picture(player, "lobby")
    player.visit(f"/new/{OH_HELL}")
    expect(player.page.get_by_text("The hook")).to_be_visible()
    picture(player, "new")


@pytest.mark.parametrize(
    ("language", "word"), [("en-GB", "clubs"), ("de-DE", "Kreuz"), ("fr-FR", "trèfle"), ("nl-NL", "klaveren")]
)
def test_the_rules_in_every_language(person, language, word):  # noqa: F811
    player = person("phone", locale=language, painted=True)
    player.visit(f"/rules/{OH_HELL}")
    text = player.page.locator("main").inner_text()
    assert word in text
    assert "OH-11" in player.page.locator("main").inner_html()
    picture(player, f"rules-{language[:2]}")


def test_looking_back(person, running):  # noqa: F811
    seat = finished_game(running, OH_HELL, 3, hands="fixed", tricks=4, rounds=2)
    player = person("desktop", painted=True)
    player.sit(seat)
    player.page.get_by_role("button", name="Recompute the deals").click()
    expect(player.page.get_by_text("All deals are fair")).to_be_visible()
    picture(player, "fair")
    player.page.goto(f"{player.url}/#/replay/{seat.table}/1")
    player.page.get_by_role("checkbox", name="Open hands").check()
    player.page.wait_for_load_state("networkidle")
    picture(player, "replay")
