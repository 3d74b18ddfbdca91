"""A score pad on several phones: a link and a QR code, covered bids, two that merge, and a pad that is gone."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, expect

from browser.test_pad import Keeper
from support.server.running import Running

PHONE: ViewportSize = {"width": 320, "height": 568}
ROUND = re.compile("^Round 2$")


@contextmanager
def phones(chromium: Browser, count: int) -> Iterator[list[Page]]:
    """Phones that know nothing of each other; the clock of each is another."""
    contexts = [chromium.new_context(viewport=PHONE, locale="en-GB") for _ in range(count)]
    try:
        pages = [context.new_page() for context in contexts]
        for days, page in enumerate(pages):
            page.clock.install(time=f"20{20 + 7 * days}-01-01T00:00:00")
            page.clock.resume()
        yield pages
    finally:
        for context in contexts:
            context.close()


def begun(page: Page, url: str, bidding: str = "", title: str = "Rage") -> Keeper:
    """A pad for Ida, Tom and Mia; Ida deals."""
    page.goto(f"{url}/pad#/new")
    page.get_by_role("radio", name=title).check(force=True)
    if bidding:
        page.get_by_text("Variant").click()
        page.get_by_role("radio", name=bidding).check(force=True)
    names = page.get_by_role("combobox", name=re.compile("^Name"))
    while names.count() > 3:
        page.get_by_role("button", name="not playing").last.click()
    while names.count() < 3:
        page.get_by_role("button", name="Another player").click()
    for at, name in enumerate(["Ida", "Tom", "Mia"]):
        names.nth(at).fill(name)
    page.get_by_label("First dealer").select_option("0")
    page.get_by_role("button", name="Begin").click()
    return Keeper(page)


def shared(page: Page) -> str:
    """One tap makes a link and a QR code."""
    page.get_by_role("button", name="Together").click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    link = page.get_by_role("textbox", name="Link to this pad").input_value()
    assert Keeper(page).finds() == []
    page.get_by_role("button", name="Close").click()
    return link


def cell(page: Page, who: str, field: str):
    return page.get_by_role("button", name=re.compile(f"^{who}, {field} "))


def offline(page: Page, yes: bool) -> None:
    page.context.set_offline(yes)
    expect(page.get_by_text("No network." if yes else "in step")).to_be_visible()


def test_covered_bids_two_phones_that_merge_and_a_pad_that_is_gone(
    chromium: Browser, running: Running, tmp_path: Path
) -> None:
    with phones(chromium, 2) as (mine, hers):
        host = begun(mine, running.url, "Hidden, all at once")
        link = shared(mine)
        hers.goto(link)
        ida = Keeper(hers)
        expect(hers.get_by_text("A pad of Rage.")).to_be_visible()
        assert ida.finds() == []
        hers.get_by_role("button", name="Ida").click()

        # A covered bid is known to be there, and what it is to nobody.
        ida.enter("Ida", "Bid", 7)
        expect(cell(hers, "Ida", "Bid")).to_have_text("7")
        expect(cell(mine, "Ida", "Bid")).to_have_text("✓")
        assert "7" not in mine.locator("tbody").inner_text()
        host.enter("Tom", "Bid", 1)
        expect(cell(hers, "Tom", "Bid")).to_have_text("✓")
        host.enter("Mia", "Bid", 2)
        expect(cell(mine, "Ida", "Bid")).to_have_text("7")
        expect(cell(hers, "Mia", "Bid")).to_have_text("2")

        # Both enter the same cell without a net: both are shown, nothing is lost, one is chosen.
        offline(mine, True)
        offline(hers, True)
        ida.enter("Ida", "Tricks", 6)
        host.enter("Tom", "Tricks", 1)
        cell(mine, "Ida", "Tricks").click()
        host.enter("Ida", "Tricks", 7)
        host.enter("Mia", "Tricks", 2)
        expect(mine.get_by_role("button", name=ROUND)).to_be_visible()
        offline(mine, False)
        offline(hers, False)
        for page in (mine, hers):
            choice = page.get_by_role("region", name="Which one holds?")
            expect(choice.get_by_role("button")).to_have_text([re.compile("^6|^7"), re.compile("^6|^7")])
            expect(page.get_by_role("button", name=ROUND)).to_be_hidden()
        assert ida.finds() == []
        hers.screenshot(path=tmp_path / "rivals.png")
        hers.get_by_role("button", name=re.compile("^7 ")).click()
        for page in (mine, hers):
            expect(page.get_by_role("region", name="Which one holds?")).to_be_hidden()
            expect(page.locator(".total")).to_have_text(["17", "11", "12"])

        # The others may only enter what is theirs, and look on when the sharing ends.
        expect(cell(hers, "Tom", "Bid")).to_be_disabled()
        mine.get_by_role("button", name="Together").click()
        mine.get_by_role("button", name="Stop sharing").click()
        expect(hers.get_by_text("This pad is no longer shared. Your copy stays here")).to_be_visible()
        expect(hers.locator(".total")).to_have_text(["17", "11", "12"])
        hers.get_by_role("button", name=ROUND).click()
        ida.enter("Mia", "Bid", 3)
        hers.goto(f"{running.url}/pad")
        hers.goto(link)
        expect(hers.get_by_text("This pad is not shared, or not any longer.")).to_be_visible()


def test_a_bid_stays_hidden_on_its_phone_until_the_round_is_over(chromium: Browser, running: Running) -> None:
    with phones(chromium, 2) as (mine, hers):
        host = begun(mine, running.url, "Secret until the end")
        hers.goto(shared(mine))
        hers.get_by_role("button", name="Ida").click()
        Keeper(hers).enter("Ida", "Bid", 7)
        expect(cell(mine, "Ida", "Bid")).to_have_text("✓")
        for who, bid in (("Tom", 1), ("Mia", 2)):
            host.enter(who, "Bid", bid)
        for who, tricks in (("Tom", 1), ("Mia", 2)):
            host.enter(who, "Tricks", tricks)
        expect(mine.get_by_text("Waiting for")).to_contain_text("Ida")
        expect(cell(mine, "Ida", "Bid")).to_have_text("✓")
        Keeper(hers).enter("Ida", "Tricks", 7)
        expect(cell(mine, "Ida", "Bid")).to_have_text("7")
        expect(mine.locator(".total")).to_have_text(["17", "11", "12"])


def test_a_bid_is_shown_by_whose_it_is_when_all_have_one(chromium: Browser, running: Running) -> None:
    with phones(chromium, 2) as (mine, hers):
        host = begun(mine, running.url, title="Alles oder Nichts")
        hers.goto(shared(mine))
        hers.get_by_role("button", name="Ida").click()
        ida = Keeper(hers)
        ida.enter("Ida", "Bid", 3)
        expect(cell(mine, "Ida", "Bid")).to_have_text("✓")
        expect(hers.get_by_role("button", name="Show it")).to_have_count(0)
        host.enter("Tom", "Bid", 1)
        host.tap("Hidden")
        expect(mine.get_by_text("Waiting for")).to_be_hidden()
        host.enter("Mia", "Bid", 2)
        hers.get_by_role("button", name="Show it").click()
        expect(cell(mine, "Ida", "Bid")).to_have_text("3")
