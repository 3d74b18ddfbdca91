"""The deal of the day, and a challenge: the same cards at several tables."""

import os
from pathlib import Path

from playwright.sync_api import Page, expect

#: Where pictures go if somebody wants to see them.
PICTURES = os.environ.get("SAME_CARDS_PICTURES")


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def test_the_deal_of_the_day_and_a_challenge(person):
    """Somebody plays it, a friend takes it up: the same hand, and both results side by side."""
    host, friend = person(seed=2), person(seed=3)
    for each in (host, friend):
        each.keep("settings", {"bots": 0, "trickStays": 0, "speed": "instant", "name": "Anja"})
        each.page.reload()
    day = host.page.get_by_role("region", name="Deal of the day")
    picture(host.page, "lobby")
    day.get_by_role("button", name="Alles oder Nichts").click()
    host.page.locator("[data-hand] [data-card]").first.wait_for()
    hand = sorted(host.hand)
    host.play()
    same = host.page.get_by_role("region", name="The same cards")
    expect(same).to_contain_text("Nobody else here has played this deal yet.")
    same.scroll_into_view_if_needed()
    picture(host.page, "over")
    host.page.get_by_role("button", name="Recompute the deals").click()
    expect(host.page.get_by_text("All deals are fair")).to_be_visible()
    expect(host.page.get_by_text("These are the cards of")).to_be_visible()
    table = host.page.url.split("/")[-1]
    host.page.goto(f"{host.url}/#/")
    expect(day.get_by_role("link", name="Your result")).to_be_visible()

    friend.page.goto(f"{friend.url}/#/challenge/{table}/1")
    expect(friend.page.get_by_text("challenges you to Alles oder Nichts")).to_contain_text("Anja")
    picture(friend.page, "challenge")
    friend.page.get_by_label("Your name").fill("Bernd")
    friend.page.get_by_role("button", name="Take it up").click()
    friend.page.locator("[data-hand] [data-card]").first.wait_for()
    assert sorted(friend.hand) == hand
    friend.play()
    expect(friend.page.get_by_text("2 have played this deal here")).to_be_visible()
    rows = friend.page.get_by_role("region", name="The same cards").get_by_role("row")
    expect(rows).to_have_count(len(friend.views[-1]["play"]["score_sheet"]) + 2)
    expect(rows.first).to_contain_text("Bernd")
    expect(rows.first).to_contain_text("Anja")
    picture(friend.page, "side-by-side")


def test_a_challenge_that_leads_nowhere(person):
    player = person()
    player.page.goto(f"{player.url}/#/challenge/nowhere/1")
    expect(player.page.get_by_role("heading", level=1)).to_be_visible()
    expect(player.page.get_by_text("table", exact=False).first).to_be_visible()
