"""What a thing on the table is and does: by a long press, a right click or a key, and nothing is played by it."""

import re

from playwright.sync_api import Locator, Page, expect

from browser.test_pages import AXE
from stichwerk.client import Pace
from support.browser.people import Player
from support.browser.tables import table_with_bots

#: Milliseconds; a long press is shorter.
LONG = 700


def answer(page: Page) -> Locator:
    return page.locator("[data-answer]")


def long_press(player: Player, thing: Locator) -> None:
    """A finger that rests on a thing, and goes up again."""
    box = thing.bounding_box()
    assert box is not None
    finger = player.context.new_cdp_session(player.page)
    touch = {"x": box["x"] + min(12, box["width"] / 2), "y": box["y"] + min(12, box["height"] / 2)}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touch]})
    player.page.wait_for_timeout(LONG)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def inside(page: Page, box: Locator) -> bool:
    found = box.bounding_box()
    size = page.viewport_size
    assert found is not None
    assert size is not None
    right, bottom = found["x"] + found["width"], found["y"] + found["height"]
    return found["x"] >= 0 and found["y"] >= 0 and right <= size["width"] and bottom <= size["height"]


def test_a_finger_that_rests_on_a_card_plays_nothing(person, running):
    player = person("small")
    player.sit(table_with_bots(running, "rage", 4), oneTap=True)
    playable, *_ = player.comes_to_play()
    before = player.hand
    long_press(player, player.card(playable))
    expect(answer(player.page)).to_contain_text("You may play it now.")
    assert inside(player.page, answer(player.page))
    player.page.wait_for_timeout(LONG)
    assert player.hand == before
    player.page.locator(".status h1").tap()  # a tap anywhere puts it away
    expect(answer(player.page)).to_have_count(0)
    player.card(playable).tap(position={"x": 10, "y": 10})  # and the next tap is one again
    expect(player.card(playable)).to_have_count(0)


def test_everything_has_something_to_say(person, running):
    player = person("desktop")
    player.sit(table_with_bots(running, "rage", 4, level=3))
    player.comes_to_play()
    page = player.page
    things: dict[str, str | re.Pattern[str]] = {
        '[data-seat="1"] .portrait': "Bot, level 3.",
        ".dealer": "deals in this round",
        '[data-seat="0"] .total': "in all rounds so far",
        '[data-seat="2"] .line': "Bid: exactly",
        ".strip .trump": "A trump beats every card of another colour.",
        ".strip .led": re.compile("must play it|sets the colour"),
        ".stack": "Turned up from the stock",
        "[data-hand] [data-card] >> nth=-1": re.compile("."),
    }
    for thing, words in things.items():
        page.locator(thing).first.click(button="right")
        expect(answer(page)).to_contain_text(words)
        assert inside(page, answer(page))
    assert not player.axe(AXE)
    page.keyboard.press("Escape")
    expect(answer(page)).to_have_count(0)
    expect(page.locator(".picked")).to_have_count(0)


def test_the_keyboard_asks_too(person, running):
    player = person("desktop", keyboard=True)
    player.sit(table_with_bots(running, "alles-oder-nichts", 3))
    player.comes_to_play()
    page = player.page
    page.keyboard.press("h")
    page.keyboard.press("?")
    card = answer(page).locator("strong").inner_text()
    expect(page.locator('p[role="status"]').last).to_contain_text(card)
    page.keyboard.press("Escape")
    expect(answer(page)).to_have_count(0)
    page.keyboard.press("w")
    heard = []
    for _ in range(6):
        heard.append(answer(page).inner_text())
        page.keyboard.press("ArrowRight")
    assert len(set(heard)) == 6
    page.keyboard.press("ArrowLeft")
    expect(answer(page)).to_have_text(heard[5], use_inner_text=True)
    page.keyboard.press("Enter")  # nothing is in focus here that it could press: and nothing is played
    page.keyboard.press("Escape")
    expect(answer(page)).to_have_count(0)
    expect(page.locator("[data-hand] :focus")).to_have_count(1)
    page.keyboard.press("Escape")
    page.get_by_role("heading", level=1).click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("what this card is and does")


def test_a_tap_on_a_pile_fans_it_out(person, running):
    """All that was laid or won is public; also for whoever comes back."""
    player = person("phone")
    player.sit(table_with_bots(running, "null-nichtig", 4, pace=Pace(bots=0)), lastCard=False)
    piles: list[tuple[int, str, int, str]] = []

    def deep() -> bool:
        piles[:] = [
            (seat, pile["colour"], pile["depth"], pile["top"])
            for seat, place in enumerate((player.table or {"places": []})["places"])
            for pile in place["shows"]["piles"]
            if pile["depth"] >= 3
        ]
        return player.may_act and any(seat == 0 for seat, *_ in piles) and any(seat > 0 for seat, *_ in piles)

    player.play(until=deep)
    page = player.page
    for _ in range(2):
        for seat, colour, depth, top in piles:
            page.locator(f'[data-place="pile:{seat}:{colour}"]').tap()
            cards = answer(page).locator("[data-card]")
            expect(cards).to_have_count(depth)
            names = cards.evaluate_all("all => all.map((each) => each.dataset.card)")
            assert all(name.startswith(colour) for name in names)
            assert names[-1] == top
            assert inside(page, answer(page))
            page.locator(f'[data-place="pile:{seat}:{colour}"]').tap()
            expect(answer(page)).to_have_count(0)
        page.reload()
        page.locator("[data-hand] [data-card]").first.wait_for()
