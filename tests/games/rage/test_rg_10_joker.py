"""RG-10: the Joker's player names a colour; it is the highest card of it."""

import pytest

from support.tables import Round, rage_trick, taker

COLOURS = "BGRYVO"
JOKERS = {f"J:{colour}" for colour in COLOURS}


def test_rg_10_any_of_six_colours_may_be_named() -> None:
    """Also trump, also a colour that nobody led."""
    table = Round("rage", [["J"], ["J"]], ["R0"]).bid(0, 0)
    assert table.legal() == JOKERS
    table.play("J:Y")
    assert table.legal() == JOKERS


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("Y14 J:Y Y15", 1),  # the highest of the led colour
        ("J:Y Y15 Y14", 0),  # the same, led
        ("Y15 J:R R15", 1),  # the highest trump
        ("R15 J:R R14", 1),
        ("J:R R15 Y15", 0),
        ("J:Y R1 Y15", 1),  # any trump beats a Joker that is none
        ("Y3 J:Y R1", 2),
        ("Y0 J:G B15", 0),  # neither led nor trump: it cannot win
        ("Y0 J:G G15", 0),
        ("R1 J:Y Y15", 0),
        ("+5 J:G G15", 1),  # the first colour card after action cards sets the colour
        ("+5 J:G R1", 2),
        ("-5 +5 J:G B15", 2),
        ("NT J:R Y15 B15", 1),
        ("+5 G0 J:V", 1),
    ],
)
def test_rg_10_the_joker_is_the_highest_card_of_its_colour(cards: str, winner: int) -> None:
    assert taker(rage_trick(cards, "R0 B0")) == winner


@pytest.mark.parametrize("named", COLOURS)
def test_rg_10_a_joker_led_must_be_followed(named: str) -> None:
    others = [f"{colour}1" for colour in COLOURS if colour != named]
    hands = [["J"], [f"{named}3", f"{named}15", *others[:3], "NT", "J"], [*others[3:], "CT"]]
    table = Round("rage", hands, [f"{named}0"]).bid(0, 0, 0).play(f"J:{named}")
    assert table.table.led == named
    assert table.legal() == {f"{named}3", f"{named}15"}
    refusal = table.refusal(f"J:{named}")
    assert refusal
    assert refusal.rule == "RG-7"


def test_rg_10_who_cannot_follow_a_joker_led_is_free() -> None:
    table = Round("rage", [["J"], ["Y9", "R1", "NT", "J"]], ["R0"]).bid(0, 0).play("J:G")
    assert table.legal() == {"Y9", "R1", "NT"} | JOKERS


def test_rg_10_a_joker_after_action_cards_must_be_followed() -> None:
    hands = [["+5"], ["J", "R1"], ["G3", "R2", "NT"], ["Y9", "CT"]]
    table = Round("rage", hands, ["R0"]).bid(0, 0, 0, 0).play("+5", "J:G")
    assert table.table.led == "G"
    assert table.legal() == {"G3"}
    table.play("G3")
    assert table.legal() >= {"Y9", "CT"}


def test_rg_10_a_joker_played_to_a_led_colour_does_not_change_it() -> None:
    table = Round("rage", [["Y3"], ["J", "B0"], ["G3", "Y4"]], ["R0"]).bid(0, 0, 0).play("Y3", "J:G")
    assert table.table.led == "Y"
    assert table.legal() == {"Y4"}
    assert table.table.trick == ("Y3", "J:G")


@pytest.mark.parametrize(
    ("cards", "stock", "winner"),
    [
        ("Y3 J:R CT", "R0 G0", 0),  # of the old trump colour: now it is off the led colour
        ("Y3 J:R G1 CT", "R0 G0", 2),
        ("Y3 J:R CT R15", "R0 R1", 1),  # the same colour again
        ("J:R Y3 CT", "R0 G0", 0),  # no longer trump, but led
        ("J:R CT G1", "R0 G0", 2),
        ("Y3 J:G CT", "R0 G0", 1),  # trump changed under it: now it is trump
        ("Y3 J:G R15 CT G15", "R0 G0", 1),
        ("J:Y R15 CT", "R0 Y0", 0),
        ("Y3 J:R NT Y1", "R0 G0", 0),
    ],
)
def test_rg_10_it_keeps_its_colour_whatever_happens_to_trump(cards: str, stock: str, winner: int) -> None:
    assert taker(rage_trick(cards, stock)) == winner
