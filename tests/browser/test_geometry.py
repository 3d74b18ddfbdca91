"""Every screen: at each size, for each game and number of players, nobody sits on anybody else, and nothing is cut."""

from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, expect

from stichwerk.client import Pace
from stichwerk.games import game, game_ids
from support.browser.people import SIZES
from support.browser.tables import table_of, table_with_bots

#: The page measures the room before it lays everything out; a busy machine takes its time.
_SETTLED = """() => new Promise((done) => {
    const where = () => [...document.querySelectorAll("[data-seat], [data-card], [data-hand]")]
        .map((each) => Object.values(each.getBoundingClientRect().toJSON()).join()).join(";");
    let [before, same] = ["", 0];
    const look = () => {
        const now = where();
        same = now === before ? same + 1 : 0;
        before = now;
        if (same > 2) done(); else setTimeout(() => requestAnimationFrame(look), 15);
    };
    look();
})"""
#: Who or what overlaps, and what leaves the window. A card that is tilted may touch another at its corners.
_TROUBLE = """() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((each) => {
        const { seat, card } = each.dataset;
        return { what: `${selector} ${seat ?? card ?? ""}`, at: each.getBoundingClientRect() };
    });
    const [seats, cards, hand, faces] = ["[data-seat]", ".felt [data-card]", "[data-hand]", ".portrait"].map(boxes);
    const [marks, depths, picked, piles] = [".felt .mark", ".felt .depth", ".picked", ".felt .pile"].map(boxes);
    const overlap = ({ at: a }, { at: b }, room) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > room &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > room;
    const found = [];
    const apart = (some, others, room) => some.forEach((one, nth) => others.forEach((other, place) => {
        if ((some !== others || nth < place) && overlap(one, other, room)) found.push(`${one.what} and ${other.what}`);
    }));
    apart(seats, seats, 0.5);
    apart(seats, cards, 5);
    apart(cards, cards, 5);
    apart(seats, hand, 0.5);
    apart(marks, depths, 0.5);
    apart(picked, piles, 0.5);
    for (const each of document.querySelectorAll(".felt .mark")) {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (!each.contains(seen)) found.push(`${each.className} is covered`);
    }
    for (const { what, at } of [...seats, ...faces, ...cards, ...hand])
        if (at.left < -1 || at.top < -1 || at.right > innerWidth + 1 || at.bottom > innerHeight + 1)
            found.push(`${what} is cut`);
    for (const each of document.querySelectorAll("[data-seat] .who, [data-seat] .stats, [data-seat] .piles")) {
        const [seat, at] = [each.closest("[data-seat]"), each].map((one) => one.getBoundingClientRect());
        if (at.width > 0 && (at.left < seat.left - 2 || at.right > seat.right + 2 || at.bottom > seat.bottom + 3))
            found.push(`${each.className} leaves its seat`);
    }
    for (const each of document.querySelectorAll("[data-seat]")) {
        const [total, name] = [".total", ".name"].map((part) => each.querySelector(part).getBoundingClientRect());
        if (overlap({ at: total }, { at: name }, 1)) found.push(`points of seat ${each.dataset.seat} over the name`);
        for (const sum of each.querySelectorAll(".sum"))
            if (overlap({ at: total }, { at: sum.getBoundingClientRect() }, 0.5))
                found.push(`points of seat ${each.dataset.seat} over the sum of the piles`);
        for (const badge of each.querySelectorAll(".badge"))
            if (overlap({ at: badge.getBoundingClientRect() }, { at: name }, 0.5))
                found.push(`${badge.className} of seat ${each.dataset.seat} over the name`);
    }
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push("it scrolls");
    return found;
}"""


#: Without a trick there is more room: the extremes will do.
EXTREMES = ("tiny", "zoomed", "desktop")


def trouble(page: Page, sizes: Iterable[str] = SIZES) -> dict[str, list[str]]:
    """What is wrong, by the size of the screen."""
    found = {}
    for width, height in (SIZES[size] for size in sizes):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(_SETTLED)
        if problems := page.evaluate(_TROUBLE):
            found[f"{width} x {height}"] = problems
    return found


TABLES = [(name, players) for name in game_ids() for players in game(name).players]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_everybody_has_a_place(person, running, name, players):
    player = person("phone")
    player.sit(table_with_bots(running, name, players))
    player.page.locator("[data-hand] [data-card]").first.wait_for()
    assert trouble(player.page, EXTREMES) == {}, "before the first trick"
    width, height = SIZES["phone"]
    player.page.set_viewport_size({"width": width, "height": height})
    player.comes_to_play()
    assert trouble(player.page) == {}, "in a trick"
    player.page.locator(".playable [data-card]").last.click()
    player.page.locator(".picked").wait_for()
    assert trouble(player.page, ("sideways", "desktop")) == {}, "with a card picked up"


#: As long as they may be: wide letters, from right to left, heaps of marks, and no place to break.
NAMES = ["W" * 24, "محمد " * 3 + "علي", "Z͑ͫ̓ͪȃlg̑ŏ", "🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀 Zoë"]


@pytest.mark.parametrize("name", game_ids())
def test_whatever_people_are_called(person, running, name):
    player = person("phone")
    player.sit(table_of(running, name, people=4, bots=0, names=NAMES, pace=Pace(grace=0, bots=10))[0])
    player.page.locator("[data-hand] [data-card]").first.wait_for()
    assert trouble(player.page) == {}


@pytest.mark.parametrize(
    ("language", "bids"), [("en", "Bids"), ("de", "Ansagen"), ("fr", "Annonces"), ("nl", "Biedingen")]
)
def test_what_is_bid_so_far_is_named_and_leaves_room_for_trump(person, running, language, bids):
    player = person("phone", locale=language)
    player.sit(table_with_bots(running, "rage", 4))
    page = player.page
    page.locator("[data-bid]").first.wait_for()
    for size in ("tiny", "small", "phone", "sideways", "zoomed"):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".bids").get_by_text(bids)).to_be_in_viewport(ratio=1)
        expect(page.locator(".trump > strong")).to_be_in_viewport(ratio=1)
        overlap = page.evaluate(_COVERS, [".bids", ".trump"])
        assert overlap <= 0, f"{overlap} pixels at {size}"


#: How far one thing reaches into the other, to the right of it.
_COVERS = """([one, other]) => document.querySelector(one).getBoundingClientRect().right -
    document.querySelector(other).getBoundingClientRect().left"""
