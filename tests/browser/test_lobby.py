"""From the lobby to a game, to a finished game, and through everything that can be wrong on the way."""

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import served
from stichwerk.client import Pace
from support.browser.tables import table_of, table_with_bots

LONG = "Wolfeschlegelsteinhausen"  # as long as a name may be
NAMES = [LONG, "Zoë", "王小明", "مريم", "<b>Anja</b>", "Δημήτριος Παπαδόπουλος 2", "ณัฐพงษ์", "🂡 Ivy"]


def test_two_clicks_to_a_game(person):
    player = person("phone")
    player.page.get_by_role("button", name="Rage: Play", exact=True).click()
    player.page.get_by_label("Your name").fill("Anja")
    player.page.keyboard.press("Enter")
    player.page.locator("[data-hand] [data-card]").first.wait_for()
    player.page.goto(player.url)
    player.page.get_by_role("button", name="Rage: Play", exact=True).click()
    player.page.get_by_role("button", name="Deal the cards").click()  # the name is asked once
    player.page.locator("[data-hand] [data-card]").first.wait_for()
    player.page.goto(player.url)
    player.page.get_by_role("link", name="Continue").nth(1).wait_for()  # both tables are there to come back to


def test_on_a_phone_on_its_side_all_that_is_asked_before_a_game_is_seen(person):
    page = person("sideways").page
    page.get_by_role("button", name="Rage: Play", exact=True).click()
    sheet = page.get_by_role("dialog", name="Rage")
    for asked in ("Your name", "Your face", "Players", "Strength of the bots"):
        expect(sheet.get_by_text(asked, exact=True)).to_be_in_viewport(ratio=1)
    expect(sheet.get_by_text("Regular", exact=True).last).to_be_in_viewport(ratio=1)


def test_names_are_shown_as_they_are(person, running):
    """Eight people on the smallest screen, before the game and in it, most of them away: so there are badges too."""
    seats = table_of(running, "rage", 8, 0, pace=Pace(bots=0, grace=0), names=NAMES, begin=False)
    host = person("small")
    host.sit(seats[0])
    for name in NAMES:
        host.page.get_by_text(name, exact=True).locator("visible=true").first.wait_for()
    assert not host.too_wide
    host.page.get_by_role("button", name="Start").click()
    host.page.locator("[data-hand] [data-card]").first.wait_for()
    for name in NAMES:
        expect(host.page.locator(".cell").filter(has_text=name)).to_be_visible()
    assert not host.scrolls
    host.play(until=lambda: host.table["tricks_done"] >= 1 and host.may_act)
    assert not host.scrolls


@pytest.mark.parametrize(
    "path", ["/#invite=nonsense", "/#/table/0000", "/#/replay/0000/1", "/#/rules/skat", "/#/new/skat", "/#/non/sense"]
)
def test_addresses_that_lead_nowhere_say_so(person, path):
    visitor = person("small")
    visitor.page.goto(visitor.url + path)
    main = visitor.page.get_by_role("main")
    main.get_by_role("link").or_(main.get_by_role("button")).first.wait_for()
    assert len(main.inner_text()) > 30


def test_the_server_is_away_at_the_start(person, tmp_path):
    with served(tmp_path) as server:
        visitor = person(url=server.url)
        play = visitor.page.get_by_role("button", name="Rage: Play", exact=True).first
        play.wait_for()  # the games are there, too
        server.kill()
        play.click()
        visitor.page.get_by_label("Your name").fill("Anja")
        visitor.page.keyboard.press("Enter")
        visitor.page.get_by_role("alert").first.wait_for()
        server.start()
        visitor.page.keyboard.press("Enter")
        visitor.page.locator("[data-hand] [data-card]").first.wait_for()


def test_a_finished_game_once_more(person, running):
    """The winner's page, the check of the deals in the page, and the replay."""
    player = person("phone")
    seat = table_with_bots(running, "alles-oder-nichts", 3, rounds=1)
    player.sit(seat)
    player.play()
    with player.page.expect_download() as download:
        player.page.get_by_role("link", name="Save the record").click()
    assert download.value.suggested_filename.endswith(".jsonl")
    player.page.get_by_role("button", name="Recompute the deals").click()
    player.page.get_by_text("All deals are fair").first.wait_for()
    player.page.get_by_role("link", name="Watch the replay").click()
    player.page.get_by_role("button", name="Next trick").click()
    for key in ("ArrowLeft", "Home"):  # each moment has an address
        here = player.page.url
        player.page.keyboard.press(key)
        expect(player.page).not_to_have_url(here)
    expect(player.page).to_have_url(re.compile(r"at=1\.0"))


def test_from_a_table_of_others_the_browser_leads_back(person, running):
    seats = table_of(running, "rage", people=1, bots=1, listed=True, names=["Ottilie"], begin=False)
    guest = person("phone")
    line = guest.page.get_by_role("listitem").filter(has_text="Ottilie")
    line.get_by_role("link", name="Watch").click()
    guest.page.get_by_role("heading", name="Rage").first.wait_for()
    assert guest.page.url.endswith(f"#/table/{seats[0].table}")
    guest.page.go_back()
    expect(line).to_be_visible()
