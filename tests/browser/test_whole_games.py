"""Whole games in a browser, against bots, by tapping what is on the screen."""

import pytest

from stichwerk.play.record import read
from stichwerk.play.verify import check
from support.browser.tables import done, table_with_bots

#: As printed on the phone; on its side and on the desktop, where only the taps differ, as short as a game can be. (The
#: shortest game of Rage has ten rounds too: it is played on the phone's side, and on the desktop by keyboard.)
GAMES = [
    ("sideways", "rage", 3, {}),
    ("phone", "null-nichtig", 4, {}),
    ("phone", "alles-oder-nichts", 4, {}),
    ("sideways", "null-nichtig", 4, {"rounds": 1}),
    ("sideways", "alles-oder-nichts", 6, {"rounds": 2}),
    ("desktop", "null-nichtig", 4, {"rounds": 1}),
    ("desktop", "alles-oder-nichts", 4, {"rounds": 2}),
]


@pytest.mark.parametrize(("size", "game", "players", "options"), GAMES)
def test_a_whole_game_with_taps(person, running, size, game, players, options):
    """On the phone a card is selected and then played; on the desktop the first tap plays it."""
    player = person(size)
    seat = table_with_bots(running, game, players, **options)
    player.sit(seat, oneTap=size == "desktop")
    player.play()
    record = done(running.client.record(seat.table, 1))
    check(read(record))
