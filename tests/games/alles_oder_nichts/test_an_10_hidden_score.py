"""AN-10: a hidden bid brings 1 per trick, and 3 more if it is exact."""

import pytest

from support.tables import Round

FOUR = ["R8", "R9", "R10", "R11"]  # nothing but trumps
THREE = ["R9", "R10", "R11", "G1"]  # the last trick is lost
REST = [["G2", "G3", "G4", "G5"], ["B1", "B2", "B3", "B4"]]


@pytest.mark.parametrize(("hand", "won", "points"), [(FOUR, 4, 4), (THREE, 3, 6)])
def test_an_10_the_books_examples_bid_3(hand, won, points):
    table = Round("alles-oder-nichts", [hand, *REST], ["R12"]).bid(3, 0, 0).play("hide", "hide", "hide")
    table.play_out()
    assert table.table.places[0].tricks == won
    assert table.table.scores[0] == points


@pytest.mark.parametrize(("bid", "points"), [(0, 3), (1, 3), (2, 3), (3, 6)])
def test_an_10_three_tricks(sweep, bid, points):
    assert sweep([bid, 0, 0]).table.scores[0] == points


@pytest.mark.parametrize(("bid", "points"), [(0, 3), (1, 0), (3, 0)])
def test_an_10_no_trick(sweep, bid, points):
    assert sweep([3, bid, bid]).table.scores == (6, points, points)


def test_an_10_the_score_is_added_to_the_total(sweep):
    table = sweep([3, 0, 1], totals=(10, 20, 30))
    assert table.scores == table.table.scores == (6, 3, 0)
    assert table.table.totals == (16, 23, 30)
