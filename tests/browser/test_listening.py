"""For those who hear the table or play it by keyboard: the log in order, keys that tell, and a focus that stays."""

import re

from playwright.sync_api import expect

from support.browser.tables import table_of, table_with_bots

LOST = "document.activeElement === document.body"
RING = """() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
}"""
COLOURS = {"B": "blue", "G": "green", "R": "red", "Y": "yellow", "V": "violet", "O": "orange"}


def spoken(card: str) -> str:
    """A card of a colour in words."""
    return f"{COLOURS[card[0]]} {card[1:]}"


def test_the_log_tells_everything_in_order(person, running):
    player = person("phone")
    player.sit(table_with_bots(running, "alles-oder-nichts", 3))
    log = player.page.get_by_role("log")
    expect(log).to_have_attribute("aria-live", "polite")
    player.play(until=lambda: player.phase == "play" and player.table["tricks_done"] >= 3 and player.may_act)
    names = [seat["name"] for seat in player.views[-1]["seats"]]

    def told() -> list[str]:
        return [
            f"{names[each['seat']]}: {spoken(each['card'])}."
            if each["event"] == "CardPlayed"
            else f"{names[each['seat']]} takes the trick."
            for each in player.happened
            if each["event"] in ("CardPlayed", "TrickTaken")
        ]

    def logged() -> list[str]:
        lines = [line.strip() for line in log.inner_text().splitlines()]
        return [line for line in lines if re.search(r": \w+ \d+\.$|takes the trick", line)]

    player.sees(lambda: logged() == told())
    assert len(logged()) > 9


def test_the_log_keeps_a_secret(person, running):
    """What is laid face down is told to nobody, not even to those who look over one's shoulder."""
    seats = table_of(running, "null-nichtig", people=2, bots=1)
    host, guest = person("phone"), person("phone", seed=2)
    for each, seat in zip((host, guest), seats, strict=True):
        each.sit(seat)
    for each in (host, guest):
        each.page.locator("[data-hand] [data-card]").first.wait_for()
    hand = host.hand
    for place in range(3):
        host.page.locator(f'[data-at="{place}"]').click()
    host.page.get_by_role("button", name="Lay these cards").click()
    for each in (host, guest):
        log = each.page.get_by_role("log")
        expect(log).to_contain_text("Anja has chosen.")
        assert not [card for card in hand if spoken(card) in log.inner_text()]
        assert each.page.get_by_text("Laid:").count() == 0
    guest.play(until=lambda: guest.phase == "play")
    expect(host.page.get_by_role("log")).to_contain_text(re.compile(f"Laid: Anja .*{spoken(hand[0])}"))


def test_keys_tell_and_show(person, running):
    player = person("desktop")
    player.sit(table_with_bots(running, "rage", 3))
    player.comes_to_play(".barred")  # somebody has led
    page = player.page
    keys, said = page.keyboard, page.locator("p[role=status].unseen")
    keys.press("t")
    expect(said).to_contain_text(re.compile(r"\w+: .+\. (\w+: .+\. )?\w+ is winning\."))
    keys.press("c")
    expect(said).to_contain_text(re.compile(r"Trump: \w+\. Led: \w+\."))
    keys.press("p")
    expect(said).to_contain_text(re.compile(r"Anja 0, \w+ 0, \w+ 0"))
    keys.press("h")
    assert page.evaluate("document.activeElement.hasAttribute('data-card')")
    assert page.evaluate(RING), "the focus is seen"
    at = page.evaluate("document.activeElement.dataset.at")
    for key, name in (("l", "Last trick"), ("s", "Points")):
        keys.press(key)
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        keys.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert page.evaluate("document.activeElement.dataset.at") == at, "the focus is back where it was"
    keys.press("?")  # what is this?
    expect(page.get_by_role("note")).to_be_visible()
    keys.press("Escape")
    expect(page.get_by_role("note")).to_have_count(0)
    page.evaluate("document.activeElement.blur()")
    keys.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    keys.press("Escape")
    menu = page.get_by_role("button", name="Menu")
    menu.press("Enter")
    page.get_by_role("button", name="Close").press("Enter")
    expect(menu).to_be_focused()
    menu.press("Enter")
    page.get_by_role("button", name="Keyboard").press("Enter")
    expect(page.get_by_role("dialog", name="Keyboard").locator(":focus")).to_have_count(1)
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(menu).to_be_focused()


def test_the_focus_is_never_lost(person, running):
    """Through a round of the game with the most phases: there is always something that has it, and it is seen."""
    player = person("desktop", keyboard=True, painted=True)
    player.sit(table_with_bots(running, "alles-oder-nichts", 3))
    player.page.locator("[data-bid]").first.wait_for()
    seen = set()

    def over() -> bool:
        if player.keys > 0 and player.page.locator(".screen").count():
            assert not player.page.evaluate(LOST), f"in the phase {player.phase}"
            seen.add(player.phase)
        return player.phase == "bid" and "over" in seen

    player.play(until=over)
    assert seen >= {"bid", "show", "play", "over"}
    player.page.keyboard.press("Tab")
    assert player.page.evaluate(RING)


def test_a_mouse_draws_no_ring(person, running):
    """The focus moves on for those who need it; for a mouse or a finger nothing lights up."""
    player = person("desktop")
    player.sit(table_with_bots(running, "alles-oder-nichts", 3))
    player.play(until=lambda: player.taps >= 5)
    assert not player.page.evaluate("document.activeElement.matches(':focus-visible')")
