"""People who play together: joining by link, coming back, losing the network or the server in the middle."""

import re

from browser.conftest import served
from support.browser.people import QUICK
from support.browser.tables import table_with_bots


def test_two_people_and_two_bots(person):
    """From the lobby of one to the end of a game of both: an invite, a waiting room, a start with bots."""
    host, guest = person("desktop"), person("phone", seed=2)
    host.keep("settings", {"bots": 0, **QUICK})
    guest.hurry()
    host.page.reload()
    link = host.opens_a_table("alles-oder-nichts", players=4, rounds=2)
    guest.comes_by(link, "Bernd")
    host.page.get_by_text("Bernd").first.wait_for()
    host.page.get_by_role("button", name=re.compile("Start")).click()
    for people in (host, guest):
        people.page.locator("[data-bid]").first.wait_for()
    while not (host.over and guest.over):
        if not host.act() and not guest.act():
            host.page.wait_for_timeout(20)
    assert host.views[-1]["play"]["table"]["totals"] == guest.views[-1]["play"]["table"]["totals"]


def test_a_link_that_was_used_up_leads_on(person):
    host, guest, third = person(), person(seed=2), person(seed=3)
    link = host.opens_a_table("rage", players=2)
    guest.comes_by(link, "Bernd")
    guest.page.get_by_text("Anja").first.wait_for()
    third.page.goto(link)
    third.page.get_by_text("All seats are taken").wait_for()
    third.page.get_by_role("link", name="Watch").click()
    third.page.get_by_text("You are watching").wait_for()


def test_reload_in_the_middle(person, running):
    player = person()
    player.sit(table_with_bots(running, "rage", 3))
    player.play(until=lambda: player.taps >= 8)
    player.sees(lambda: player.may_act)  # what was tapped last is done
    before = player.views[-1]["play"]["table"]["round"], player.hand
    player.page.reload()
    player.page.locator("[data-hand] [data-card]").first.wait_for()
    assert (player.views[-1]["play"]["table"]["round"], player.hand) == before
    player.play(until=lambda: player.taps >= 14)


def test_offline_and_back(person, running):
    player = person()
    player.sit(table_with_bots(running, "alles-oder-nichts", 3, rounds=2))
    player.play(until=lambda: player.taps >= 6)
    for _ in range(2):  # phones sleep more than once
        player.context.set_offline(True)
        player.page.get_by_text("Connecting").first.wait_for()
        player.context.set_offline(False)
        player.page.get_by_text("Connecting").first.wait_for(state="detached")
    player.play()


def test_the_server_is_restarted_in_the_middle(person, tmp_path):
    with served(tmp_path) as server:
        player = person(url=server.url)
        player.sit(table_with_bots(server, "alles-oder-nichts", 3, rounds=2))
        player.play(until=lambda: player.taps >= 9)
        server.kill()
        player.page.get_by_text("Connecting").first.wait_for()
        server.start()
        player.play()


def test_two_tabs_of_one_seat_agree(person, running):
    player = person()
    seat = table_with_bots(running, "rage", 3)
    player.sit(seat)
    other = player.open(f"/#/table/{seat.table}")
    player.page.bring_to_front()  # what lies behind is slowed down by the browser
    player.play(until=lambda: player.taps >= 10)

    def hands() -> list[list[str]]:
        cards = "all => all.map((each) => each.dataset.card)"
        return [page.locator("[data-hand] [data-card]").evaluate_all(cards) for page in (player.page, other)]

    player.sees(lambda: hands()[0] == hands()[1])
