"""RG-15: five points more or less for the winner of the trick in which the card lies."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stichwerk.games import game
from stichwerk.kernel.state import snapshot
from stichwerk.testing import positions, variants_of
from support.tables import Round, rage_trick


@pytest.mark.parametrize(
    ("cards", "winner", "fives"),
    [
        ("Y3 +5", 0, 1),  # not for the one who played it
        ("Y3 -5", 0, -1),
        ("+5 Y3", 1, 1),
        ("-5 Y3", 1, -1),
        ("+5 +5 +5 Y3", 3, 3),
        ("Y3 -5 -5 -5", 0, -3),
        ("Y3 +5 +5 -5 R1", 4, 1),
        ("Y3 +5 -5", 0, 0),
        ("+5 -5 -5", 0, -1),  # action cards alone: the first takes them
    ],
)
def test_rg_15_they_go_to_the_winner_of_the_trick(cards: str, winner: int, fives: int) -> None:
    """All have bid 0: the winner has missed, the others get ten points."""
    table = rage_trick(cards, "R0")
    others = [10] * (len(cards.split()) - 1)
    won = [0] * len(others)
    assert [place.shows["fives"] // 5 for place in table.table.places] == [*won[:winner], fives, *won[winner:]]
    assert table.scores == (*others[:winner], 1 - 5 + 5 * fives, *others[winner:])


def test_rg_15_they_add_up_over_the_round() -> None:
    table = Round("rage", [["Y9", "B9", "G9"], ["+5", "+5", "-5"], ["+5", "-5", "Y0"]], ["R0"]).bid(3, 0, 0)
    for trick, fives in ((["Y9", "+5", "Y0"], 1), (["B9", "+5", "+5"], 3), (["G9", "-5", "-5"], 1)):
        assert [place.shows["fives"] // 5 for place in table.play(*trick).table.places] == [fives, 0, 0]
    assert table.scores == (3 + 10 + 5, 10, 10)


def test_rg_15_a_trick_does_not_count_the_fives_of_the_one_before() -> None:
    table = rage_trick("Y3 +5", kept="B1 B2").play("B1", "B2")
    assert [place.shows["fives"] // 5 for place in table.table.places] == [1, 0]
    assert table.scores == (1 + 5 - 5, 1 - 5)


def test_rg_15_they_do_not_change_the_number_of_tricks() -> None:
    table = Round("rage", [["Y9", "B9"], ["+5", "-5"], ["+5", "+5"]], ["R0"]).bid(2, 0, 0)
    table.play("Y9", "+5", "+5", "B9", "-5", "+5")
    assert [place.tricks for place in table.table.places] == [2, 0, 0]
    assert table.scores == (2 + 10 + 10, 10, 10)


def test_rg_15_they_count_at_the_end_of_the_round() -> None:
    table = rage_trick("Y3 +5", kept="B1 B0")
    assert table.table.totals == (0, 0)
    assert table.play("B1", "B0").table.totals == (2 + 5 - 5, 10)


def test_rg_15_they_count_for_their_round_only() -> None:
    table = rage_trick("Y3 +5", kept="B1 B0").play("B1", "B0").next_round([["G1"], ["G2"]], ["R0"])
    assert [place.shows["fives"] // 5 for place in table.table.places] == [0, 0]
    assert table.bid(1, 0).play("G2", "G1").table.scores == (10, 11)


@settings(max_examples=15)
@given(st.sampled_from(variants_of(game("rage"))), st.integers(0, 2**31))
def test_there_are_three_of_each(variant, seed):
    for states in positions(game("rage"), variant, seed):
        s = snapshot(states)
        if s.waiting == 0:
            assert -3 <= sum(s.fives[: s.players]) <= 3
