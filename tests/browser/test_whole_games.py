"""Whole games in a browser, against bots, by tapping what is on the screen."""

import pytest

from stichwerk.play.record import read
from stichwerk.play.verify import check
from support.browser.tables import done, table_with_bots

GAMES = [("rage", 3), ("null-nichtig", 4), ("alles-oder-nichts", 4)]


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_whole_game_with_taps(person, running, game, players, size):
    """On the phone a card is selected and then played; on the desktop the first tap plays it."""
    player = person(size)
    seat = table_with_bots(running, game, players)
    player.sit(seat, oneTap=size == "desktop")
    player.play()
    record = done(running.client.record(seat.table, 1))
    check(read(record))
