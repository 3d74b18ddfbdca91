"""NN-3: three cards (with six players two) are laid, secretly and at the same time."""

import pytest

from stichwerk.games.view import Pile
from support.tables import RefusedAction, Round

LAYOUTS = (("Y9", "Y0", "R3"), ("B5", "B4", "B3"), ("G1", "V1", "R1"))


def three_players():
    return Round("null-nichtig", LAYOUTS)


def test_nn_03_all_may_lay_at_once_in_any_order():
    table = three_players()
    assert table.waiting == (0, 1, 2)
    table.act(2, "G1").act(1, "B5").act(2, "V1").act(0, *LAYOUTS[0]).act(2, "R1")
    assert table.waiting == (1,)
    table.act(1, "B4", "B3")
    assert (table.table.phase, table.waiting) == ("play", (0,))


@pytest.mark.parametrize(("players", "laid", "tricks"), [(3, 3, 10), (4, 3, 10), (5, 3, 10), (6, 2, 8)])
def test_nn_03_number_of_cards_laid_and_of_tricks(players, laid, tricks):
    table = Round("null-nichtig", [[]] * players)
    for seat in range(players):
        for _ in range(laid):
            assert seat in table.waiting
            table.act(seat, min(table.legal(seat)))
        assert seat not in table.waiting or table.table.phase == "play"
    assert [len(place.shows["laid"]) for place in table.table.places] == [laid] * players
    assert [place.cards for place in table.table.places] == [tricks] * players
    table.play_out()
    assert table.table.tricks_done == tricks
    assert sum(place.tricks for place in table.table.places) == tricks


def test_nn_03_nobody_lays_more_or_takes_a_card_back():
    table = three_players().act(0, *LAYOUTS[0])
    assert table.legal(0) == set()


@pytest.mark.parametrize("watcher", [1, 2, -1])
def test_nn_03_others_do_not_see_what_is_laid(watcher):
    table = three_players().act(0, *LAYOUTS[0])
    place = table.seen_by(watcher).places[0]
    assert (place.shows["laid"], place.hand, place.shows["piles"]) == ((), (), ())
    assert place.shows["has_laid"]


def test_nn_03_one_sees_what_one_has_laid_oneself():
    table = three_players().act(0, "Y9", "Y0")
    place = table.seen_by(0).places[0]
    assert place.shows["laid"] == ("Y9", "Y0")
    assert not place.shows["has_laid"]
    assert place.shows["piles"] == ()


def test_nn_03_all_is_shown_together_when_the_last_has_laid():
    table = three_players().act(0, *LAYOUTS[0]).act(1, *LAYOUTS[1]).act(2, "G1", "V1")
    assert [place.shows["laid"] for place in table.seen_by(-1).places] == [(), (), ()]
    assert table.seen_by(-1).secret
    table.act(2, "R1")
    assert [place.shows["laid"] for place in table.seen_by(-1).places] == list(LAYOUTS)
    assert not table.seen_by(-1).secret


def test_nn_03_an_observation_tells_nothing_about_the_others_layouts():
    one = three_players().act(1, "B5", "B4", "B3").observed_by(0)
    other = three_players().act(1, "B3", "B4", "B5").observed_by(0)
    assert one == other


@pytest.mark.parametrize("order", [("R2", "R9", "R5"), ("R9", "R5", "R2"), ("R5", "R2", "R9")])
def test_nn_03_several_of_a_colour_are_stacked_in_the_order_laid(laid_out, order):
    table = laid_out([[], [], []], {0: order})
    assert table.table.places[0].shows["piles"] == (Pile("R", order[-1], 3),)


def test_nn_03_cards_are_laid_by_colour(laid_out):
    table = laid_out([[], [], []], {0: ("Y9", "R3", "Y0")})
    assert table.table.places[0].shows["piles"] == (Pile("R", "R3", 1), Pile("Y", "Y0", 2))


def test_nn_03_of_two_equal_zeros_one_may_be_laid_and_the_other_played(laid_out):
    table = laid_out([["G0"], [], []], {0: ("G0", "R1", "R2")})
    assert table.table.places[0].hand.count("G0") == 1
    table.play("G0")
    assert table.table.trick == ("G0",)
    assert "G0" not in table.legal(0) | set(table.table.places[0].hand)


def test_nn_03_both_equal_zeros_may_be_laid(laid_out):
    table = laid_out([[], [], []], {0: ("G0", "R1", "G0")})
    assert table.table.places[0].shows["piles"] == (Pile("G", "G0", 2), Pile("R", "R1", 1))
    assert "G0" not in table.legal(0)


def test_nn_03_every_round_begins_with_laying():
    table = three_players().play_out().next_round()
    assert (table.table.phase, table.waiting) == ("lay", (0, 1, 2))
    assert [place.shows["laid"] for place in table.table.places] == [(), (), ()]


@pytest.mark.parametrize("card", ["B5", "Y9"])
def test_nn_03_a_card_not_in_hand_cannot_be_laid(card):
    table = three_players().act(0, "Y9")
    assert table.refusal(card, 0) == RefusedAction("not-in-hand", f"you do not hold {card}", "NN-3")
