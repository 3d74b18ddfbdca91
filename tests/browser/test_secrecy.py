"""No card of another hand is ever in the page, in what the browser keeps, or in a message to it."""

import re

import pytest

from support.browser.tables import hands_at, table_with_bots

COLOURS = {"B": "blue", "G": "green", "R": "red", "Y": "yellow", "V": "violet", "O": "orange"}
#: Cards that exist only once, so that one in another hand cannot be lying on the table too.
GAMES = [("rage", 4, {"bidding": "secret"}), ("alles-oder-nichts", 4, {})]


def words(card: str) -> re.Pattern[str]:
    """A card as the page would name it: to those who look, who listen, or in its code."""
    spoken = rf"\b{COLOURS[card[0]]} {card[1:]}\b" if card[0] in COLOURS else r"$^"
    return re.compile(rf'{spoken}|"{re.escape(card)}"')


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_no_card_of_another_hand_reaches_the_browser(person, running, game, players, options):
    player = person("desktop")
    seat = table_with_bots(running, game, players, **options)
    player.sit(seat)
    looked = 0
    for taps in range(1, 100, 3):  # in the first round: later on the log tells cards that were played before
        player.play(until=lambda taps=taps: player.taps >= taps or player.phase == "over")
        if player.phase == "over":
            break
        page, stored = player.page.content(), player.stored
        others = [hand for owner, hand in enumerate(hands_at(running, seat.table)) if owner != seat.seat]
        for card in (card for hand in others for card in hand if card[0] in COLOURS):
            looked += 1
            assert not words(card).search(page), f"{card} is in the page"
            assert f'"{card}"' not in stored, f"{card} is in the storage"
    assert looked > 30
    for view in player.views:
        for owner, place in enumerate((view["play"] or {"table": {"places": []}})["table"]["places"]):
            assert owner == seat.seat or place["hand"] == [], "a message tells another hand"


def test_a_hand_would_be_found(person, running):
    """One's own cards are found that way: so others' would be."""
    player = person("desktop")
    seat = table_with_bots(running, "rage", 3)
    player.sit(seat)
    player.page.locator("[data-hand] [data-card]").first.wait_for()
    own = [card for card in hands_at(running, seat.table)[seat.seat] if card[0] in COLOURS]
    page = player.page.content()
    assert own
    assert all(words(card).search(page) for card in own)
