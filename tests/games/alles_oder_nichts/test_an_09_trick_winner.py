"""AN-9: who takes the trick."""

import pytest

SPARE = [["Y1", "Y2"], ["Y3", "Y4"], ["Y5", "Y6"]]  # nobody can follow with these


def tricks(table):
    return [place.tricks for place in table.table.places]


@pytest.mark.parametrize(
    ("deck", "turned", "trick", "winner"),
    [
        ("4x12", "R12", "G5 G9 G2", 1),  # the highest of the led colour
        ("4x12", "R12", "G9 G10 G11", 2),
        ("4x12", "R12", "G5 B12 Y12", 0),  # who discards cannot win
        ("4x12", "R12", "G5 R1 G12", 1),  # a trump
        ("4x12", "R12", "G5 R1 R2", 2),  # the highest trump
        ("4x12", "R12", "G5 R3 R2", 1),
        ("4x12", "R12", "R3 R10 B12", 1),  # trump led
        ("4x12", "R12", "R2 G12 B12", 0),
        ("6x8", "O8", "V5 V8 O1", 2),
        ("6x8", "O8", "V5 V8 R8", 1),
        ("6x8", "R8", "O1 V8 B8", 0),
    ],
)
@pytest.mark.parametrize("leader", range(3))
def test_an_09_the_highest_trump_else_the_highest_of_the_colour(ready, deck, turned, trick, winner, leader):
    cards = trick.split()
    hands = [[cards[(seat - leader) % 3], *SPARE[seat]] for seat in range(3)]
    table = ready(hands, [turned], deck=deck, dealer=(leader - 1) % 3).play(*cards)
    taker = (leader + winner) % 3
    assert tricks(table) == [int(seat == taker) for seat in range(3)]
    assert table.table.leader == taker


def test_an_09_the_colour_of_an_earlier_trick_does_not_count(ready):
    """Green was led first, but in the second trick it is only a discard."""
    table = ready([["G2", "B1", "Y1"], ["G1", "G12", "Y2"], ["G3", "B2", "Y3"]], ["R12"])
    table.play("G2", "G1", "G3").play("B2", "B1", "G12")
    assert tricks(table) == [0, 0, 2]
