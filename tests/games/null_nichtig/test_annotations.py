"""What Null & nichtig tells beside the table: who is winning, what that does to the piles, what the piles count."""

import pytest

from stichwerk.games.annotations import Part
from stichwerk.games.null_nichtig.annotations import PileChange, Preview
from stichwerk.kernel.state import snapshot


@pytest.mark.parametrize(
    ("cards", "winner"),
    [("Y5", 0), ("Y5 B5", 0), ("Y5 B6", 1), ("Y5 B6 R6", 1), ("Y5 B6 R7", 2), ("Y0 B0 R0", 0)],
)
def test_nn_07_who_is_winning_the_trick_so_far(laid_out, cards, winner):
    played = cards.split()
    hands = [[card] for card in played] + [[]] * (4 - len(played))
    table = laid_out(hands).play(*played)
    assert {table.annotations(seat).trick_winner for seat in range(-1, 4)} == {winner}


def test_nn_08_what_the_trick_does_to_the_piles_of_its_winner(laid_out):
    table = laid_out([["Y9"], ["V2"], ["Y0"], ["R6", "Y11"]], {0: ("R3", "B7", "G5")})
    assert table.annotations(-1).more["previews"].trick is None
    table.play("Y9", "V2", "Y0")
    told = table.annotations(3).more["previews"]
    assert told.trick == Preview(0, 2, (PileChange("V", None, "V2"), PileChange("Y", None, "Y0")))
    changes = (PileChange("V", None, "V2"), PileChange("R", "R3", "R6"), PileChange("Y", None, "Y0"))
    assert told.cards["R6"] == Preview(0, 5, changes)
    assert told.cards["Y11"].seat == 3
    assert set(told.cards) == set(table.seen_by(3).places[3].hand)
    assert all(table.annotations(seat).more["previews"] == table.annotations(-1).more["previews"] for seat in (0, 1, 2))
    assert table.annotations(-1).more["previews"].cards == {}


@pytest.mark.parametrize(
    ("collecting", "trick", "with_card"),
    [("clockwise", ("Y5", 5), ("Y5", 5)), ("as-played", ("Y3", 3), ("Y7", 7))],
)
def test_nn_08_what_is_told_follows_the_order_of_collecting(laid_out, collecting, trick, with_card):
    hands = [["Y5"], ["Y11"], ["Y3"], ["Y7"]]
    table = laid_out(hands, {1: ("B1", "B2", "B3")}, collecting=collecting).play("Y5", "Y11", "Y3")
    told = table.annotations(3).more["previews"]
    for preview, (top, change) in ((told.trick, trick), (told.cards["Y7"], with_card)):
        assert preview == Preview(1, change, (PileChange("Y", None, top),))
    assert table.play("Y7").table.places[1].shows["piles"][-1].top == with_card[0]


def test_nn_10_what_the_piles_count_now(laid_out):
    table = laid_out([["Y9"], ["V2"], ["Y0"], ["R6"]], {0: ("R3", "B7", "G5")})
    assert table.annotations(-1).sums[0] == 15
    table.play("Y9", "V2", "Y0", "R6")
    assert table.annotations(-1).sums[0] == 20
    assert table.annotations(-1).sums == table.scores


def test_the_parts_of_a_score(sweep):
    table = sweep([("B2", "G2", "R2"), ("B3", "G3", "B4"), ("V3", "V4", "Y6")])
    known = snapshot(table.states)
    assert table.book.annotator.parts(known, 1) == (Part("pile:B", 4), Part("pile:G", 3))
    assert table.book.annotator.parts(known, 0) == tuple(Part(f"pile:{colour}", 0) for colour in "BGVRY")
