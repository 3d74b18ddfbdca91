"""NN-8: the winner collects clockwise, beginning with their own card."""

import pytest

from stichwerk.games.view import Pile


def test_nn_08_the_books_example(laid_out):
    layout = ("R3", "B7", "G8")
    table = laid_out([["Y9"], ["V2"], ["Y0"], ["R6"]], {0: layout}).play("Y9", "V2", "Y0", "R6")
    assert table.table.places[0].piles == (
        Pile("B", "B7", 1),
        Pile("G", "G8", 1),
        Pile("V", "V2", 1),
        Pile("R", "R6", 2),
        Pile("Y", "Y0", 2),
    )


@pytest.mark.parametrize("leader", range(4))
def test_nn_08_past_the_last_player_comes_the_leader(laid_out, leader):
    """Y5 Y11 Y3 Y7 in the order played: collected Y11 Y3 Y7 Y5."""
    cards = ["Y5", "Y11", "Y3", "Y7"]
    hands = [[cards[(seat - leader) % 4]] for seat in range(4)]
    winner = (leader + 1) % 4
    layout = {winner: ("B1", "B2", "B3")}
    table = laid_out(hands, layout, dealer=(leader - 1) % 4).play(*cards)
    assert table.table.places[winner].piles == (Pile("B", "B3", 3), Pile("Y", "Y5", 4))


@pytest.mark.parametrize(
    ("trick", "winner", "tops"),
    [
        ("Y11 Y5 Y3 Y7", 0, {"Y7": 4}),
        ("Y5 Y3 Y11 Y7", 2, {"Y3": 4}),
        ("Y5 Y3 Y7 Y11", 3, {"Y7": 4}),
        ("R1 Y3 R7 Y6", 2, {"R1": 2, "Y3": 2}),
        ("R1 Y3 R6 Y7", 3, {"R6": 2, "Y3": 2}),
        ("R1 V1 G11 Y0", 2, {"R1": 1, "V1": 1, "G11": 1, "Y0": 1}),
        ("R0 V0 R0 V0", 0, {"R0": 2, "V0": 2}),
    ],
)
def test_nn_08_the_last_card_of_a_colour_ends_on_top(laid_out, trick, winner, tops):
    hands = [[card] for card in trick.split()]
    table = laid_out(hands, {winner: ("B8", "B9", "B10")}).play(*trick.split())
    piles = {pile.top: pile.depth for pile in table.table.places[winner].piles}
    assert piles == {"B10": 3} | tops


def test_nn_08_the_others_piles_stay_as_they_are(laid_out):
    table = laid_out([["Y9"], ["V2"], ["Y0"]])
    before = table.table.places
    table.play("Y9", "V2", "Y0")
    assert [table.table.places[seat].piles for seat in (1, 2)] == [before[seat].piles for seat in (1, 2)]


def test_nn_08_nothing_is_collected_before_the_trick_is_complete(laid_out):
    table = laid_out([["Y9"], ["V2"], ["Y0"]], {0: ("B1", "B2", "B3")}).play("Y9", "V2")
    assert table.table.places[0].piles == (Pile("B", "B3", 3),)
    assert table.table.trick == ("Y9", "V2")
    assert table.play("Y0").table.trick == ()


def test_nn_08_a_second_trick_goes_onto_the_piles_of_the_first(laid_out):
    table = laid_out([["Y9", "R11"], ["V2", "Y4"], ["Y0", "V8"]], {0: ("B1", "B2", "B3")})
    table.play("Y9", "V2", "Y0").play("R11", "Y4", "V8")
    piles = {pile.top: pile.depth for pile in table.table.places[0].piles}
    assert piles == {"B3": 3, "Y4": 3, "V8": 2, "R11": 1}
