"""AN-2: how many play, and who deals."""

import pytest

from stichwerk.errors import BadPlayers
from support.tables import Round, random_games


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_an_02_three_to_six_players(players):
    table = Round("alles-oder-nichts", [[]] * players)
    assert [len(place.hand) for place in table.table.places] == [6] * players


@pytest.mark.parametrize("players", [2, 7])
def test_an_02_other_numbers_of_players_are_refused(players):
    with pytest.raises(BadPlayers, match=f"alles-oder-nichts is for 3 to 6 players, not {players}"):
        Round("alles-oder-nichts", [[]] * players)


def test_an_02_the_deal_moves_clockwise():
    table = Round("alles-oder-nichts", [[]] * 3, dealer=1)
    assert table.table.dealer == 1
    assert [table.play_out().next_round().table.dealer for _ in range(3)] == [2, 0, 1]


def test_an_02_the_first_dealer_is_drawn_at_random():
    dealers = [int(s.dealer) for s, _ in random_games("alles-oder-nichts", 4, games=30, rounds=1)]
    assert set(dealers) == {0, 1, 2, 3}
