"""The score pad on paper and as files, and the table of a group over a season."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from browser.test_pad import PHONE, Keeper
from browser.test_pad_bad_input import a_round
from browser.test_pad_variants import begins
from support.server.running import Running


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type ?/Page\b", pdf))


def test_as_a_picture_on_paper_and_over_a_season(chromium: Browser, running: Running, tmp_path: Path) -> None:
    context = chromium.new_context(viewport=PHONE, locale="en-GB", color_scheme="dark")
    try:
        page = context.new_page()
        page.add_init_script("window.print = () => (window.printed = (window.printed ?? 0) + 1);")
        page.goto(f"{running.url}/pad#/new")
        # Before anything is begun: an empty sheet for so many players.
        page.get_by_role("radio", name="Rage").check(force=True)
        page.get_by_role("button", name="Print an empty sheet").click()
        expect(page.get_by_role("region", name="Score sheet").get_by_role("row")).to_have_count(13)
        assert pages_of(page.pdf(prefer_css_page_size=True)) == 1
        assert Keeper(page).finds() == []
        page.get_by_role("button", name="Back", exact=True).click()

        begins(page, "Rage", 3, 0)
        a_round(Keeper(page))
        page.get_by_role("button", name="Players and rounds").click()
        with page.expect_download() as picture:
            page.get_by_role("button", name="Save as a picture").click()
        assert re.fullmatch(r"rage-\d{4}-\d\d-\d\d\.png", picture.value.suggested_filename)
        picture.value.save_as(tmp_path / "pad.png")
        assert (tmp_path / "pad.png").read_bytes().startswith(b"\x89PNG")
        page.get_by_role("button", name="Print", exact=True).click()
        page.wait_for_function("window.printed === 1")
        assert pages_of(page.pdf(prefer_css_page_size=True)) == 1

        # What is finished stands on the page of one's games.
        page.get_by_role("button", name="Players and rounds").click()
        page.get_by_role("button", name="End the game now").click()
        expect(page.get_by_text("share the win")).to_be_visible()
        page.goto(f"{running.url}/#/me")
        table = page.get_by_role("table").filter(has_text="Jonas")
        expect(table.get_by_role("row", name=re.compile("^Ida"))).to_contain_text(re.compile("1.*10.*100"))
        expect(table.get_by_role("row", name=re.compile("^Jonas"))).to_contain_text(re.compile("0.*5.*0"))
        assert Keeper(page).finds() == []
    finally:
        context.close()
