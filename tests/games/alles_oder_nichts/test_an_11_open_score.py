"""AN-11: an open bid brings 2 per trick and 3 more if it is exact, else nothing."""

import pytest

from support.tables import Round

FOUR = ["R8", "R9", "R10", "R11"]  # nothing but trumps
THREE = ["R9", "R10", "R11", "G1"]  # the last trick is lost
REST = [["G2", "G3", "G4", "G5"], ["B1", "B2", "B3", "B4"]]


@pytest.mark.parametrize(("hand", "won", "points"), [(FOUR, 4, 0), (THREE, 3, 9)])
def test_an_11_the_books_examples_bid_3(hand, won, points):
    table = Round("alles-oder-nichts", [hand, *REST], ["R12"]).bid(3, 0, 0).play("show", "hide", "hide")
    table.play_out()
    assert table.table.places[0].tricks == won
    assert table.table.scores[0] == points


@pytest.mark.parametrize(("bid", "points"), [(0, 0), (1, 0), (2, 0), (3, 9)])
def test_an_11_three_tricks(sweep, bid, points):
    assert sweep([bid, 0, 0], ["show", "hide", "hide"]).table.scores[0] == points


@pytest.mark.parametrize(("bid", "points"), [(0, 3), (1, 0), (3, 0)])
def test_an_11_no_trick(sweep, bid, points):
    assert sweep([3, bid, bid], ["hide", "show", "show"]).table.scores == (6, points, points)


def test_an_11_each_bid_counts_as_its_own_player_decided(sweep):
    assert sweep([3, 0, 0, 1, 1], ["show", "show", "hide", "show", "hide"]).table.scores == (9, 3, 3, 0, 0)


def test_an_11_all_six_tricks_open_are_the_most_there_is():
    hands = [[f"R{number}" for number in range(6, 12)], [f"G{n}" for n in range(1, 7)], []]
    table = Round("alles-oder-nichts", hands, ["R12"]).bid(6, 0, 0).play("show", "show", "show").play_out()
    assert table.table.scores == (15, 3, 3)
