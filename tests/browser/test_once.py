"""Nothing is played twice: not by a nervous finger, not when the network breaks, not from two tabs."""

import re

from playwright.sync_api import expect

from stichwerk.client import Seat
from support.browser.people import Player
from support.browser.tables import hands_at, table_with_bots
from support.browser.wire import Wire


def own_cards(player: Player, running, seat) -> list[str]:
    """One's hand as the server has it; the page must have the same."""
    hand = list(hands_at(running, seat.table)[seat.seat])
    player.sees(lambda: player.hand == hand)
    return hand


def about_to_play(player: Player, running, **settings: object) -> tuple[Seat, str, list[str]]:
    """Somebody whose turn it is: their seat, a card they may play, and all they hold."""
    seat = table_with_bots(running, "rage", 3)
    player.sit(seat, **settings)
    card, *_ = player.comes_to_play()
    return seat, card, player.hand


def goes_on_without(player: Player, running, seat, card: str, before: list[str]) -> None:
    """It is their turn again, and they hold all but that card."""
    expect(player.page.locator(".playable [data-card]").first).to_be_visible()
    assert sorted([*own_cards(player, running, seat), card]) == sorted(before)


def played_once(player: Player, running, seat, card: str, before: list[str]) -> None:
    """That card has been played, and nothing else."""
    player.sees(lambda: {"event": "CardPlayed", "seat": 0, "card": card} in player.happened)
    goes_on_without(player, running, seat, card, before)


def test_a_move_whose_answer_was_lost(person, running):
    """The server has played it; the page has not heard so, asks again, and it is the same move."""
    player = person("phone")
    wire = Wire(player.page)
    seat, card, before = about_to_play(player, running)
    asked = len(wire.moves)
    wire.hold()
    player.card(card).dblclick()
    player.sees(lambda: card not in hands_at(running, seat.table)[seat.seat])
    assert player.card(card).count() == 0, "it lies on the table already"
    wire.cut()
    player.sees(lambda: len(wire.moves) == asked + 2)
    first, second = wire.moves[asked:]
    assert first == second
    goes_on_without(player, running, seat, card, before)


def test_a_move_while_the_network_is_gone(person, running):
    """It is played when the network is back, once; nobody taps again."""
    player = person("phone")
    seat, card, before = about_to_play(player, running)
    player.card(card).click()
    player.context.set_offline(True)
    player.card(card).click()
    assert player.card(card).count() == 0, "it lies on the table already"
    expect(player.page.get_by_text("Connecting…").first).to_be_visible()
    assert list(hands_at(running, seat.table)[seat.seat]) == before, "the server does not know yet"
    player.context.set_offline(False)
    played_once(player, running, seat, card, before)


#: Whatever card lies there by then.
FOUR_TAPS = """async (card) => {
    const { left, top } = card.getBoundingClientRect();
    const [clientX, clientY] = [left + 10, top + 20];
    for (let detail = 1; detail <= 4; detail += 1) {
        const there = document.elementFromPoint(clientX, clientY);
        there.dispatchEvent(new MouseEvent("click", { clientX, clientY, detail, bubbles: true }));
        await new Promise((done) => setTimeout(done, 70));
    }
}"""


def test_a_nervous_finger(person, running):
    """Four taps on the same spot play one card, also where one tap is enough."""
    player = person("phone")
    seat, card, before = about_to_play(player, running, oneTap=True)
    player.card(card).evaluate(FOUR_TAPS)
    played_once(player, running, seat, card, before)


def test_a_key_that_is_held_down(person, running):
    player = person("desktop")
    seat, card, before = about_to_play(player, running)
    player.card(card).click()
    player.card(card).focus()
    for _ in range(6):
        player.page.keyboard.down("Enter")
        player.page.wait_for_timeout(60)
    player.page.keyboard.up("Enter")
    played_once(player, running, seat, card, before)


def test_two_tabs_at_the_same_time(person, running):
    """The slower tab is told that the game has gone on; its card stays in the hand."""
    player = person("phone")
    seat = table_with_bots(running, "alles-oder-nichts", 3)
    player.sit(seat)
    played, other, *_ = player.comes_to_play(least=2)
    slow = player.context.new_page()
    wire = Wire(slow)
    slow.goto(player.page.url)
    expect(slow.locator(f'.playable [data-card="{other}"]')).to_be_visible()
    wire.hold()
    player.card(played).dblclick()
    player.sees(lambda: {"event": "CardPlayed", "seat": 0, "card": played} in player.happened)
    for _ in range(2):
        slow.locator(f'[data-hand] [data-card="{other}"]').dispatch_event("click")
    player.sees(lambda: [move["move"] for move in wire.moves] == [other])
    wire.release()
    expect(slow.get_by_role("alert")).to_contain_text(re.compile("Too late|not your turn"))
    assert other in own_cards(player, running, seat)
    expect(slow.locator(f'[data-hand] [data-card="{other}"]')).to_be_visible()
