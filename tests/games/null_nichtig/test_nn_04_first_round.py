"""NN-4: who deals, and who leads the first round."""

import pytest

from support.tables import Round, random_games


@pytest.mark.parametrize(("dealer", "leader"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_nn_04_the_dealers_left_leads_the_first_round(laid_out, dealer, leader):
    table = laid_out([[]] * 4, dealer=dealer)
    assert (table.table.dealer, table.table.leader, table.waiting) == (dealer, leader, (leader,))


def test_nn_04_the_deal_moves_clockwise():
    table = Round("null-nichtig", [[]] * 3, dealer=1)
    assert [table.play_out().next_round().table.dealer for _ in range(3)] == [2, 0, 1]


def test_nn_04_the_first_dealer_is_drawn_at_random():
    dealers = [int(s.dealer) for s, _ in random_games("null-nichtig", 3, games=20, rounds=1)]
    assert set(dealers) == {0, 1, 2}
