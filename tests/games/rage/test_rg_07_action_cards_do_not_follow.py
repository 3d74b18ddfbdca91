"""RG-7: action cards, Jokers too, belong to no colour; who can follow may not play one."""

import pytest

from support.tables import Round

JOKERS = {f"J:{colour}" for colour in "BGRYVO"}
ACTION_CARDS = {"NT", "CT", "+5", "-5"}


@pytest.mark.parametrize("led", "BGRYVO")
def test_rg_07_who_can_follow_may_not_play_an_action_card(led: str) -> None:
    table = Round("rage", [[f"{led}7"], [f"{led}0", *ACTION_CARDS, "J"]], ["NT"]).bid(0, 0).play(f"{led}7")
    assert table.legal() == {f"{led}0"}


@pytest.mark.parametrize("action", sorted(ACTION_CARDS | JOKERS))
def test_rg_07_the_refusal_names_the_rule(action: str) -> None:
    """A Joker that would name the led colour is refused like the others."""
    table = Round("rage", [["Y7"], ["Y0", *ACTION_CARDS, "J"]], ["R0"]).bid(0, 0).play("Y7")
    refusal = table.refusal(action)
    assert refusal
    assert (refusal.code, refusal.reason, refusal.rule) == ("must-follow", "you can follow: play yellow", "RG-7")


def test_rg_07_holding_a_joker_is_not_being_able_to_follow() -> None:
    table = Round("rage", [["Y7"], ["R1", "B1", "J"]], ["R0"]).bid(0, 0).play("Y7")
    assert table.legal() == {"R1", "B1"} | JOKERS


def test_rg_07_who_cannot_follow_may_play_any_action_card() -> None:
    table = Round("rage", [["Y7"], ["R1", *ACTION_CARDS, "J"]], ["R0"]).bid(0, 0).play("Y7")
    assert table.legal() == {"R1"} | ACTION_CARDS | JOKERS


def test_rg_07_a_card_one_does_not_hold_is_refused_as_such() -> None:
    table = Round("rage", [["Y7"], ["Y0", "NT", "R1"]], ["R0"]).bid(0, 0).play("Y7")
    for action in ("CT", "+5", "-5", "J:Y"):
        refusal = table.refusal(action)
        assert refusal
        assert refusal.code == "not-in-hand"
