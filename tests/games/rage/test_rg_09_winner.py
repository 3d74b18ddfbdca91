"""RG-9: the highest trump, else the highest of the led colour, else (action cards alone) the first card."""

import pytest

from support.tables import Round, rage_trick, taker


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("Y3 Y5 Y4", 1),
        ("Y0 Y15 Y14", 1),
        ("Y0 B15 G15", 0),  # another colour cannot win
        ("Y15 R1 Y14", 1),  # the lowest trump beats the highest of the led colour
        ("Y15 R1 R9 R8", 2),
        ("Y15 R9 R1 Y14", 1),
        ("R1 R2 Y15", 1),  # trump led
        ("Y3 B15 R1 Y15", 2),
    ],
)
def test_rg_09_trump_then_the_led_colour(cards: str, winner: int) -> None:
    assert taker(rage_trick(cards, "R0")) == winner


@pytest.mark.parametrize("trump", "BGRYVO")
def test_rg_09_every_colour_can_be_trump(trump: str) -> None:
    cards = [f"{colour}1" for colour in "BGRYVO"]
    assert taker(rage_trick(" ".join(cards), f"{trump}0")) == cards.index(f"{trump}1")


@pytest.mark.parametrize("number", range(15))
def test_rg_09_the_higher_number_wins_whoever_plays_it(number: int) -> None:
    low, high = f"Y{number}", f"Y{number + 1}"
    assert taker(rage_trick(f"{low} {high}")) == 1
    assert taker(rage_trick(f"{high} {low}")) == 0


@pytest.mark.parametrize(
    "cards", ["+5 -5", "NT CT +5 -5", "-5 +5 CT NT", "CT CT", "NT NT NT", "+5 CT CT CT CT NT NT NT"]
)
def test_rg_09_action_cards_alone_go_to_the_first(cards: str) -> None:
    assert taker(rage_trick(cards, "R0 G0 R1 V0 R2")) == 0


def test_rg_09_action_cards_alone_go_to_the_first_played_not_to_seat_0() -> None:
    table = Round("rage", [["+5"], ["NT"], ["-5"]], ["R0"], dealer=1).bid(0, 0, 0).play("-5", "+5", "NT")
    assert taker(table) == 2


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("+5 Y0 -5", 1),  # the only colour card, however low
        ("+5 -5 Y3 Y2", 2),
        ("+5 Y3 Y9 B15", 2),
        ("+5 Y15 R1 -5", 2),
        ("Y0 +5 -5 NT", 0),
        ("-5 +5 J:B", 2),  # with a Joker it is the Joker's
        ("NT J:B +5 CT", 1),
    ],
)
def test_rg_09_an_action_card_beats_nothing(cards: str, winner: int) -> None:
    assert taker(rage_trick(cards, "R0 G0")) == winner
