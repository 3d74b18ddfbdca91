"""NN-9: the winner leads the next trick."""

import pytest


@pytest.mark.parametrize(("trick", "winner"), [("Y9 V2 Y0", 0), ("Y1 V2 Y0", 1), ("Y1 V2 Y3", 2)])
def test_nn_09_the_winner_leads_the_next_trick(laid_out, trick, winner):
    table = laid_out([[card] for card in trick.split()]).play(*trick.split())
    assert (table.table.leader, table.waiting) == (winner, (winner,))


def test_nn_09_the_turn_goes_clockwise_from_the_winner(laid_out):
    table = laid_out([["Y1", "B1"], ["V2", "B2"], ["Y3", "B3"]]).play("Y1", "V2", "Y3")
    order = []
    for card in ("B3", "B1", "B2"):
        order.append(table.to_act)
        table.play(card)
    assert order == [2, 0, 1]
