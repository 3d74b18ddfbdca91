"""Pauses, people who are away, bots that play for them, and clocks."""

import pytest
from playwright.sync_api import expect

from browser.conftest import served
from stichwerk.client import Pace
from support.browser.people import Player
from support.browser.tables import table_of, table_with_bots

#: For a server at which nobody is left in peace for long.
IMPATIENT = "import stichwerk.server.domain.votes as votes; votes.PEACE, votes.ANSWER = 500, 3000"


def both(person, running, **pace) -> tuple[Player, Player]:
    """Two people at a table with a bot, in the middle of a game."""
    seats = table_of(running, "alles-oder-nichts", people=2, bots=1, pace=Pace(bots=0, **pace), begin=False)
    host, guest = person("phone", url=running.url), person("phone", url=running.url, seed=2)
    guest.sit(seats[1])
    host.sit(seats[0])
    expect(host.page.locator("li.here")).to_have_count(2)
    host.page.get_by_role("button", name="Start").click()
    for each in (host, guest):
        each.page.locator("[data-bid]").first.wait_for()
    return host, guest


def test_the_host_pauses_and_goes_on(person, running):
    host, guest = both(person, running)
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_role("button", name="Pause the game").click()
    paused = guest.page.locator("footer").get_by_text("The game is paused.")
    expect(paused).to_be_visible()
    expect(guest.page.locator("[data-bid]")).to_have_count(0)
    host.page.get_by_role("button", name="Go on").click()
    expect(paused).to_have_count(0)
    expect(guest.page.locator("[data-bid]").first).to_be_visible()


def test_the_host_chooses_to_wait(person):
    host = person("phone")
    host.page.goto(f"{host.url}/#/new/rage")
    host.page.get_by_role("switch", name="Wait for those who are away").check()
    host.opens_a_table("rage", players=3)
    host.sees(lambda: bool(host.views) and host.views[-1]["pace"]["pause"] is True)


@pytest.mark.parametrize("comes_back", [True, False])
def test_a_table_can_wait_for_who_is_away(person, running, comes_back):
    host, guest = both(person, running, grace=0, pause=True)
    at_table = guest.page.url
    guest.page.goto("about:blank")
    waiting = host.page.locator("footer").get_by_text("Waiting for somebody who is away.")
    expect(waiting).to_be_visible()
    expect(host.page.locator(".badge.away")).to_contain_text("Not connected")
    if comes_back:
        guest.page.goto(at_table)
        guest.page.locator("[data-bid]").first.wait_for()
        expect(host.page.locator(".badge.away")).to_have_count(0)
    else:
        host.page.get_by_role("button", name="Go on").click()
        expect(host.page.locator(".badge.away")).to_contain_text("Away: a bot plays")
    expect(waiting).to_have_count(0)
    expect(host.page.locator("[data-bid]").first).to_be_visible()


def test_a_bot_plays_for_who_is_away_and_gives_the_seat_back(person, running):
    host, guest = both(person, running, grace=0)
    at_table = guest.page.url
    guest.page.goto("about:blank")
    badge = host.page.locator(".badge.away")
    expect(badge).to_contain_text("Away: a bot plays")
    host.play(until=lambda: host.phase == "play")
    guest.page.goto(at_table)
    guest.page.locator("[data-hand] [data-card]").first.wait_for()
    expect(badge).to_have_count(0)
    taps = guest.taps
    guest.play(until=lambda: guest.taps > taps or (host.act() and False))


def test_whoever_leaves_can_come_back(person, running):
    host, guest = both(person, running)
    guest.page.get_by_role("button", name="Menu").click()
    guest.page.get_by_role("button", name="Leave the table").click()
    guest.page.get_by_role("button", name="Yes, leave").click()
    expect(host.page.locator(".badge.away")).to_contain_text("Left: a bot plays")
    guest.page.get_by_role("link", name="Continue").click()
    guest.page.locator("[data-hand] [data-card]").first.wait_for()
    expect(host.page.locator(".badge.away")).to_have_count(0)


def test_the_clock_runs_and_a_bot_steps_in_when_it_is_up(person, running):
    player = person("phone")
    player.sit(table_with_bots(running, "rage", 2, pace=Pace(move=5, bots=3)))
    player.sees(lambda: player.seconds_left > 0)
    first = player.seconds_left
    assert first <= 6, "five, and on a busy machine what was told may be late"
    player.sees(lambda: player.seconds_left < first)
    back = player.page.get_by_role("button", name="I’ll play again myself")
    expect(back).to_contain_text("Out of time: a bot plays")
    expect(player.page.locator(".badge.away")).to_contain_text("Out of time")
    back.click()
    expect(player.page.locator(".badge.away")).to_have_count(0)
    player.sees(lambda: player.seconds_left > 0)


def test_somebody_has_fallen_asleep(person, tmp_path):
    with served(tmp_path, before=IMPATIENT) as running:
        host, guest = both(person, running)
        host.play(until=lambda: host.page.get_by_role("button", name="Ask Bernd").is_visible())
        host.page.get_by_role("button", name="Ask Bernd").focus()
        host.page.keyboard.press("Enter")
        expect(host.page.locator("footer")).to_contain_text("Bernd is asked.")
        question = guest.page.get_by_role("alert").filter(has_text="Are you there? The others ask.")
        question.get_by_role("button", name="I am here").click()
        expect(question).to_have_count(0)
        host.page.get_by_role("button", name="Ask Bernd").click()
        expect(question).to_be_visible()
        expect(host.page.locator(".badge.away")).to_contain_text("Does not answer: a bot plays")
        expect(question).to_have_count(0)
        guest.page.get_by_role("button", name="I’ll play again myself").click()
        expect(host.page.locator(".badge.away")).to_have_count(0)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_ring_empties_with_the_time(person, running, motion):
    """Also where nothing moves: then in a few steps. For the last seconds it has another shape."""
    seat = table_with_bots(running, "rage", 3, pace=Pace(move=14, bots=0))
    player = person("phone", reduced_motion=motion, painted=True)
    player.sit(seat)
    ring = player.page.locator('[data-seat="0"] .left')
    ring.wait_for()
    empty = "ring => -parseFloat(getComputedStyle(ring).strokeDashoffset)"
    beaded = player.page.locator('[data-seat="0"] .soon .track')
    assert ring.evaluate(empty) < 0.3
    expect(beaded).to_have_count(1)
    player.sees(lambda: player.seconds_left <= 8)
    assert 0.35 < ring.evaluate(empty) < 0.75
