"""NN-12: equal highest totals share the win."""

import pytest

LAYOUTS = (("B2", "B3", "B4"), ("G9", "V9", "R9"), ("G8", "V8", "R6"))  # scores 0, 27, 22


@pytest.mark.parametrize(
    ("before", "winners"),
    [((0, 13, 18), (1, 2)), ((40, 13, 18), (0, 1, 2)), ((40, 13, 17), (0, 1)), ((41, 13, 18), (0,))],
)
def test_nn_12_equal_highest_totals_share_the_win(sweep, before, winners):
    table = sweep(LAYOUTS, round_no=3, totals=before)
    assert table.finished
    assert table.winners == winners


def test_nn_12_the_last_round_breaks_no_tie(sweep):
    """Seat 2 has the better last round, seat 1 the better ones before: they share."""
    table = sweep([LAYOUTS[0], LAYOUTS[2], LAYOUTS[1]], round_no=3, totals=(0, 20, 15))
    assert table.table.scores == (0, 22, 27)
    assert table.winners == (1, 2)
