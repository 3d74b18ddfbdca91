"""An evening among friends: who comes late, who changes the seat, second thoughts, and one game after the other."""

import re

from playwright.sync_api import expect

from browser.test_geometry import trouble
from stichwerk.client import Pace
from support.browser.tables import done, table_of, table_with_bots

#: How many seats lie under what a guest is told.
_COVERED = """() => {
    const note = [...document.querySelectorAll("main > p[role=status]")].at(-1).getBoundingClientRect();
    return [...document.querySelectorAll("[data-seat]")].filter((each) => {
        const seat = each.getBoundingClientRect();
        return seat.bottom > note.top + 1 && seat.top < note.bottom && seat.right > note.left && seat.left < note.right;
    }).length;
}"""


def test_a_move_is_taken_back(person, running):
    player = person()
    player.sit(table_with_bots(running, "alles-oder-nichts", 3, pace=Pace(bots=10)))
    player.page.locator("[data-bid]").first.click()
    player.page.locator("footer .main").click()
    back = player.page.get_by_role("button", name="Take back")
    expect(back).to_be_visible()
    player.picture("take-back")
    back.click()
    expect(back).to_have_count(0)
    expect(player.page.locator("[data-bid]").first).to_be_visible()
    player.page.get_by_role("button", name="Menu").click()
    player.page.get_by_role("button", name="Take back my last move").click()
    expect(player.page.get_by_text("There is no move of yours to take back.")).to_be_visible()
    player.picture("nothing-to-take-back")


def test_somebody_comes_late(person, running):
    """The guest sees no hand until the next deal, and then plays on with the points of the bot."""
    seat, *_ = table_of(running, "alles-oder-nichts", people=1, bots=2, rounds=2, names=["Anja"])
    host, guest = person(seed=4), person(seed=5)
    host.sit(seat, lastCard=False)
    host.play(until=lambda: host.phase == "play")
    invite = done(running.client.invite(seat))
    guest.hurry()
    guest.page.goto(f"{running.url}/#invite={invite}")
    guest.page.get_by_text("With the next deal you take over from a bot").wait_for()
    guest.page.get_by_text("Anja", exact=True).first.wait_for()
    guest.picture("invite-late")
    guest.page.get_by_role("radio").nth(1).check()
    guest.page.get_by_label("Your name").fill("Lena")
    guest.page.get_by_role("button", name="Take over with the next deal").click()
    guest.page.get_by_text("You are watching. With the next deal you take over from").wait_for()
    guest.picture("guest-waits")
    assert trouble(guest.page, ("tiny", "phone", "sideways", "desktop")) == {}
    assert guest.page.evaluate(_COVERED) == 0, "who waits sees everybody all the same"
    host.plays_the_round()
    host.sees(lambda: host.phase == "over")
    assert guest.hand == []
    for view in guest.views:
        assert view["you"] is None
        assert not any(place["hand"] for place in view["play"]["table"]["places"])
    points = host.table["totals"]
    host.play(until=lambda: host.table["round"] == 2)
    guest.page.locator("[data-hand] [data-card]").first.wait_for()
    guest.picture("guest-plays")
    expect(guest.page.get_by_text("Not connected")).to_have_count(0)
    assert guest.views[-1]["you"] == 2
    assert guest.table["totals"] == points
    assert guest.views[-1]["seats"][2]["name"] == "Lena"
    while not (host.over and guest.over):
        if not host.act() and not guest.act():
            host.page.wait_for_timeout(20)


def test_the_waiting_room_and_the_evening(person):
    """Two friends: a chosen seat, a phrase, a game, once more, and how often who has won."""
    host, guest = person(seed=6), person(seed=7)
    for each in (host, guest):
        each.keep("settings", {"bots": 0, "trickStays": 0, "speed": "instant"})
        each.page.reload()
    link = host.opens_a_table("alles-oder-nichts", players=3, rounds=1)
    guest.page.goto(link)
    expect(guest.page.get_by_text(re.compile("invites you to Alles oder Nichts"))).to_contain_text("Anja")
    guest.picture("invite")
    guest.page.get_by_role("radio").nth(1).check()
    guest.page.get_by_label("Your name").fill("Bernd")
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.page.get_by_role("button", name="Seat 2: Sit here").click()
    expect(guest.page.get_by_role("button", name="Seat 3: Sit here")).to_be_visible()
    expect(guest.page.get_by_text("you · here")).to_be_visible()
    guest.page.get_by_role("button", name="Hello!").click()
    expect(host.page.locator(".bubble")).to_have_text("Hello!")
    host.picture("waiting-room")
    guest.picture("waiting-room-guest")
    host.page.get_by_role("button", name="Shuffle the seats").click()
    host.page.get_by_role("button", name=re.compile("Start")).click()
    for number in (1, 2):
        host.sees(lambda number=number: bool(host.views) and host.views[-1]["number"] == number)
        guest.sees(lambda number=number: bool(guest.views) and guest.views[-1]["number"] == number)
        host.sees(lambda: host.views[-1]["status"] == "playing")
        while not (host.over and guest.over):
            if not host.act() and not guest.act():
                host.page.wait_for_timeout(20)
        for each in (host, guest):
            each.looks_at_the_result()
        again = host.page.get_by_role("button", name="Play again")
        again.wait_for()
        if number == 1:
            again.click()
            expect(host.page.get_by_text(re.compile(r"a bot plays for Bernd in \d+ second"))).to_be_visible()
            host.picture("rematch-waits")
            guest.page.get_by_role("button", name="Play again").click()
    evening = host.page.get_by_role("region", name="This evening")
    expect(evening.get_by_role("listitem")).to_have_count(3)
    evening.scroll_into_view_if_needed()
    host.picture("evening")
    host.page.goto(f"{host.url}/#/")
    line = host.page.get_by_role("region", name="Your tables")
    expect(line).to_contain_text("Game over")
    host.picture("your-tables")
    line.get_by_role("button", name=re.compile("Remove from the list")).click()
    host.page.get_by_role("button", name="Undo").wait_for()
    host.picture("removed")


def test_a_friend_is_invited_to_a_running_game(person, running):
    """The host finds the link in the menu; a stranger finds the seat of the other bot in the list of tables."""
    seat, *_ = table_of(running, "alles-oder-nichts", people=1, bots=2, names=["Anja"], listed=True, rounds=1)
    host, friend, stranger = person(seed=8), person(seed=9), person(seed=10)
    host.sit(seat)
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_role("button", name="Invite somebody").click()
    link = host.page.get_by_role("textbox", name="Invite link")
    expect(link).to_have_value(re.compile("#invite="))
    host.picture("invite-in-a-game")
    friend.page.goto(link.input_value())
    friend.page.get_by_label("Your name").fill("Lena")
    friend.page.get_by_role("button", name="Take over with the next deal").click()
    friend.page.get_by_text("You are watching. With the next deal you take over from").wait_for()
    stranger.page.reload()
    way = stranger.page.locator(f'[href="#/table/{seat.table}"]')
    line = stranger.page.get_by_role("region", name="Open tables").get_by_role("listitem").filter(has=way)
    stranger.picture("take-over-a-seat")
    expect(line.get_by_role("link", name="Watch")).to_be_visible()
    line.get_by_role("button", name="Take over a seat").click()
    stranger.page.get_by_label("Your name").fill("Max")
    stranger.page.get_by_role("button", name="Let’s play").click()
    stranger.page.get_by_text("You are watching. With the next deal you take over from").wait_for()
    assert [each["guest"] for each in stranger.views[-1]["seats"]] == [None, "Lena", "Max"]
