"""Browsers and servers that are not as they should be: a clear sentence and a way on, never an empty page."""

import json
import shutil

import pytest
from playwright.sync_api import expect

from browser.conftest import served
from stichwerk.client import Pace
from stichwerk.server.web.site import STATIC
from support.browser.tables import done, table_of, table_with_bots
from support.browser.wire import Wire

NO_STORAGE = """for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
    Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
}"""
WRONG_TIME = """{
    const real = Date, wrong = HOURS * 3_600_000;
    Date = class extends real {
        constructor(...given) { given.length ? super(...given) : super(real.now() + wrong); }
        static now() { return real.now() + wrong; }
    };
}"""


def test_nothing_can_be_kept(person):
    """Somebody whose browser blocks storage plays like everybody else, and knows what will be lost."""
    player = person("phone", scripts=[NO_STORAGE])
    page = player.page
    expect(page.get_by_role("status").get_by_text("keeps nothing for this page")).to_be_visible()
    page.goto(f"{player.url}/#/settings")
    expect(page.get_by_role("status").get_by_text("keeps nothing for this page")).to_be_visible()
    page.get_by_role("radio", name="No motion").check()
    page.goto(f"{player.url}/#/")
    page.get_by_role("button", name="Rage: Play", exact=True).first.click()
    page.get_by_label("Your name").fill("Anja")
    page.keyboard.press("Enter")
    player.play(until=lambda: player.taps >= 3)
    page.goto(f"{player.url}/#/")
    page.get_by_role("link", name="Continue").click()  # as long as the tab is open
    page.locator("[data-hand] [data-card]").first.wait_for()


def test_a_guest_whose_browser_keeps_nothing(person):
    host, guest = person("phone"), person("phone", scripts=[NO_STORAGE])
    link = host.opens_a_table("rage", players=3)
    guest.page.goto(link)
    expect(guest.page.get_by_role("status").get_by_text("keeps nothing for this page")).to_be_visible()
    guest.comes_by(link, "Bernd")
    expect(guest.page.get_by_text("The game begins when")).to_be_visible()


@pytest.mark.parametrize("hours", [-30, 5])
def test_the_clock_of_the_browser_is_wrong(person, running, hours):
    player = person("phone", scripts=[WRONG_TIME.replace("HOURS", str(hours))])
    player.sit(table_of(running, "rage", people=2, bots=1, pace=Pace(move=30, bots=0, grace=0))[0])
    page = player.page
    player.sees(lambda: player.seconds_left > 0)
    first = player.seconds_left
    assert first <= 31, "it runs by the server's time, which may be told late"
    player.sees(lambda: 0 < player.seconds_left < first)
    page.get_by_role("button", name="Say something").click()
    page.get_by_role("button", name="Hello!").click()
    expect(page.locator(".bubble")).to_have_text("Hello!")
    player.play(until=lambda: player.taps >= 6)


def test_a_page_that_could_not_be_loaded_comes_by_itself(person):
    visitor = person("phone")
    visitor.page.locator(".games button").first.wait_for()
    visitor.context.set_offline(True)
    visitor.page.get_by_role("link", name="Rules").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("The server does not answer")
    visitor.context.set_offline(False)
    expect(visitor.page.get_by_role("heading", name="Null & nichtig", level=1)).to_be_visible()


def test_the_texts_could_not_be_loaded(person):
    visitor = person("phone")
    visitor.page.route("**/assets/en-*.js", lambda route: route.abort())
    visitor.page.reload()
    expect(visitor.page.get_by_text("The server does not answer.")).to_be_visible()
    visitor.page.unroute("**/assets/en-*.js")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()


def test_a_newer_server_says_what_nobody_understands(person, running):
    player = person("phone")
    wire = Wire(player.page)
    player.sit(table_with_bots(running, "rage", 3))
    player.page.locator("[data-hand] [data-card]").first.wait_for()
    wire.tell(json.dumps({"type": "fireworks", "colour": "R"}))
    expect(player.page.get_by_role("alert")).to_contain_text("There is a newer version of Stichwerk")
    player.page.get_by_role("button", name="Reload").click()
    player.page.locator("[data-hand] [data-card]").first.wait_for()  # the seat is safe


def test_a_newer_version_waits_until_the_game_is_left(person, tmp_path):
    """And whoever must have it at once gets it: the shell that the browser keeps would be the old one again."""
    newer = tmp_path / "static"
    shutil.copytree(STATIC, newer)
    there = f"import pathlib, stichwerk.server.web.site as site; site.STATIC = pathlib.Path({str(newer)!r})"
    with served(tmp_path, before=there) as server:
        player = person("phone", url=server.url, service_workers="allow")
        page = player.page
        wire = Wire(page)
        ready = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
        player.sees(lambda: bool(page.evaluate(ready)))
        prompt = page.get_by_text("There is a new version of Stichwerk.")
        seat = table_with_bots(server, "rage", 3)
        player.sit(seat)
        page.locator("[data-hand] [data-card]").first.wait_for()

        def publish(version: str) -> None:
            worker = (STATIC / "sw.js").read_text()
            (newer / "sw.js").write_text(worker.replace('"version":"', f'"version":"{version}'))

        publish("one")
        page.evaluate("navigator.serviceWorker.getRegistration().then((all) => all.update())")
        player.sees(lambda: bool(page.evaluate(WAITS)))
        expect(page.locator("[data-hand] [data-card]").first).to_be_visible()
        expect(prompt).to_have_count(0)
        page.get_by_role("button", name="Back to all games").click()
        expect(prompt).to_be_visible()
        page.get_by_role("button", name="Load it").click()
        expect(prompt).to_have_count(0)
        player.sees(lambda: any("one" in name for name in page.evaluate("caches.keys()")))

        publish("two")
        page.goto(f"{server.url}/#/table/{seat.table}")
        page.locator("[data-hand] [data-card]").first.wait_for()
        wire.tell(json.dumps({"type": "fireworks"}))
        page.get_by_role("button", name="Reload").click()
        page.locator("[data-hand] [data-card]").first.wait_for()
        player.sees(lambda: [name for name in page.evaluate("caches.keys()") if "two" in name] != [])


WAITS = "navigator.serviceWorker.getRegistration().then((all) => all.waiting !== null)"


def test_the_server_is_away_when_the_page_is_opened(person, tmp_path):
    """The second visit: the browser has the shell, and it comes to life when the server is back."""
    with served(tmp_path) as server:
        visitor = person("small", url=server.url, service_workers="allow")
        page = visitor.page
        visitor.sees(lambda: bool(page.evaluate("navigator.serviceWorker.ready.then(() => true)")))
        seat = table_with_bots(server, "rage", 3)
        visitor.sit(seat)
        page.locator("[data-hand] [data-card]").first.wait_for()
        server.kill()
        away = page.get_by_text("The server does not answer.")
        for path in ("/", f"/#/table/{seat.table}", "/#/new/rage"):
            page.goto("about:blank")
            page.goto(server.url + path)
            expect(away.first).to_be_visible()
        server.start()
        page.goto(f"{server.url}/#/")
        expect(page.get_by_role("link", name="Continue")).to_be_visible(timeout=20_000)
        expect(away).to_have_count(0)


def test_a_table_that_is_closed_while_one_looks(person, running):
    """The host leaves a table before the game: it is no more, and everybody is told."""
    seats = table_of(running, "rage", people=2, bots=0, begin=False)
    host, guest = person("phone"), person("phone")
    guest.sit(seats[1])
    host.sit(seats[0])
    guest.page.get_by_text("The game begins when").wait_for()
    for each in (guest, host):
        each.page.get_by_role("button", name="Leave the table").click()
        expect(each.page.get_by_role("button", name="Rage: Play", exact=True).first).to_be_visible()
    # (Whoever comes back before the server has heard it has not left.)
    host.sees(lambda: host.page.evaluate("localStorage['stichwerk-leaving'] ?? '{}'") == "{}")
    host.page.goto(f"{host.url}/#/table/{seats[0].table}")
    expect(host.page.get_by_role("alert")).to_be_visible()
    expect(host.page.get_by_role("link", name="Back to all games").last).to_be_visible()


def test_typefaces_that_do_not_come(person, running):
    """Somebody who blocks them plays with the letters of the system, and nothing jumps."""
    player = person("small")
    player.context.route("**/*.woff2", lambda route: route.abort())
    player.sit(table_with_bots(running, "rage", 4))
    player.play(until=lambda: player.taps >= 4)
    assert player.page.evaluate("[...document.fonts].every((face) => face.status !== 'loaded')")
    assert not player.scrolls


def test_the_host_leaves_and_another_goes_on(person, running):
    """In the waiting room and in the middle of a game: everybody hears who is the host now, and can do what one may."""
    seats = table_of(running, "alles-oder-nichts", people=3, bots=0, begin=False)
    people = [person("phone", seed=seed) for seed in range(3)]
    for player, seat in zip(people, seats, strict=True):
        player.sit(seat)
        player.page.get_by_role("button", name="Leave the table").wait_for()
    host, heir, other = people
    host.page.get_by_role("button", name="Leave the table").click()
    expect(heir.page.get_by_text("You are the host now: you start the game.")).to_contain_text("Anja")
    expect(other.page.get_by_text("is the host now.")).to_contain_text("Bernd")
    heir.page.get_by_role("button", name="Start with bots in the open seats").click()
    for player in (heir, other):
        player.page.locator("[data-bid]").first.wait_for()
    heir.page.get_by_role("button", name="Menu").click()
    heir.page.get_by_role("button", name="Leave the table").click()
    heir.page.get_by_role("button", name="Yes, leave").click()
    other.page.get_by_role("button", name="Last trick").click()
    expect(other.page.get_by_role("dialog")).to_contain_text("Claudia is the host now.")
    other.page.keyboard.press("Escape")
    other.page.get_by_role("button", name="Menu").click()
    expect(other.page.get_by_role("button", name="Pause the game")).to_be_visible()


def test_a_table_full_of_people(person, running):
    """Who comes late can watch, from the link and from the list."""
    seats = table_of(running, "alles-oder-nichts", people=3, bots=0, begin=False, listed=True)
    invite = done(running.client.invite(seats[0]))
    late, *people = (person("phone") for _ in range(4))
    for player, seat in zip(people, seats, strict=True):
        player.sit(seat)
    expect(people[0].page.locator("li.here")).to_have_count(3)
    people[0].page.get_by_role("button", name="Start").click()
    people[0].page.locator("[data-bid]").first.wait_for()
    late.page.goto(f"{running.url}/#invite={invite}")
    expect(late.page.get_by_text("All seats are taken. You can watch.")).to_be_visible()
    expect(late.page.get_by_label("Your name")).to_have_count(0)
    late.page.get_by_role("link", name="Watch").click()
    expect(late.page.locator('[data-seat="2"]')).to_be_visible()
    late.page.goto(f"{running.url}/#/")
    line = late.page.get_by_role("region", name="Open tables").get_by_role("listitem").filter(has_text="Claudia")
    expect(line.get_by_role("link", name="Watch").first).to_be_visible()
    expect(line.get_by_role("button")).to_have_count(0)
