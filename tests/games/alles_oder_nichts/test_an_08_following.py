"""AN-8: the led colour must be followed if one can."""

import pytest

from support.tables import RefusedAction


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [
        ("G5", "G1 G12 R3", "G1 G12"),  # follow: no duty to beat, no leave to trump
        ("G5", "G1 B12 Y3", "G1"),
        ("G5", "R1 R2 B3", "R1 R2 B3"),  # void: trump or discard, freely
        ("G5", "B1 B2 Y3", "B1 B2 Y3"),
        ("R5", "R1 R12 G3", "R1 R12"),  # trump led: follow it
        ("R5", "G1 B12 Y3", "G1 B12 Y3"),  # trump led, void: discard
    ],
)
def test_an_08_what_may_be_played(ready, led, hand, legal):
    table = ready([[led, "Y11", "Y12"], hand.split(), ["B7", "B8", "B9"]], ["R11"]).play(led)
    assert table.legal(1) == set(legal.split())


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [("O1", "O8 V1 Y8", "O8"), ("O1", "V1 Y8 B8", "V1 Y8 B8"), ("V8", "O1 V1 Y8", "V1")],
)
def test_an_08_what_may_be_played_with_six_colours(ready, led, hand, legal):
    table = ready([[led, "G1", "G2"], hand.split(), []], ["V7"], deck="6x8").play(led)
    assert table.legal(1) == set(legal.split())


def test_an_08_any_card_may_be_led(ready):
    table = ready([["G1", "R2", "Y3"], [], []], ["R12"])
    assert table.table.led is None
    assert table.legal(0) == {"G1", "R2", "Y3"}


def test_an_08_the_first_card_leads_not_the_one_before(ready):
    """The second player trumps; the third still has to follow the colour led."""
    table = ready([["G5", "Y1", "Y2"], ["R1", "B1", "B2"], ["G9", "R9", "B9"]], ["R12"]).play("G5", "R1")
    assert table.table.led == "G"
    assert table.legal(2) == {"G9"}


def test_an_08_who_did_not_follow_once_may_follow_later(ready):
    table = ready([["G5", "B5", "Y5"], ["B1", "B2", "Y1"], ["G1", "B3", "Y2"]], ["R12"])
    table.play("G5", "Y1", "G1", "B5")
    assert table.legal(1) == {"B1", "B2"}


def test_an_08_refusals(ready):
    hands = [["G5", "Y11", "Y12"], ["G1", "R3", "B2"], ["R7", "B8", "B9"]]
    table = ready(hands, ["R11"])
    assert table.refusal("G1") == RefusedAction("not-in-hand", "you do not hold G1", "AN-8")
    table.play("G5")
    for card in ("R3", "B2"):
        assert table.refusal(card) == RefusedAction("must-follow", "you can follow: play green", "AN-8")
    assert table.refusal("G1") is None
    table.play("G1")
    for card in hands[2]:
        assert table.refusal(card) is None
    assert table.play_out().refusal("G5", 0) == RefusedAction("round-over", "the round is over", "AN-3")


def test_an_08_must_follow_names_the_colour_of_six(ready):
    table = ready([["O1", "G1", "G2"], ["O2", "V1", "Y1"], []], ["V7"], deck="6x8").play("O1")
    assert table.refusal("V1").reason == "you can follow: play orange"
