"""AN-13: equal highest totals share the win."""

import pytest


@pytest.mark.parametrize(
    ("before", "winners"),
    [
        ((10, 13, 0), (0, 1)),
        ((10, 13, 16), (0, 1, 2)),
        ((10, 12, 16), (0, 2)),
        ((11, 13, 16), (0,)),
        ((10, 14, 16), (1,)),
    ],
)
def test_an_13_equal_highest_totals_share_the_win(sweep, before, winners):
    table = sweep([3, 0, 1], totals=before, rounds=4)  # 6, 3 and 0 points
    assert table.finished
    assert table.winners == winners


def test_an_13_with_a_target_too(sweep):
    table = sweep([3, 0, 1], totals=(44, 47, 49), target=50)
    assert table.finished
    assert table.winners == (0, 1)
