"""The score pad on paper and as files, and the table of a group over a season."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.test_pad import PHONE, Keeper
from browser.test_pad_bad_input import a_round
from browser.test_pad_variants import NAMES, begins
from support.server.running import Running


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type ?/Page\b", pdf))


@pytest.mark.parametrize(("locale", "players"), [("de-DE", 4), ("fr-FR", 8), ("nl-NL", 6)])
def test_an_empty_sheet_fills_the_page_and_no_heading_leaves_its_column(
    chromium: Browser, running: Running, locale: str, players: int
) -> None:
    context = chromium.new_context(viewport=PHONE, locale=locale)
    try:
        page = context.new_page()
        page.goto(f"{running.url}/pad#/new")
        page.get_by_role("radio", name="Rage").check(force=True)
        names = page.get_by_role("combobox").filter(has_not=page.locator("option"))
        while names.count() < players:
            page.locator("form section button").filter(has_text=re.compile(".")).last.click()
        page.locator("form > button").last.click()
        page.locator("article.blank").wait_for()
        assert pages_of(page.pdf(prefer_css_page_size=True)) == 1
        page.emulate_media(media="print")
        upright, across = 698, 1002  # what Letter and A4 both have within margins of 12 mm
        page.set_viewport_size({"width": upright if players == 4 else across, "height": 700})
        found = page.evaluate(
            """() => [...document.querySelectorAll("article th")].filter((cell) => {
              const range = document.createRange();
              range.selectNodeContents(cell);
              const [text, box] = [range.getBoundingClientRect(), cell.getBoundingClientRect()];
              return text.left < box.left || text.right > box.right || text.bottom > box.bottom + 1;
            }).map((cell) => cell.textContent)"""
        )
        assert found == []
        assert page.locator("article table").evaluate("table => table.clientWidth > innerWidth - 16")
    finally:
        context.close()


def evening(players: int) -> str:
    """A whole game of Rage as a file: everybody bids nothing, and one after the other takes all tricks."""
    names = NAMES[:players]
    lines: list[list[object]] = [["stichwerk-pad", 1], ["game", "rage"], ["players", *names], ["dealer", names[0]]]
    lines.append(["round", "player", "bid", "tricks", "fives"])
    for number in range(1, 11):
        lines += [[number, name, 0, 0 if (at + number) % players else 11 - number, 0] for at, name in enumerate(names)]
    return "\n".join(",".join(map(str, line)) for line in lines)


@pytest.mark.parametrize("players", [4, 8])
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_whole_evening_stands_on_one_page(
    chromium: Browser, running: Running, tmp_path: Path, players: int, paper: str
) -> None:
    context = chromium.new_context(viewport=PHONE, locale="de-DE")
    try:
        page = context.new_page()
        page.goto(f"{running.url}/pad")
        (tmp_path / "pad.csv").write_text(evening(players))
        page.locator("input[type=file]").set_input_files(tmp_path / "pad.csv")
        page.get_by_role("radio", name="Zettel").check(force=True)
        expect(page.get_by_role("rowheader")).to_have_count(11)
        expect(page.locator("figure svg[role=img]")).to_have_count(1)
        assert pages_of(page.pdf(format=paper)) == 1
    finally:
        context.close()


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
