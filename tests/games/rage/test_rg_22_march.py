"""RG-22, march: who takes every trick of a round gets 2 per trick; not in the one-card round."""

import pytest

from stichwerk.games.rage.rules import score
from support.tables import Round

HANDS = [["Y9", "B9", "+5"], ["Y1", "B1", "-5"]]


@pytest.mark.parametrize(
    ("march", "bid", "points"),
    [(True, 3, 6 + 10), (True, 2, 6 - 5), (True, 0, 6 - 5), (False, 3, 3 + 10), (False, 2, 3 - 5)],
)
def test_rg_22_two_points_per_trick_exact_or_not(march: bool, bid: int, points: int) -> None:
    """The last trick, +5 and -5, is the leader's: no points more or less."""
    table = Round("rage", HANDS, ["R0"], march=march).bid(bid, 0).play("Y9", "Y1", "B9", "B1", "+5", "-5")
    assert table.table.scores == (points, 10)


def test_rg_22_all_tricks_but_one_are_no_march() -> None:
    hands = [["Y9", "B9", "G1"], ["Y1", "B1", "G2"]]
    table = Round("rage", hands, ["R0"], march=True).bid(2, 0).play("Y9", "Y1", "B9", "B1", "G1", "G2")
    assert table.table.scores == (2 + 10, 1 - 5)


@pytest.mark.parametrize(("bid", "points"), [(1, 11), (0, -4)])
def test_rg_22_not_in_the_one_card_round(bid: int, points: int) -> None:
    table = Round("rage", [["Y9"], ["Y1"]], ["R0"], march=True).bid(bid, 0).play("Y9", "Y1")
    assert table.table.scores == (points, 10)


@pytest.mark.parametrize("size", range(2, 11))
def test_rg_22_in_every_other_round(size: int) -> None:
    assert score(size, size, 0, size, True) == 2 * size + 10
    assert score(0, size, 0, size, True) == 2 * size - 5
    assert score(size, size, 0, size, False) == size + 10
    assert score(size - 1, size - 1, 0, size, True) == size - 1 + 10


def test_rg_22_fives_count_once() -> None:
    assert score(10, 10, 2, 10, True) == 20 + 10 + 10
    assert score(0, 10, -3, 10, True) == 20 - 15 - 5
