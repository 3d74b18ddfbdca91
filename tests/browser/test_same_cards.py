"""The deal of the day, and a challenge: the same cards at several tables."""

import re
from datetime import date, timedelta

from playwright.sync_api import expect

from support.browser.tables import table_of


def test_the_deal_of_the_day(person):
    """Two people who know nothing of each other have the same hand; and who comes back goes on."""
    hands = []
    for seed in (2, 3):
        player = person(seed=seed)
        player.keep("settings", {"bots": 0, "trickStays": 0, "speed": "instant", "name": "Anja"})
        player.page.reload()
        day = player.page.get_by_role("region", name="Deal of the day")
        player.picture("lobby")
        day.get_by_role("button", name="Alles oder Nichts").click()
        player.page.locator("[data-hand] [data-card]").first.wait_for()
        hands.append(sorted(player.hand))
        player.page.goto(f"{player.url}/#/")
        day.get_by_role("link", name="Continue").click()
        player.page.locator("[data-hand] [data-card]").first.wait_for()
    assert hands[0] == hands[1]


def test_a_deal_of_the_day_to_its_end(person):
    """What came of it stands in the calendar; what is sent to others tells how it went, and nothing of the cards."""
    player = person(seed=2, permissions=["clipboard-read", "clipboard-write"])
    player.keep("settings", {"bots": 0, "trickStays": 0, "speed": "instant", "name": "Anja"})
    page = player.page
    page.reload()
    page.get_by_role("region", name="Deal of the day").get_by_role("button", name="Alles oder Nichts").click()
    player.play()
    same = page.get_by_role("region", name="The same cards")
    expect(same).to_contain_text("Masters make")
    same.get_by_role("button", name="Challenge a friend").click()
    expect(same).to_contain_text("The challenge is copied")
    title, squares, points, link = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert title.startswith("Stichwerk · Alles oder Nichts · ")
    assert re.fullmatch("[🟩🟨🟥]{7}", squares)
    assert re.fullmatch(r"[−\d]+ points? · Masters: [−\d]+", points)
    assert "/#/challenge/" in link
    player.picture("day-over")
    page.goto(f"{player.url}/#/")
    expect(page.get_by_role("region", name="Deal of the day")).to_contain_text(points.partition(" ")[0])


def test_a_challenge(person, running):
    """Somebody plays, a friend takes it up: the same hand, and both results side by side."""
    host, friend = person(seed=2), person(seed=3)
    seat, *_ = table_of(running, "alles-oder-nichts", people=1, bots=2, rounds=2, names=["Anja"])
    host.sit(seat)
    host.page.locator("[data-hand] [data-card]").first.wait_for()
    hand = sorted(host.hand)
    host.play()
    expect(host.page.get_by_role("region", name="The same cards")).to_contain_text("Challenge a friend")
    host.picture("over")
    friend.keep("settings", {"bots": 0, "trickStays": 0, "speed": "instant"})
    friend.page.reload()
    friend.page.goto(f"{friend.url}/#/challenge/{seat.table}/1")
    expect(friend.page.get_by_text("challenges you to Alles oder Nichts")).to_contain_text("Anja")
    friend.picture("challenge")
    friend.page.get_by_label("Your name").fill("Bernd")
    friend.page.get_by_role("button", name="Take it up").click()
    friend.page.locator("[data-hand] [data-card]").first.wait_for()
    assert sorted(friend.hand) == hand
    friend.play()
    rows = friend.page.get_by_role("region", name="The same cards").get_by_role("row")
    expect(rows).to_have_count(2 + 2)
    expect(rows.first).to_contain_text("Bernd")
    expect(rows.first).to_contain_text("Anja")
    friend.picture("side-by-side")


def test_a_challenge_that_leads_nowhere(person):
    player = person()
    player.page.goto(f"{player.url}/#/challenge/nowhere/1")
    expect(player.page.get_by_role("heading", level=1)).to_be_visible()
    expect(player.page.get_by_text("table", exact=False).first).to_be_visible()


def test_the_calendar(person):
    """Yesterday's deal can still be played; what came of others is marked, and no day can be played before its time."""
    player = person(seed=2)
    now = player.page.evaluate("() => [new Date().getFullYear(), new Date().getMonth() + 1, new Date().getDate()]")
    today = date(*now)
    yesterday = today - timedelta(days=1)
    results = {f"{today} rage": {"points": 61, "par": 58.2}, f"{yesterday} rage": {"points": -3, "par": 40.1}}
    player.keep("settings", {"bots": 0, "trickStays": 0, "speed": "instant", "name": "Anja"})
    player.keep("dayResults", results)
    player.visit("/days")
    player.page.reload()
    expect(player.page.get_by_text("2 days in a row!")).to_be_visible()
    expect(player.page.get_by_text("61 points · Masters: 58")).to_be_visible()
    player.picture("days")
    if yesterday.month != today.month:
        player.page.get_by_role("button", name=f"{yesterday:%B %Y}").click()
    player.page.get_by_role("button", name=re.compile(rf"^{yesterday.day} {yesterday:%B},")).click()
    expect(player.page.get_by_text("−3 points · Masters: 40")).to_be_visible()
    expect(player.page.locator("td button:disabled")).to_have_count(_days_left(today))
    player.page.get_by_role("button", name="Alles oder Nichts").click()
    player.page.locator("[data-hand] [data-card]").first.wait_for()
    assert player.views[-1]["same_cards"]["day"] == str(yesterday)


def _days_left(today: date) -> int:
    """How many days of the month are yet to come."""
    return ((today.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)).day - today.day
