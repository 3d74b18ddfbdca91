"""The score pad by taps and by keys: variants and teams of every game, and a tablet in the middle of the table."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from browser.test_pad import PHONE, TABLET, Keeper
from stichwerk.games import game
from stichwerk.testing.pads import PlayedRound, some_rounds
from support.server.running import Running

NAMES = ["Ida", "Jonas", "Mia", "Tom", "Alexandra", "Bo", "Ulf", "Zoë"]
ACROSS: ViewportSize = {"width": 1024, "height": 768}
#: What the pad asks for, by what it calls it.
FIELDS = {"Bid": "bid", "Tricks": "tricks", "Points": "tops"}
NEXT = re.compile(r"^Round \d+$")


@pytest.fixture
def page(chromium: Browser, running: Running) -> Iterator[Page]:
    context = chromium.new_context(viewport=PHONE, locale="en-GB")
    page = context.new_page()
    page.goto(f"{running.url}/pad#/new")
    problems: list[str] = []
    page.on("pageerror", lambda problem: problems.append(str(problem)))
    yield page
    context.close()
    assert problems == []


def begins(page: Page, title: str, players: int, dealer: int, chosen: tuple[str, ...] = ()) -> Keeper:
    page.get_by_role("radio", name=title).check(force=True)
    if chosen:
        page.get_by_text("Variant").click()
    for choice in chosen:
        page.get_by_role("radio", name=choice, exact=True).check(force=True)
    names_as_they_sit(page, players)
    page.get_by_label("First dealer").select_option(str(dealer))
    page.get_by_role("button", name="Begin").click()
    return Keeper(page)


def names_as_they_sit(page: Page, players: int) -> None:
    names = page.get_by_role("combobox", name=re.compile("^Name"))
    while names.count() > players:
        page.get_by_role("button", name="not playing").last.click()
    while names.count() < players:
        page.get_by_role("button", name="Another player").click()
    for at, name in enumerate(NAMES[:players]):
        names.nth(at).fill(name)


def asked(page: Page) -> tuple[int, str]:
    """Whose cell is asked for, and which: as the keys say it."""
    said, _, _ = page.locator("#asked").inner_text().strip().partition(" · ")
    who, _, label = said.partition(": ")
    return NAMES.index(who), FIELDS[label]


def fills(keeper: Keeper, played: PlayedRound) -> None:
    """A round, in the order in which the pad asks."""
    page = keeper.page
    expect(page.locator("#asked")).to_be_visible()
    while page.locator("#asked").count():
        seat, field = asked(page)
        said = page.locator("#asked").inner_text()
        entries = played.seats[seat]
        if field == "tricks":
            for _ in range(abs(entries.get("fives", 0))):
                keeper.tap("+5" if entries["fives"] > 0 else "−5")
        hides = page.get_by_role("button", name="Hidden", exact=True)
        if field == "bid" and entries.get("hidden") and hides.count():
            hides.click()
        else:
            value = entries[field]
            keeper.enter(NAMES[seat], label_of(field), sum(top or 0 for top in value) if field == "tops" else value)
        goes_on(page, said)


def goes_on(page: Page, said: str) -> None:
    """Wait until something else is asked for, or nothing any more."""
    page.wait_for_function("said => document.querySelector('#asked')?.innerText !== said", arg=said)


def label_of(field: str) -> str:
    return next(label for label, name in FIELDS.items() if name == field)


def plays(keeper: Keeper, rounds: list[PlayedRound]) -> None:
    """Several rounds, and on to the one after them."""
    for played in rounds:
        fills(keeper, played)
        keeper.page.get_by_role("button", name=NEXT).click()


def has_totals(page: Page, wanted: Iterable[int]) -> None:
    expect(page.locator(".total")).to_have_text([str(each).replace("-", "−") for each in wanted])


@pytest.mark.parametrize(
    ("game_id", "options", "players", "chosen"),
    [
        ("rage", {"bidding": "plus-minus-one", "march": True}, 3, ("Plus/minus one", "Counts double")),
        ("rage", {"bidding": "simultaneous"}, 2, ("Hidden, all at once",)),
        ("rage", {"bidding": "secret", "tie_break": "shared"}, 3, ("Secret until the end", "The win is shared")),
        ("null-nichtig", {"teams": True}, 4, ("Two teams",)),
        ("null-nichtig", {"collecting": "as-played"}, 6, ("as played",)),
        ("alles-oder-nichts", {"deck": "6x8"}, 5, ("6 colours, 1–8",)),
    ],
)
def test_variants_and_teams_by_taps(
    page: Page, game_id: str, options: dict[str, Any], players: int, chosen: tuple[str, ...]
) -> None:
    engine, rounds = some_rounds(game(game_id), options, players, seed=3, most=2)
    keeper = begins(page, game(game_id).title, players, rounds[0].dealer, chosen)
    plays(keeper, rounds)
    has_totals(page, engine.totals)
    if options.get("teams"):
        page.get_by_role("radio", name="Sheet").check(force=True)
        for team, letter in enumerate("AB"):
            together = sum(each for seat, each in enumerate(engine.totals) if seat % 2 == team)
            expect(page.get_by_text(f"Team {letter}: {together}")).to_be_visible()
    assert keeper.finds() == []


@pytest.mark.parametrize("size", [TABLET, ACROSS], ids=["upright", "across"])
def test_on_a_tablet_in_the_middle_everybody_reads_their_own(page: Page, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    engine, rounds = some_rounds(game("rage"), {}, 6, seed=4, most=1)
    keeper = begins(page, "Rage", 6, rounds[0].dealer)
    page.get_by_role("radio", name="Table", exact=True).check(force=True)
    for name in NAMES[:6]:
        seat = page.get_by_role("region", name=name, exact=True)
        box = seat.bounding_box()
        assert box is not None
        inside = (box["x"] >= 0, box["y"] >= 0, box["x"] + box["width"] <= size["width"])
        assert (*inside, box["y"] + box["height"] <= size["height"]) == (True,) * 4, name
    # Those at the side have what is theirs turned to it.
    turned = page.locator(".side").evaluate_all(
        "sides => sides.map(side => getComputedStyle(side).writingMode + ' ' + getComputedStyle(side).rotate)"
    )
    assert turned == ["horizontal-tb none", "vertical-rl none", "horizontal-tb 180deg", "vertical-rl 180deg"]
    fills(keeper, rounds[0])
    has_totals(page, engine.totals)
    assert keeper.finds() == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), "wider than the window"


def test_a_whole_round_by_the_keyboard(page: Page) -> None:
    engine, rounds = some_rounds(game("rage"), {}, 3, seed=6, most=1)
    begins(page, "Rage", 3, rounds[0].dealer)
    expect(page.locator("#asked")).to_be_visible()
    while page.locator("#asked").count():
        seat, field = asked(page)
        said = page.locator("#asked").inner_text()
        entries = rounds[0].seats[seat]
        if field == "tricks" and entries["fives"]:
            reach(page, "+5" if entries["fives"] > 0 else "−5")
            for _ in range(abs(entries["fives"])):
                page.keyboard.press("Enter")
        page.keyboard.type(str(entries[field]))
        if entries[field] == 1:  # it could still become 10
            page.keyboard.press("Enter")
        goes_on(page, said)
    reach(page, "Round 2")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Round 2 of 10")).to_be_visible()
    has_totals(page, engine.totals)


def reach(page: Page, name: str) -> None:
    """Go there with the tabulator alone."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.textContent?.trim()") == name:
            return
    raise AssertionError(f"the tabulator does not reach {name}")
