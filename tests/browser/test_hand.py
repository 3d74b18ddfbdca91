"""One's hand: cards are tapped or dragged to the table, and one that cannot be played says why."""

import re

import pytest
from playwright.sync_api import Page, expect

from support.browser.tables import table_with_bots


def drag(page: Page, what: str, goal: str, touch: bool = False) -> None:
    """Take something at its edge, by mouse or with a finger, and let it go on something else."""
    page.locator(what).hover(position={"x": 10, "y": 20})  # waits until it has come to rest, and nothing lies on it
    taken, there = page.locator(what).bounding_box(), page.locator(goal).first.bounding_box()
    assert taken, what
    assert there, goal
    start = taken["x"] + 10, taken["y"] + 20
    end = there["x"] + there["width"] / 2, there["y"] + there["height"] / 2
    way = [(start[0] + (end[0] - start[0]) * part / 8, start[1] + (end[1] - start[1]) * part / 8) for part in range(9)]
    if not touch:
        page.mouse.down()
        for x, y in way:
            page.mouse.move(x, y)
        page.mouse.up()
        return
    screen = page.context.new_cdp_session(page)

    def finger(kind: str, *points: tuple[float, float]) -> None:
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    finger("touchStart", start)
    for point in way:
        finger("touchMove", point)
    finger("touchEnd")


@pytest.mark.parametrize(("size", "touch"), [("desktop", False), ("phone", True)])
def test_a_card_is_dragged_to_the_table(person, running, size, touch):
    player = person(size)
    player.sit(table_with_bots(running, "rage", 3))
    card, *_ = player.comes_to_play()
    before = player.hand
    for elsewhere in ("footer", "header.status"):
        drag(player.page, f'[data-hand] [data-card="{card}"]', elsewhere, touch)
        expect(player.page.locator(".dragged")).to_have_count(0)
        expect(player.page.locator(".picked")).to_have_count(0)
    assert player.hand == before, "let go elsewhere, it is in the hand again"
    drag(player.page, f'[data-hand] [data-card="{card}"]', ".felt", touch)
    expect(player.card(card)).to_have_count(0)
    player.sees(lambda: {"event": "CardPlayed", "seat": 0, "card": card} in player.happened)


@pytest.mark.parametrize(("size", "touch"), [("desktop", False), ("small", True)])
def test_the_order_of_what_is_laid(person, running, size, touch):
    """Null & nichtig: by drag, by the button between two of a colour, and by taking back."""
    player = person(size)
    player.sit(table_with_bots(running, "null-nichtig", 4))
    page = player.page
    expect(page.get_by_role("group", name="Lay 3 cards")).to_be_visible()
    hand = player.hand
    colour = next(card[0] for card in hand if sum(other[0] == card[0] for other in hand) > 1)
    first, second, *_ = (place for place, card in enumerate(hand) if card[0] == colour)
    third = next(place for place in range(len(hand)) if place not in (first, second))

    def laid() -> list[str]:
        return [label.removeprefix("Take back ") for label in page.locator("[data-slot] .unseen").all_inner_texts()]

    drag(page, f'[data-at="{first}"]', "[role=group] ol", touch)
    page.locator(f'[data-at="{second}"]').click()
    page.locator(f'[data-at="{third}"]').click()
    expect(page.locator("[data-slot]")).to_have_count(3)
    one, other, last = laid()
    drag(page, '[data-slot="0"]', '[data-slot="1"]', touch)
    expect(page.locator('[data-slot="0"]')).to_have_accessible_name(f"Take back {other}")
    assert laid() == [other, one, last]
    page.get_by_role("button", name=f"Swap {other} and {one}").click()
    assert laid() == [one, other, last]
    drag(page, '[data-slot="2"]', ".hand", touch)
    expect(page.locator("[data-slot]")).to_have_count(2)
    page.locator(f'[data-at="{third}"]').click()
    page.get_by_role("button", name="Lay these cards").click()
    expect(page.locator("[data-slot]")).to_have_count(0)
    move = f"lay:{hand[first]},{hand[second]},{hand[third]}"
    player.sees(lambda: {"event": "SecretMove", "seat": 0, "move": move} in player.happened)


def test_one_tap_if_one_likes(person, running):
    player = person("phone")
    player.sit(table_with_bots(running, "rage", 3), oneTap=True)
    card, *_ = player.comes_to_play()
    player.card(card).tap()
    expect(player.card(card)).to_have_count(0)


def test_a_barred_card_says_why_and_leads_to_its_rule(person, running):
    player = person("small")
    player.sit(table_with_bots(running, "rage", 4))
    card, *_ = player.comes_to_play(".barred")
    page = player.page
    dimmed = player.card(card).evaluate("card => getComputedStyle(card).filter")
    player.card(card).hover()
    assert "brightness(0." in dimmed, "it is darker than those that may be played"
    expect(player.card(card)).to_have_css("filter", dimmed)
    player.card(card).click()
    expect(page.get_by_role("alert")).to_contain_text(
        re.compile("You can follow: play (blue|green|red|yellow|violet|orange)")
    )
    here = page.url
    page.get_by_role("link", name="Why?").click()
    rules = page.get_by_role("dialog", name="Rules")
    expect(rules.locator(".rule.target")).to_be_in_viewport()
    expect(rules.locator(".rule.target")).to_be_focused()
    assert page.url == here
    rules.get_by_role("button", name="Close").click()
    expect(rules).to_have_count(0)
    assert card in player.hand


def test_a_trick_lies_until_it_is_tapped(person, running):
    player = person("phone")
    player.sit(table_with_bots(running, "alles-oder-nichts", 4), trickStays=None)
    page = player.page
    player.card(player.comes_to_play()[0]).dblclick()
    taken = page.locator("footer").get_by_text("takes the trick")
    taken.wait_for()
    page.wait_for_timeout(2_500)  # longer than it would lie by itself
    expect(taken).to_be_visible()
    expect(page.locator("[data-lying]")).to_have_count(4)
    page.locator(".felt").click(position={"x": 5, "y": 5})
    expect(taken).to_have_count(0)
    page.get_by_role("button", name="Last trick").click()
    last = page.get_by_role("dialog", name="Last trick")
    expect(last.get_by_role("img")).to_have_count(4)
    expect(last.get_by_text("takes the trick").first).to_be_visible()
