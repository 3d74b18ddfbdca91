"""What changes in the middle of an evening on the score pad: it ends early, somebody leaves, somebody comes late; and a
pad that goes into a file and comes back from it.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.test_pad import Keeper
from browser.test_pad_bad_input import Come, a_round, come
from browser.test_pad_variants import ACROSS, NEXT, begins, has_totals

__all__ = ["come"]
WON = re.compile("share the win$")


def changes(page: Page, button: str) -> None:
    page.get_by_role("button", name="Players and rounds").click()
    page.get_by_role("button", name=button).click()


def mark_of(page: Page, who: str) -> str | None:
    return page.locator("tbody tr").filter(has_text=who).locator("path").get_attribute("d")


@pytest.mark.parametrize("size", [None, ACROSS], ids=["phone", "tablet"])
@pytest.mark.parametrize("shown", ["a fresh round", "an earlier round", "the chart"])
def test_who_ends_early_sees_who_has_won(come: Come, size: ViewportSize | None, shown: str) -> None:
    page = come()
    if size is not None:
        page.set_viewport_size(size)
    begins(page, "Rage", 3, 0)
    a_round(Keeper(page))
    page.get_by_role("button", name=NEXT).click()
    expect(page.get_by_text("Round 2 of 10")).to_be_visible()
    if shown == "an earlier round":
        page.get_by_role("button", name="Earlier round").click()
    if shown == "the chart":
        page.get_by_role("radio", name="Chart", exact=True).check(force=True)
    changes(page, "End the game now")
    expect(page.get_by_role("heading", name=WON)).to_have_count(1)
    expect(page.get_by_role("heading", name=WON)).to_be_in_viewport()
    expect(page.get_by_role("link", name="Once more, same players")).to_be_visible()
    expect(page.get_by_text("Round 1 of 1")).to_be_visible()
    # No name is broken to make room for it.
    lines = page.locator("tbody .name").evaluate_all("names => names.map(name => name.getClientRects().length)")
    assert lines == [1, 1, 1]
    # Who ended it too soon takes that back.
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name=WON)).to_have_count(0)
    page.get_by_role("button", name=NEXT).click()
    expect(page.get_by_text("Round 2 of 10")).to_be_visible()


def test_one_leaves_and_another_comes_late(come: Come, tmp_path: Path) -> None:
    page = come()
    keeper = begins(page, "Rage", 4, 0)
    for who in ("Jonas", "Mia", "Tom", "Ida"):
        keeper.enter(who, "Bid", 0)
    for who, tricks in (("Jonas", 10), ("Mia", 0), ("Tom", 0), ("Ida", 0)):
        keeper.enter(who, "Tricks", tricks)
    page.get_by_role("button", name=NEXT).click()
    marks = {who: mark_of(page, who) for who in ("Ida", "Jonas", "Tom")}

    # Jonas, who would deal, leaves; the deal passes him by. Zoë sits down beside Ida.
    changes(page, "Jonas leaves")
    expect(page.get_by_text("Mia deals · Tom leads")).to_be_visible()
    page.get_by_role("button", name="Players and rounds").click()
    page.get_by_role("textbox", name="Name").fill("ida")
    page.get_by_role("combobox", name="Sits to the left of").select_option(label="Ida")
    page.get_by_role("button", name="Joins in round 2").click()
    expect(page.get_by_text("Two players have the same name.")).to_be_visible()
    page.get_by_role("textbox", name="Name").fill("Zoë")
    page.get_by_role("button", name="Joins in round 2").click()
    expect(page.locator("tbody .name")).to_have_text(["Ida", "Zoë", "Mia", "Tom"])
    for who in ("Mia", "Tom", "Ida", "Zoë"):
        keeper.enter(who, "Bid", 0)
    for who, tricks in (("Mia", 0), ("Tom", 9), ("Ida", 0), ("Zoë", 0)):
        keeper.enter(who, "Tricks", tricks)
    has_totals(page, [20, 10, 20, 14])
    # Everybody keeps the mark that was theirs.
    assert [mark_of(page, who) for who in ("Ida", "Tom")] == [marks["Ida"], marks["Tom"]]
    assert mark_of(page, "Zoë") not in marks.values()
    page.get_by_role("button", name=NEXT).click()
    page.get_by_role("radio", name="Sheet", exact=True).check(force=True)
    standings = page.get_by_role("list")
    expect(standings.get_by_text("left in round 2, points frozen")).to_be_visible()
    expect(standings.get_by_text("since round 2")).to_be_visible()

    # In the middle of a round, it holds from the next; and so it does when the pad comes back from a file.
    page.get_by_role("radio", name="Round", exact=True).check(force=True)
    keeper.enter("Tom", "Bid", 1)
    changes(page, "Mia leaves")
    expect(page.locator("tbody .name")).to_have_text(["Ida", "Zoë", "Mia", "Tom"])
    page.get_by_role("button", name="Players and rounds").click()
    with page.expect_download() as file:
        page.get_by_role("button", name="Save as a table (CSV)").click()
    file.value.save_as(tmp_path / "pad.csv")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("link", name="All pads").click()
    page.get_by_label("Read from a file (CSV)").set_input_files(tmp_path / "pad.csv")
    has_totals(page, [20, 10, 20, 14])
    for who in ("Ida", "Zoë", "Mia"):
        keeper.enter(who, "Bid", 0)
    for who, tricks in (("Tom", 8), ("Ida", 0), ("Zoë", 0), ("Mia", 0)):
        keeper.enter(who, "Tricks", tricks)
    page.get_by_role("button", name=NEXT).click()
    expect(page.locator("tbody .name")).to_have_text(["Ida", "Zoë", "Tom"])


@pytest.mark.parametrize(
    ("line", "becomes", "said"),
    [
        ("stichwerk-pad,1", "stichwerk-pad,2", "This file was written by a newer version."),
        ("game,rage", "game,canasta", "The game of this file is not known here."),
        ("1,Jonas,0,10,0,", "1,Jonas,0,11,0,", "What line 10 of the file says cannot be in this game."),
        ("1,Jonas,0,10,0,", "1,Jonas,many,10,0,", "Line 10 of the file cannot be read."),
        ("stichwerk-pad,1", "shopping,1", "This file is no score pad of ours."),
    ],
)
def test_a_file_with_what_cannot_be(come: Come, tmp_path: Path, line: str, becomes: str, said: str) -> None:
    page = come()
    begins(page, "Rage", 3, 0)
    a_round(Keeper(page))
    page.get_by_role("button", name="Players and rounds").click()
    with page.expect_download() as file:
        page.get_by_role("button", name="Save as a table (CSV)").click()
    text = file.value.path().read_text("utf-8-sig")
    assert line in text
    (tmp_path / "pad.csv").write_text(text.replace(line, becomes), "utf-8")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("link", name="All pads").click()
    page.get_by_label("Read from a file (CSV)").set_input_files(tmp_path / "pad.csv")
    expect(page.get_by_text(said)).to_be_visible()
    expect(page.get_by_role("list").get_by_role("link")).to_have_count(1)
    assert Keeper(page).finds() == []


def test_names_are_dragged_to_where_they_sit_remembered_and_the_first_dealer_is_drawn(come: Come) -> None:
    page = come()
    page.get_by_role("radio", name="Rage").check(force=True)
    names = page.get_by_role("combobox", name=re.compile("^Name"))

    def sitting() -> list[str]:
        return [each.input_value() for each in names.all()]

    for at, name in enumerate(("Ida", "Tom", "Mia")):
        names.nth(at).fill(name)
    first, last = (page.locator(".handle").nth(at).bounding_box() for at in (0, 2))
    assert first is not None
    assert last is not None
    page.mouse.move(first["x"] + 10, first["y"] + 10)
    page.mouse.down()
    page.mouse.move(last["x"] + 10, last["y"] + 10, steps=8)
    page.mouse.up()
    assert sitting() == ["Tom", "Mia", "Ida"]
    page.get_by_role("button", name="Ida: one place up").click()
    assert sitting() == ["Tom", "Ida", "Mia"]
    page.evaluate("Math.random = () => 0.99")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("Mia deals · Tom leads")).to_be_visible()
    page.get_by_role("link", name="All pads").click()
    page.get_by_role("link", name="New pad").click()
    expect(names.first).to_have_value("Tom")
    assert sitting() == ["Tom", "Ida", "Mia"]
    page.evaluate("Math.random = () => 0")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("Tom deals · Ida leads")).to_be_visible()
