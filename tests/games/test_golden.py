"""Golden playthroughs and perft counts: nothing about the rules changes unnoticed."""

import pytest

from stichwerk.games import game_ids
from support.playthroughs import GOLDEN, PERFT, PLAYTHROUGHS, perft_file, playthrough


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthrough(name):
    """If a change is meant, `make golden` writes the files anew."""
    assert playthrough(name) == (GOLDEN / f"{name}.txt").read_text()


@pytest.mark.parametrize("game_id", game_ids())
def test_perft(game_id):
    """The number of ways to go on, for every variant, at the beginning of a game and to the end of a round."""
    assert perft_file(game_id) == (PERFT / f"{game_id}.txt").read_text()


def test_no_file_is_left_over():
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(PLAYTHROUGHS)
    assert {file.stem for file in PERFT.glob("*.txt")} == set(game_ids())
