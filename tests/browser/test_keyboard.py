"""Whole games with nothing but the keyboard."""

import pytest

from support.browser.tables import table_with_bots

GAMES = [("rage", 2, {}), ("null-nichtig", 3, {"rounds": 2}), ("alles-oder-nichts", 3, {"rounds": 3})]


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_a_whole_game_by_keyboard(person, running, game, players, options):
    player = person("desktop", keyboard=True)
    player.sit(table_with_bots(running, game, players, **options))
    player.play()
    assert player.keys > 50
