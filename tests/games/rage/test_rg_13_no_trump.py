"""RG-13: NT ends trump at once; after the trick a new one is turned."""

import pytest

from support.tables import Round, rage_trick, taker


def test_rg_13_the_books_example() -> None:
    """Red is trump. Y8, R4, NT: the first player takes the trick, and a new trump is turned."""
    table = rage_trick("Y8 R4 NT", "R0 G0 V0", kept="O1 O2 O3")
    assert taker(table) == 0
    assert table.table.turned == ("R0", "G0")
    assert table.table.trump == "G"


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("Y8 R4 NT Y9", 3),
        ("Y8 NT R15", 0),  # what was trump is a plain card, also after NT
        ("NT Y1 R15", 1),  # NT led
        ("NT R1 Y15 R2", 3),  # trump colour led: its highest card, as a plain card
        ("R4 Y15 NT R5", 3),
        ("Y8 B15 NT", 0),
        ("NT J:Y R15", 1),
        ("Y8 J:R NT", 0),
    ],
)
def test_rg_13_without_trump_the_led_colour_decides(cards: str, winner: int) -> None:
    assert taker(rage_trick(cards, "R0 G0")) == winner


def test_rg_13_trump_is_gone_at_once_and_nothing_is_turned_before_the_trick_ends() -> None:
    table = Round("rage", [["Y8", "B1"], ["NT", "B2"], ["Y9", "B3"]], ["R0", "G0"]).bid(0, 0, 0)
    table.play("Y8", "NT")
    assert table.table.trump is None
    assert table.table.turned == ("R0",)
    assert table.play("Y9").table.trump == "G"


def test_rg_13_the_trump_turned_after_the_trick_is_valid_from_then_on() -> None:
    table = rage_trick("Y8 R4 NT", "R0 G0", kept="O1 R15 G1").play("O1", "R15", "G1")
    assert [place.tricks for place in table.table.places] == [1, 0, 1]


def test_rg_13_the_same_colour_may_be_turned_again() -> None:
    table = rage_trick("Y8 R4 NT", "R0 R1", kept="O1 R15 G1")
    assert taker(table) == 0
    assert table.table.trump == "R"
    table.play("O1", "R15", "G1")
    assert [place.tricks for place in table.table.places] == [1, 1, 0]


def test_rg_13_action_cards_turned_after_the_trick_are_put_aside() -> None:
    table = rage_trick("Y8 R4 NT", "R0 NT J +5 CT -5 V0 B0", kept="O1 O2 O3")
    assert table.table.turned == ("R0", "NT", "J", "+5", "CT", "-5", "V0")
    assert table.table.trump == "V"
    assert [place.shows["fives"] // 5 for place in table.table.places] == [0, 0, 0]
