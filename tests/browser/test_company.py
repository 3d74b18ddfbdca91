"""Those who watch, what people say to each other, and once more with the same people."""

from playwright.sync_api import expect

from browser.test_pages import AXE
from browser.test_secrecy import words
from support.browser.tables import hands_at, table_of


def test_a_spectator_sees_the_table_and_no_hand(person, running):
    """From the list of tables; whatever they look at or receive, there is no card of a hand."""
    seats = table_of(running, "rage", people=1, bots=2, listed=True, names=["Wiebke"])
    player, spectator = person("phone"), person("desktop")
    player.sit(seats[0])
    line = spectator.page.get_by_role("listitem").filter(has_text="Wiebke")
    line.get_by_role("link", name="Watch").click()
    expect(spectator.page.locator(".cell")).to_have_count(3)
    expect(player.page.get_by_text("1 watching")).to_be_attached()
    player.play(until=lambda: player.phase == "play" and player.table["tricks_done"] >= 2)
    expect(spectator.page.get_by_role("log")).to_contain_text("takes the trick")
    assert spectator.hand == []
    assert spectator.page.locator("footer .main").count() == 0
    assert spectator.page.get_by_role("button", name="Hello!").count() == 0, "only those who sit say something"
    page = spectator.page.content()
    for card in (card for hand in hands_at(running, seats[0].table) for card in hand if card[0] in "BGRYVO"):
        assert not words(card).search(page), f"{card} is in the page"
    for view in spectator.views:
        assert view["you"] is None
        assert [
            place["hand"] for place in (view["play"] or {"table": {"places": []}})["table"]["places"] if place["hand"]
        ] == []


def test_what_people_say_and_who_does_not_want_to_hear_it(person, running):
    seats = table_of(running, "rage", people=2, bots=1)
    host, guest = person("phone"), person("desktop")
    for each, seat in zip((host, guest), seats, strict=True):
        each.sit(seat)
    for each in (host, guest):
        each.page.locator("[data-hand] [data-card]").first.wait_for()
    guest.page.get_by_role("button", name="Well played!").click()
    bubble = host.page.locator(".bubble")
    expect(bubble).to_have_text("Well played!")
    host.page.get_by_role("button", name="Say something").click()
    talk = host.page.get_by_role("dialog", name="Say something")
    assert host.axe(AXE) == []
    talk.get_by_role("button", name="Phrases are shown").click()
    expect(talk.get_by_role("button", name="Phrases are muted")).to_be_visible()
    talk.get_by_role("button", name="Hello!").click()
    expect(guest.page.locator(".bubble").filter(has_text="Hello!")).to_be_visible()
    expect(talk).to_have_count(0)
    expect(bubble).to_have_count(0)
    said = len([each for each in host.heard if each["type"] == "said"])
    while len([each for each in host.heard if each["type"] == "said"]) == said:
        guest.page.get_by_role("button", name="Clap").click()  # it may be too soon after the last one
        guest.page.wait_for_timeout(300)
    expect(bubble).to_have_count(0)


def test_once_more_with_the_same_people(person, running):
    seats = table_of(running, "alles-oder-nichts", people=2, bots=1, rounds=1)
    host, guest = person("phone"), person("phone", seed=2)
    for each, seat in zip((host, guest), seats, strict=True):
        each.sit(seat)
    host.play(until=lambda: (host.over and guest.over) or (guest.act() and False))
    guest.looks_at_the_result()
    again = host.page.get_by_role("button", name="Play again")
    again.click()
    expect(host.page.get_by_text("Waiting for")).to_contain_text("Bernd")
    expect(guest.page.get_by_text("Ready for a rematch")).to_contain_text("Anja")
    guest.page.get_by_role("button", name="Play again").click()
    for each in (host, guest):
        each.page.locator("[data-bid]").first.wait_for()
    host.sees(lambda: host.views[-1]["number"] == 2)
    assert [seat["name"] for seat in host.views[-1]["seats"][:2]] == ["Anja", "Bernd"]
