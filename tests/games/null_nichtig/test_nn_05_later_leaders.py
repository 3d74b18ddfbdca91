"""NN-5: who leads the later rounds."""

import pytest

from support.tables import Round


@pytest.mark.parametrize("dealer", range(4))
def test_nn_05_the_fewest_points_of_the_previous_round_lead(dealer):
    table = Round("null-nichtig", [[]] * 4, dealer=dealer, round_no=2, previous=(30, 12, 20, 25))
    assert (table.table.dealer, table.table.leader) == (dealer, 1)


def test_nn_05_the_total_does_not_matter():
    table = Round("null-nichtig", [[]] * 4, round_no=3, previous=(30, 12, 20, 25), totals=(31, 90, 21, 60))
    assert table.table.leader == 1


@pytest.mark.parametrize(
    ("previous", "dealer", "leader"),
    [
        ((10, 20, 10, 20), 3, 0),
        ((10, 20, 10, 20), 0, 2),
        ((10, 20, 10, 20), 1, 2),
        ((10, 20, 10, 20), 2, 0),
        ((20, 10, 10, 20), 1, 2),
        ((20, 10, 10, 20), 2, 1),  # the dealer is last in line
        ((0, 0, 0, 0), 2, 3),
    ],
)
def test_nn_05_tied_the_first_clockwise_from_the_new_dealers_left(previous, dealer, leader):
    table = Round("null-nichtig", [[]] * 4, dealer=dealer, round_no=2, previous=previous)
    assert table.table.leader == leader


def test_nn_05_the_leader_plays_first_after_a_round_really_played(sweep):
    table = sweep([("B2", "B3", "B4"), ("G2", "G3", "G4"), ("V2", "V3", "V4")])
    assert table.table.scores == (0, 4, 4)
    table.next_round()
    for seat in range(3):
        table.act(seat, *sorted(table.legal(seat))[:3])
    assert (table.table.dealer, table.waiting) == (0, (0,))  # not seat 1, the dealer's left
