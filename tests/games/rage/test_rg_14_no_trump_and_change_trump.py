"""RG-14: NT and CT act when they are played, so the last one counts."""

import pytest

from support.tables import Round, rage_trick, taker


@pytest.mark.parametrize(
    ("cards", "winner", "turned", "trump"),
    [
        ("Y8 R4 NT CT", 0, "R0 G0", "G"),  # NT then CT: the new trump is valid, nothing more is turned
        ("Y8 G4 NT CT", 1, "R0 G0", "G"),
        ("NT CT Y8 G1", 3, "R0 G0", "G"),
        ("Y8 G4 CT NT", 0, "R0 G0 V0", "V"),  # CT then NT: no trump, one card turned after the trick
        ("Y8 R4 CT NT", 0, "R0 G0 V0", "V"),
        ("CT NT G1 Y15", 2, "R0 G0 V0", "V"),
        ("CT NT Y1 G15", 2, "R0 G0 V0", "V"),
        ("Y8 R4 NT NT", 0, "R0 G0", "G"),  # a second NT changes nothing
        ("Y8 G4 NT NT", 0, "R0 G0", "G"),
        ("Y8 V4 CT CT", 1, "R0 G0 V0", "V"),
        ("Y8 G4 V4 CT NT CT", 2, "R0 G0 V0", "V"),
        ("Y8 G4 V4 NT CT NT", 0, "R0 G0 V0", "V"),
        ("Y8 G4 NT NT CT", 1, "R0 G0", "G"),
        ("CT NT CT NT", 0, "R0 G0 V0 B0", "B"),
    ],
)
def test_rg_14_the_last_of_them_counts(cards: str, winner: int, turned: str, trump: str) -> None:
    kept = " ".join(f"O{seat}" for seat in range(len(cards.split())))
    table = rage_trick(cards, "R0 G0 V0 B0 Y0", kept)
    assert taker(table) == winner
    assert table.table.turned == tuple(turned.split())
    assert table.table.trump == trump


@pytest.mark.parametrize(
    ("cards", "stock", "winner"),
    [
        ("Y8 J:R NT CT", "R0 R1", 1),  # the Joker's colour is trump again
        ("Y8 J:R NT CT", "R0 G0", 0),
        ("Y8 J:G NT CT", "R0 G0", 1),
        ("Y8 J:G CT NT", "R0 G0", 0),
        ("NT CT J:G Y15", "R0 B0", 2),  # the Joker sets the led colour
        ("CT NT J:Y G15 Y15", "R0 G0", 2),
        ("NT J:Y CT G1", "R0 G0", 3),
        ("CT J:Y NT G1", "R0 G0", 1),
        ("Y8 NT J:R CT R15", "R0 R1", 2),
        ("Y8 CT J:G NT", "R0 G0", 0),
    ],
)
def test_rg_14_with_a_joker(cards: str, stock: str, winner: int) -> None:
    assert taker(rage_trick(cards, stock)) == winner


@pytest.mark.parametrize(
    ("cards", "turned", "trump"),
    [("Y8 NT", "R0", None), ("Y8 CT NT", "R0 G0", None), ("Y8 NT CT", "R0 G0", "G"), ("Y8 Y9", "R0", "R")],
)
def test_rg_14_nothing_is_turned_after_the_last_trick(cards: str, turned: str, trump: str | None) -> None:
    table = rage_trick(cards, "R0 G0 V0")
    assert table.table.phase == "over"
    assert table.table.turned == tuple(turned.split())
    assert table.table.trump == trump


def test_rg_14_nothing_is_turned_after_a_trick_without_them() -> None:
    table = rage_trick("Y8 Y9 +5 -5 J:R", "R0 G0", kept="O1 O2 O3 O4 O5")
    assert table.table.turned == ("R0",)
    assert table.table.trump == "R"


def test_rg_14_each_acts_at_the_moment_it_is_played() -> None:
    hands = [["Y8"], ["NT"], ["CT"], ["NT"], ["CT"], ["Y9"]]
    table = Round("rage", hands, ["R0", "G0", "V0"]).bid(*[0] * 6)
    trumps = [table.play(card).table.trump for card in ("Y8", "NT", "CT", "NT", "CT")]
    assert trumps == ["R", None, "G", None, "V"]
