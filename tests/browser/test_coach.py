"""The coach in the browser: a hint and the tutor at the table, and the review of a finished game with its replay."""

import re

from playwright.sync_api import Route, expect

from browser.test_replay import CUT
from support.browser.people import QUICK, SIZES
from support.browser.tables import finished_game, table_with_bots


def test_a_hint_and_a_second_thought(person, running):
    seat = table_with_bots(running, "rage", 3)
    anja = person("phone")
    anja.keep("settings", {**QUICK, "tutor": 1})
    anja.keep("seats", {seat.table: seat.token})
    page = anja.page
    page.goto(f"{anja.url}/#/table/{seat.table}")
    page.reload()
    hint = page.get_by_role("button", name="Hint:")
    hint.click()
    dialog = page.get_by_role("dialog", name="Hint")
    expect(dialog).to_contain_text("Best: bid")
    expect(dialog.get_by_role("img", name="Chances of each number of tricks")).to_be_visible()
    rows = dialog.locator("tbody tr")
    assert rows.count() > 3
    expect(rows.first).to_contain_text("±")
    expect(dialog).to_contain_text("Your first hint in this game")
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    expect(dialog).to_contain_text("Best: bid")
    page.keyboard.press("Escape")

    page.locator('[data-bid="9"]').click()
    page.locator("[data-main=move]").click()
    sure = page.get_by_role("dialog", name="Sure?")
    expect(sure).to_contain_text("gives away about")
    sure.get_by_role("button", name="Let me think again").click()
    expect(sure).to_have_count(0)
    assert anja.views[-1]["play"]["table"]["places"][0]["bid"] is None
    page.locator("[data-main=move]").click()
    sure.get_by_role("button", name="Play it anyway").click()
    expect(page.locator("[data-bid]")).to_have_count(0)
    own = anja.views[-1]["seats"][0]
    assert (own["hints"], own["tutor"]) == (1, True)


def test_a_review_whose_words_come_late(person, running):
    """One that was made before is told at once; what it is told with is loaded beside it, and may take longer."""
    seat = finished_game(running, "alles-oder-nichts", 3, rounds=1)
    visitor = person("phone")
    path = f"/#/review/{seat.table}/1"
    luck = "Luck and skill"
    visitor.page.goto(f"{visitor.url}{path}")
    expect(visitor.page.get_by_role("heading", name=luck)).to_be_visible()
    expect(visitor.page.locator("progress")).to_have_count(0)
    late: list[Route] = []
    visitor.context.route("**/static/assets/coach-*.js", lambda route: late.append(route))
    page = visitor.open(path)
    page.wait_for_timeout(500)
    assert late
    visitor.picture("review-without-words")
    for each in late:
        each.continue_()
    expect(page.get_by_role("heading", name=luck)).to_be_visible()
    expect(page.locator("article")).to_have_count(3)


def test_a_review_leads_to_the_replay(person, running):
    seat = finished_game(running, "alles-oder-nichts", 3, rounds=1)
    visitor = person("phone")
    page = visitor.page
    page.goto(f"{visitor.url}/#/review/{seat.table}/1")
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible()
    expect(page.locator("progress")).to_have_count(0)
    expect(page.locator("article")).to_have_count(3)
    first = page.locator("ol a").first
    lost = re.search(r"[\d.]+ given away", first.inner_text())
    assert lost, "somebody who plays at random gives something away"
    first.click()
    verdict = page.get_by_role("region", name="Review")
    expect(verdict).to_contain_text(lost[0])
    expect(verdict.locator("tbody tr").first).to_contain_text("best")
    assert verdict.locator("tr.made").count() == 1
    for size in ("tiny", "small", "sideways", "zoomed"):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"() => scrollY === 0 && ({CUT})().join() === '0,0'")
    page.set_viewport_size({"width": SIZES["phone"][0], "height": SIZES["phone"][1]})
    verdict.get_by_text("What the others could have held").click()
    expect(verdict.locator("details h3")).to_have_count(2)
    # Somebody may have shown to have none of a colour.
    expect(verdict.locator("details .colours").first).to_contain_text(re.compile("blue|red|green|yellow"))
    visitor.picture("held")
    page.get_by_role("button", name="One step on").click()
    expect(verdict).not_to_contain_text(lost[0])
    page.goto(f"{visitor.url}/#/review/{seat.table}/1")
    page.get_by_role("switch").click()
    expect(page).to_have_url(re.compile(r"open=1"))
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible()
    visitor.picture("review-open")
    page.goto(f"{visitor.url}/#/review/{seat.table}/2")
    expect(page.get_by_role("alert")).to_be_visible()
