"""RG-12: CT turns a new trump at once, for the current trick and the rest of the round."""

import pytest

from support.tables import Round, rage_trick, taker


@pytest.mark.parametrize(
    ("cards", "stock", "winner"),
    [
        ("Y8 R4 CT", "R0 G0", 0),  # a trump already played is none any more
        ("Y8 G4 CT", "R0 G0", 1),  # a card already played becomes one
        ("Y8 R15 G4 CT", "R0 G0", 2),
        ("G1 Y15 CT G2", "R0 G0", 3),  # the led colour becomes trump
        ("Y8 CT R15 G1", "R0 G0", 3),  # and for the cards that follow
        ("Y8 CT R15", "R0 G0", 0),
        ("CT Y8 G1", "R0 G0", 2),  # CT led
        ("CT Y8 R15", "R0 G0", 1),
        ("Y8 R4 CT Y15", "R0 R1", 1),  # the same colour again
        ("Y8 CT R4", "R0 R1", 2),
    ],
)
def test_rg_12_the_new_trump_is_valid_for_the_whole_trick(cards: str, stock: str, winner: int) -> None:
    assert taker(rage_trick(cards, stock)) == winner


@pytest.mark.parametrize(
    ("cards", "stock", "winner"),
    [
        ("Y8 G4 V4 CT CT", "R0 G0 V0", 2),
        ("Y8 G4 CT V4 CT", "R0 V0 G0", 1),
        ("Y8 R4 G4 CT CT", "R0 G0 R1", 1),  # back to the first
        ("CT R4 CT CT CT Y15", "R0 G0 V0 B0 Y0", 5),
    ],
)
def test_rg_12_of_several_the_last_counts(cards: str, stock: str, winner: int) -> None:
    table = rage_trick(cards, stock)
    assert taker(table) == winner
    assert table.table.turned == tuple(stock.split())


def test_rg_12_it_is_turned_at_once_and_seen_by_all() -> None:
    table = Round("rage", [["Y8"], ["CT"], ["G1"]], ["R0", "G0"]).bid(0, 0, 0).play("Y8")
    assert table.table.trump == "R"
    table.play("CT")
    for watcher in (-1, 0, 1, 2):
        assert table.seen_by(watcher).trump == "G"
        assert table.seen_by(watcher).turned == ("R0", "G0")


def test_rg_12_the_new_trump_is_valid_for_the_rest_of_the_round() -> None:
    table = rage_trick("Y8 CT R4", "R0 G0 V0", kept="O3 G1 R15")
    assert table.table.trump == "G"
    assert table.table.turned == ("R0", "G0")
    table.play("O3", "G1", "R15")
    assert [place.tricks for place in table.table.places] == [1, 1, 0]


def test_rg_12_action_cards_turned_are_put_aside() -> None:
    table = rage_trick("Y8 G4 CT", "R0 NT CT J +5 -5 G0 V0", kept="O1 O2 O3")
    assert table.table.turned == ("R0", "NT", "CT", "J", "+5", "-5", "G0")
    assert table.table.trump == "G"
    assert taker(table) == 1
    assert [place.shows["fives"] // 5 for place in table.table.places] == [0, 0, 0]
