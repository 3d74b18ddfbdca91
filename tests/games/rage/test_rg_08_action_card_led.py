"""RG-8: any card may be led; the first colour card or Joker sets the colour, until then everyone is free."""

import pytest

from support.tables import Round

JOKERS = {f"J:{colour}" for colour in "BGRYVO"}
NO_COLOUR = ["NT", "CT", "+5", "-5"]


def test_rg_08_any_card_may_be_led() -> None:
    table = Round("rage", [["Y3", "R5", "NT", "CT", "+5", "-5", "J"], []], ["R0"]).bid(0, 0)
    assert table.legal() == {"Y3", "R5", "NT", "CT", "+5", "-5"} | JOKERS


@pytest.mark.parametrize("lead", NO_COLOUR)
@pytest.mark.parametrize("second", NO_COLOUR)
def test_rg_08_until_a_colour_is_set_everyone_is_free(lead: str, second: str) -> None:
    hands = [[lead, "Y0"], [second, "Y3", "B4", "R5"], ["Y6", "B7", "R8", "J"]]
    table = Round("rage", hands, ["R0", "G0"]).bid(0, 0, 0).play(lead)
    assert table.table.led is None
    assert table.legal() == set(hands[1])
    table.play(second)
    assert table.table.led is None
    assert table.legal() == {"Y6", "B7", "R8"} | JOKERS


@pytest.mark.parametrize("lead", NO_COLOUR)
@pytest.mark.parametrize("first", ["Y3", "J:Y"])
def test_rg_08_the_first_colour_card_or_joker_sets_the_led_colour(lead: str, first: str) -> None:
    hands = [[lead], [first[:2].rstrip(":"), "B4", "R5"], ["Y6", "B7", "R8", "-5"]]
    table = Round("rage", hands, ["R0", "G0"]).bid(0, 0, 0).play(lead, first)
    assert table.table.led == "Y"
    assert table.legal() == {"Y6"}


def test_rg_08_a_second_colour_does_not_change_it() -> None:
    hands = [["+5"], ["Y3"], ["J", "R5"], ["Y6", "R7", "G8"]]
    table = Round("rage", hands, ["R0"]).bid(0, 0, 0, 0).play("+5", "Y3", "J:R")
    assert table.table.led == "Y"
    assert table.legal() == {"Y6"}


def test_rg_08_every_trick_sets_its_own_colour() -> None:
    table = Round("rage", [["Y3", "+5"], ["Y2", "B4"]], ["R0"]).bid(0, 0).play("Y3", "Y2")
    assert table.table.led is None
    assert table.play("+5").table.led is None
