"""Whole games with nothing but the keyboard."""

import pytest

from support.browser.tables import table_with_bots

GAMES = [("rage", 3), ("null-nichtig", 3), ("alles-oder-nichts", 3)]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_whole_game_by_keyboard(person, running, game, players):
    player = person("desktop", keyboard=True)
    player.sit(table_with_bots(running, game, players))
    player.play()
    assert player.keys > 50
