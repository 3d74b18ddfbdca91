"""RG-6: the led colour must be followed if one can; else any card."""

import pytest

from support.tables import Round

COLOURS = "BGRYVO"


def second_to(led: str, *hand: str, stock: str = "R3") -> Round:
    """Seat 0 has led, seat 1 is to play from this hand."""
    return Round("rage", [[led], hand], [stock]).bid(0, 0).play(led)


@pytest.mark.parametrize("led", COLOURS)
@pytest.mark.parametrize("number", [0, 15])
def test_rg_06_whoever_can_follow_must(led: str, number: int) -> None:
    others = [f"{colour}1" for colour in COLOURS if colour != led]
    table = second_to(f"{led}7", f"{led}{number}", *others)
    assert table.legal() == {f"{led}{number}"}


@pytest.mark.parametrize("led", COLOURS)
def test_rg_06_of_several_cards_that_follow_any(led: str) -> None:
    """No duty to beat the card led."""
    own = [f"{led}{number}" for number in (0, 3, 8, 15)]
    other = COLOURS[(COLOURS.index(led) + 1) % 6]
    table = second_to(f"{led}7", *own, f"{other}0", f"{other}15", stock=f"{other}4")
    assert table.legal() == set(own)


@pytest.mark.parametrize("led", COLOURS)
def test_rg_06_whoever_cannot_follow_plays_any_card(led: str) -> None:
    """No duty to trump."""
    own = {f"{colour}{number}" for colour in COLOURS if colour != led for number in (0, 15)}
    table = second_to(f"{led}7", *own, stock="R3" if led != "R" else "B3")
    assert table.legal() == own


def test_rg_06_no_duty_to_trump_over() -> None:
    table = Round("rage", [["Y3", "B0"], ["R9", "B1"], ["R4", "V15"]], ["R0"]).bid(0, 0, 0).play("Y3", "R9")
    assert table.legal() == {"R4", "V15"}


def test_rg_06_it_is_the_led_colour_that_is_followed_not_the_last() -> None:
    table = Round("rage", [["Y3", "B0"], ["R9", "B1"], ["R4", "Y0"]], ["R0"]).bid(0, 0, 0).play("Y3", "R9")
    assert table.legal() == {"Y0"}


def test_rg_06_any_colour_may_be_led() -> None:
    table = Round("rage", [["Y3", "B0", "R5"], []], ["R0"]).bid(0, 0)
    assert table.legal() == {"Y3", "B0", "R5"}


@pytest.mark.parametrize(
    ("card", "code", "reason"),
    [("R9", "must-follow", "you can follow: play yellow"), ("Y9", "not-in-hand", "you do not hold Y9")],
)
def test_rg_06_why_a_card_is_refused(card: str, code: str, reason: str) -> None:
    refusal = second_to("Y3", "R9", "Y5").refusal(card)
    assert refusal
    assert (refusal.code, refusal.reason, refusal.rule) == (code, reason, "RG-6")
