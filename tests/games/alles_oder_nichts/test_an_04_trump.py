"""AN-4: the top of the stock shows trump and stays out of play."""

import pytest

from support.tables import Round


@pytest.mark.parametrize(
    ("deck", "turned", "trump"),
    [
        ("4x12", "R1", "R"),
        ("4x12", "R12", "R"),
        ("4x12", "G1", "G"),
        ("4x12", "Y12", "Y"),
        ("6x8", "R8", "R"),
        ("6x8", "G1", "G"),
        ("6x8", "V4", "V"),
        ("6x8", "O8", "O"),
    ],
)
def test_an_04_the_colour_of_the_turned_card_is_trump(deck, turned, trump):
    table = Round("alles-oder-nichts", [[]] * 6, [turned, "B1"], deck=deck)
    for watcher in (-1, 0, 5):
        assert table.seen_by(watcher).trump == trump
        assert table.seen_by(watcher).turned == (turned,)


def test_an_04_the_turned_card_stays_out_of_play(ready):
    table = ready([["G1", "G2", "G3"], [], []], ["G12"])
    assert all("G12" not in place.hand for place in table.table.places)
    assert table.refusal("G12").code == "not-in-hand"
    table.play_out()
    assert sum(place.tricks for place in table.table.places) == 3
    assert table.table.turned == ("G12",)


def test_an_04_the_rest_of_the_stock_is_not_seen():
    table = Round("alles-oder-nichts", [["G1"], ["G2"], ["G3"]], ["G12", "Y7"])
    assert "Y7" not in repr(table.table)


def test_an_04_every_round_has_its_own_trump():
    table = Round("alles-oder-nichts", [[]] * 3, ["G12"]).play_out().next_round(stock=["B1"])
    assert (table.table.trump, table.table.turned) == ("B", ("B1",))
