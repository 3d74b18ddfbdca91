"""NN-10: the round score is the sum of the top cards."""

import pytest

from support.tables import Round


def test_nn_10_the_tops_of_the_piles_are_added(sweep):
    table = sweep([("B2", "B3", "B4"), ("G9", "V8", "R7"), ("Y9", "Y2", "R6")])
    assert table.table.phase == "over"
    assert table.table.scores == table.scores == (0, 9 + 8 + 7, 2 + 6)


def test_nn_10_the_books_example_would_count_so(laid_out):
    table = laid_out([["Y9"], ["V2"], ["Y0"], ["R6"]], {0: ("R3", "B7", "G8")}).play("Y9", "V2", "Y0", "R6")
    assert table.scores[0] == 7 + 8 + 2 + 6 + 0


def test_nn_10_a_colour_without_a_pile_counts_nothing(laid_out):
    assert laid_out([[], [], []], {0: ("R3", "R5", "R4")}).scores[0] == 4


def test_nn_10_five_elevens_are_the_most_there_is(laid_out):
    table = laid_out([["G11"], ["R11"], ["Y11"]], {0: ("B11", "V5", "V11")}).play("G11", "R11", "Y11")
    assert table.scores[0] == 55


@pytest.mark.parametrize("layout", [("B0", "B0", "G0"), ("B9", "B8", "B0"), ("V0", "R0", "Y0")])
def test_nn_10_zeros_on_top_count_nothing(laid_out, layout):
    assert laid_out([[], [], []], {0: layout}).scores[0] == 0


def test_nn_10_the_score_is_added_to_the_total(sweep):
    table = sweep([("B2", "B3", "B4"), ("G9", "V8", "R7"), ("Y9", "Y2", "R6")], totals=(50, 1, 2))
    assert table.table.totals == (50, 25, 10)


def test_nn_10_piles_are_cleared_for_the_next_round():
    table = Round("null-nichtig", [[]] * 3).play_out().next_round()
    assert [place.shows["piles"] for place in table.table.places] == [(), (), ()]
    assert table.scores == (0, 0, 0)
    assert [place.tricks for place in table.table.places] == [0, 0, 0]
