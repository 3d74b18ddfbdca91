"""Finished games once more: every game, from any seat, with open or closed hands, and links to an exact card."""

import re

import pytest
from playwright.sync_api import expect

from support.browser.people import SIZES
from support.browser.tables import done, finished_game

GAMES = [("rage", 3, {}), ("null-nichtig", 4, {"rounds": 1}), ("alles-oder-nichts", 3, {"rounds": 2})]


@pytest.mark.parametrize(("game", "players", "options"), GAMES, ids=str)
def test_a_game_once_more(person, running, game, players, options):
    seat = finished_game(running, game, players, **options)
    visitor = person("phone")
    page = visitor.page
    page.goto(f"{visitor.url}/#/replay/{seat.table}/1?seat=0")
    told, hands = page.locator(".told"), page.get_by_role("region", name="Hands")
    expect(told).not_to_be_empty()
    cards = hands.get_by_role("img")
    own = cards.count()
    assert own > 0
    assert not visitor.scrolls

    page.get_by_role("combobox", name="Seen by").select_option(index=2)
    expect(page).to_have_url(re.compile("seat=1"))
    page.get_by_role("checkbox", name="Open hands").check()
    expect(hands.get_by_role("heading")).to_have_count(players)
    expect(cards).to_have_count(players * own)
    page.get_by_role("checkbox", name="Open hands").uncheck()
    expect(hands.get_by_role("heading")).to_have_count(0)
    page.get_by_role("combobox", name="Seen by").select_option(label="A spectator")
    expect(cards).to_have_count(0)

    page.get_by_role("button", name="Next trick").click()
    expect(told).to_contain_text("takes the trick")
    page.get_by_role("button", name="One step on").click()
    expect(told).not_to_contain_text("takes the trick")
    card, here = told.inner_text(), page.url

    friend = person("desktop")
    friend.page.goto(here)
    expect(friend.page.locator(".told")).to_have_text(card)
    assert friend.page.url == here
    asked: list[str] = []
    friend.page.on("request", lambda request: asked.append(request.url))
    for key in ("ArrowRight", "ArrowLeft"):  # without waiting for anything
        friend.page.keyboard.press(key)
    assert not [url for url in asked if "/replay" in url], "a round is loaded once"
    expect(friend.page.locator(".told")).to_have_text(card)


#: What of the table, the hand and what is said of the move lies under the controls or below the screen, and every sum
#: that the points beside it cover: nothing and none.
CUT = """() => {
    const box = (selector) => [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
    const meet = (one, other) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5;
    const bar = box(".bar")[0];
    const cut = box("[data-seat], .hands li > *, .beside .verdict")
        .filter((each) => each.bottom > innerHeight || meet(each, bar));
    const [sums, totals] = [box(".sum"), box(".total")];
    const covered = sums.filter((sum) => totals.some((total) => meet(sum, total)));
    return [cut.length, covered.length];
}"""


@pytest.mark.parametrize(("players", "review"), [(6, ""), (4, "&review=1")])
def test_nothing_of_it_is_cut_or_covered(person, running, players, review):
    seat = finished_game(running, "null-nichtig", players, rounds=1)
    visitor = person("phone")
    page = visitor.page
    page.goto(f"{visitor.url}/#/replay/{seat.table}/1?seat=0{review}")
    for told in ("deals", "takes the trick"):
        expect(page.locator(".told")).to_contain_text(told)
        for size in ("tiny", "sideways", "zoomed"):
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            expect(page.get_by_role("button", name="To the end of the round")).to_be_in_viewport(ratio=1)
            page.wait_for_function(f"() => ({CUT})().join() === '0,0'")
            assert not visitor.too_wide, size
        page.get_by_role("button", name="Next trick").click()


def test_beside_a_review_nothing_of_the_table_is_covered_and_the_verdict_is_in_sight(person, running):
    seat = finished_game(running, "null-nichtig", 6, rounds=1)
    visitor = person("phone")
    page = visitor.page
    page.goto(f"{visitor.url}/#/review/{seat.table}/1")
    page.locator("ol a:not(:has(.one + .one))").first.click()  # a card that was played; laid ones are several
    verdict = page.get_by_role("region", name="Review")
    for size in ("phone", "tiny", "sideways", "zoomed", "tablet"):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        expect(verdict.get_by_text("given away")).to_be_in_viewport(ratio=1)
        page.wait_for_function(f"() => ({CUT})()[1] === 0")
        bar, told = (page.locator(each).bounding_box() for each in ("main > .bar", ".beside .verdict"))
        assert bar
        assert told
        assert told["y"] + told["height"] <= bar["y"], size
        assert not visitor.too_wide, size


def test_a_record_file_is_watched_too(person, running, tmp_path):
    seat = finished_game(running, "alles-oder-nichts", 3, rounds=1)
    visitor = person("phone")
    page = visitor.page
    file = tmp_path / "game.jsonl"
    file.write_text(done(running.client.record(seat.table)))
    page.goto(f"{visitor.url}/#/replay")
    page.get_by_label("Open a record file").set_input_files(file)
    expect(page.locator(".told")).not_to_be_empty()
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"no": "record"}\n')
    page.goto(f"{visitor.url}/#/")
    page.get_by_role("button", name="Rage: Play", exact=True).wait_for()  # the game that was open is closed
    page.goto(f"{visitor.url}/#/replay")
    page.get_by_label("Open a record file").set_input_files(broken)
    expect(page.get_by_role("alert")).to_contain_text("not a record")
