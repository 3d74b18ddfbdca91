"""NN-6: any card may be played."""

from support.tables import RefusedAction


def test_nn_06_no_colour_is_to_be_followed_and_none_is_trump(laid_out):
    table = laid_out([["Y9"], ["Y1", "Y2", "R3", "B11"], []]).play("Y9")
    hand = set(table.table.places[1].hand)
    assert {"Y1", "R3", "B11"} < hand
    assert table.legal(1) == hand
    assert (table.table.led, table.table.trump) == (None, None)


def test_nn_06_a_card_not_in_hand_cannot_be_played(laid_out):
    table = laid_out([["Y9"], ["R3"], []])
    assert table.refusal("R3", 0) == RefusedAction("not-in-hand", "you do not hold R3", "NN-6")
    assert table.refusal("Y9", 0) is None


def test_nn_06_neither_a_laid_nor_a_played_card_can_be_played(laid_out):
    table = laid_out([["Y9"], [], []], {1: ("V1", "V2", "V3")}).play("Y9")
    assert table.refusal("V2", 1).rule == "NN-6"
    table.play_out()
    assert table.refusal("Y9", 0) == RefusedAction("round-over", "the round is over", "NN-11")


def test_nn_06_only_the_seat_whose_turn_it_is_plays(laid_out):
    table = laid_out([["Y9"], [], []]).play("Y9")
    assert table.waiting == (1,)
    assert table.legal(0) == table.legal(2) == set()


def test_nn_06_both_equal_zeros_may_be_played_one_after_the_other(laid_out):
    table = laid_out([["R0", "R0"], ["B1", "B2"], ["B3", "B4"]]).play("R0", "B1", "B3")
    table.play("B4", "R0", "B2")
    assert table.table.tricks_done == 2
    assert "R0" not in table.table.places[0].hand
