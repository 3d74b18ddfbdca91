"""RG-11: of two Jokers of one colour the second is higher; of two colours the ordinary ranking decides."""

import pytest

from support.tables import rage_trick, taker


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("J:Y J:Y", 1),
        ("J:Y Y15 J:Y", 2),
        ("Y15 J:Y J:Y", 2),
        ("Y3 J:R J:R", 2),  # both trump
        ("R3 J:R R15 J:R", 3),
        ("+5 J:Y J:Y Y15", 2),
        ("J:Y R1 J:Y", 1),  # a trump beats both
        ("Y3 J:G J:G", 0),  # neither led nor trump
    ],
)
def test_rg_11_the_second_of_one_colour_is_higher(cards: str, winner: int) -> None:
    assert taker(rage_trick(cards, "R0")) == winner


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("Y3 J:R J:Y", 1),  # trump before the led colour, though the second is of the led colour
        ("Y3 J:Y J:R", 2),
        ("J:R J:Y", 0),  # trump led
        ("J:Y J:R", 1),
        ("Y3 J:Y J:G", 1),  # the led colour before a third one
        ("Y3 J:G J:Y", 2),
        ("J:Y J:G", 0),
        ("Y3 J:G J:V", 0),  # neither can win
        ("Y3 J:R J:G", 1),
        ("Y3 J:G J:R", 2),
        ("R3 J:Y J:R R15", 2),
        ("-5 J:Y J:G", 1),
    ],
)
def test_rg_11_of_different_colours_the_ranking_decides(cards: str, winner: int) -> None:
    assert taker(rage_trick(cards, "R0")) == winner


@pytest.mark.parametrize(
    ("cards", "stock", "winner"),
    [
        ("Y3 J:G J:G CT", "R0 G0", 2),  # both become trump: the second is higher
        ("Y3 J:R J:G CT", "R0 G0", 2),  # the first was trump, the second is
        ("Y3 J:G J:R CT", "R0 G0", 1),
        ("Y3 J:Y J:R NT", "R0 G0", 1),  # no trump: the led colour
        ("J:Y J:R NT", "R0 G0", 0),
    ],
)
def test_rg_11_trump_may_change_between_them(cards: str, stock: str, winner: int) -> None:
    assert taker(rage_trick(cards, stock)) == winner


def test_rg_11_one_player_may_hold_both_and_play_them_one_by_one() -> None:
    table = rage_trick("Y3 J:R", "R0", kept="B15 J").play("J:B", "B15")
    assert [place.tricks for place in table.table.places] == [0, 2]
