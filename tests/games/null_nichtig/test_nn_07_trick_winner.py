"""NN-7: who takes the trick."""

import pytest


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("Y9 V2 Y0 R6", 0),  # the books' example
        ("Y5 Y11 Y3 Y7", 1),
        ("Y5 B6 G10 V11", 3),  # whatever the colour
        ("B3 G7 V7 R7", 1),  # of equal highest the first played
        ("R10 G9 B10 V10", 0),
        ("V5 R5 B4 G6", 3),  # the equal ones are not the highest
        ("B0 G0 V0 R0", 0),  # all zeros: the leader
        ("B0 B0 G0 G0", 0),
        ("B0 G0 V1 R0", 2),
    ],
)
@pytest.mark.parametrize("leader", range(4))
def test_nn_07_the_highest_number_first_played_takes_the_trick(laid_out, trick, winner, leader):
    cards = trick.split()
    seats = [(leader + place) % 4 for place in range(4)]
    hands = [[cards[seats.index(seat)]] for seat in range(4)]
    table = laid_out(hands, dealer=(leader - 1) % 4).play(*cards)
    assert [place.tricks for place in table.table.places] == [int(seat == seats[winner]) for seat in range(4)]
