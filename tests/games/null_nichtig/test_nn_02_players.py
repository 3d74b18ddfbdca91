"""NN-2: how many play, with how many cards."""

import pytest

from stichwerk.errors import BadPlayers
from support.tables import Round


@pytest.mark.parametrize(("players", "size", "left"), [(3, 13, 26), (4, 13, 13), (5, 13, 0), (6, 10, 5)])
def test_nn_02_hand_sizes_and_cards_left_over(players, size, left):
    table = Round("null-nichtig", [[]] * players)
    assert [place.cards for place in table.table.places] == [size] * players
    assert [len(place.hand) for place in table.table.places] == [size] * players
    assert len(table.book.deck) - sum(len(place.hand) for place in table.table.places) == left


@pytest.mark.parametrize("players", [3, 4, 6])
def test_nn_02_the_left_over_cards_are_unseen_and_out_of_the_round(players):
    table = Round("null-nichtig", [[]] * players, stock=["V7"])
    assert all("V7" not in table.legal(seat) for seat in range(players))
    table.play_out()
    assert "V7" not in repr(table.table)
    assert table.feature(0, "seen")[table.names.index("V7")] == 0


@pytest.mark.parametrize("players", [2, 7])
def test_nn_02_other_numbers_of_players_are_refused(players):
    with pytest.raises(BadPlayers, match=f"null-nichtig is for 3 to 6 players, not {players}"):
        Round("null-nichtig", [[]] * players)
