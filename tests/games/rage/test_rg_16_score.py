"""RG-16: 1 per trick, ±5 per card won, +10 for an exact bid, −5 for a missed one."""

import pytest

from stichwerk.games.rage.rules import score
from support.tables import Round


def test_rg_16_the_books_example() -> None:
    """Ten cards. Anja bids 3 and takes 3, with a −5: 8. Bernd misses with one trick and a +5: 1.

    Claudia bids 2 and takes 2: 12. Dieter misses with four tricks: −1.
    """
    tricks = [  # each led by the winner of the one before
        "Y15 -5  O1  Y1",
        "Y14 G2  O2  Y2",
        "Y13 G3  O3  Y3",
        "B0  R12 O4  +5",
        "G4  R11 G1  B1",
        "V15 V1  B2  G5",
        "O5  R9  B3  G6",
        "R8  B4  G7  O6",
        "R7  B5  G8  O7",
        "R6  B6  G9  O8",
    ]
    leaders = [0, 0, 0, 0, 1, 2, 2, 3, 3, 3]
    hands: list[list[str]] = [[], [], [], []]
    for trick, leader in zip(tricks, leaders, strict=True):
        for place, card in enumerate(trick.split()):
            hands[(leader + place) % 4].append(card)
    table = Round("rage", hands, ["R0"]).bid(3, 0, 2, 5)
    for trick, leader in zip(tricks, leaders, strict=True):
        assert table.to_act == leader
        table.play(*trick.split())
    assert [place.tricks for place in table.table.places] == [3, 1, 2, 4]
    assert [place.shows["fives"] // 5 for place in table.table.places] == [-1, 1, 0, 0]
    assert table.scores == table.table.scores == table.table.totals == (8, 1, 12, -1)


@pytest.mark.parametrize(
    ("bid", "tricks", "fives", "points"),
    [
        (0, 0, 0, 10),  # an exact bid of nothing counts
        (10, 10, 0, 20),
        (1, 0, 0, -5),
        (0, 1, 0, -4),
        (2, 3, 0, -2),  # one too many is missed,
        (4, 3, 0, -2),  # and so is one too few
        (0, 10, 0, 5),
        (10, 9, 0, 4),
        (1, 1, 3, 26),
        (1, 1, -3, -4),
        (0, 1, -3, -19),
        (0, 1, 3, 11),
    ],
)
def test_rg_16_the_score_of_a_round(bid: int, tricks: int, fives: int, points: int) -> None:
    assert score(bid, tricks, fives, 10, False) == points


def test_rg_16_totals_add_up_and_may_be_negative() -> None:
    """Seat 0 takes the trick and a −5 with a bid of 0; seat 1 bids 1 in vain."""
    table = Round("rage", [["Y9"], ["Y8"], ["-5"]], ["R0"], totals=[4, -3, -30])
    table.bid(0, 1, 0).play("Y9", "Y8", "-5")
    assert table.table.scores == (1 - 5 - 5, -5, 10)
    assert table.table.totals == (-5, -8, -20)
