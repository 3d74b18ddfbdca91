"""NN-8: the winner collects clockwise, beginning with their own card; as an option, the others in the order played."""

from collections.abc import Iterator

import pytest

from stichwerk.games.view import Pile, Tableau
from support.tables import Round

ORDERS = ("clockwise", "as-played")


@pytest.mark.parametrize("collecting", ORDERS)
def test_nn_08_the_books_example(laid_out, collecting):
    """The winner led: then both orders are the same."""
    hands, layout = [["Y9"], ["V2"], ["Y0"], ["R6"]], ("R3", "B7", "G8")
    table = laid_out(hands, {0: layout}, collecting=collecting).play("Y9", "V2", "Y0", "R6")
    assert table.table.places[0].shows["piles"] == (
        Pile("B", "B7", 1),
        Pile("G", "G8", 1),
        Pile("V", "V2", 1),
        Pile("R", "R6", 2),
        Pile("Y", "Y0", 2),
    )


@pytest.mark.parametrize(("options", "top"), [({}, "Y5"), ({"collecting": "as-played"}, "Y7")])
@pytest.mark.parametrize("leader", range(4))
def test_nn_08_the_leaders_card_comes_last_or_right_after_the_winners(laid_out, leader, options, top):
    """Y5 Y11 Y3 Y7 in the order played: collected Y11 Y3 Y7 Y5; as played Y11 Y5 Y3 Y7."""
    cards = ["Y5", "Y11", "Y3", "Y7"]
    hands = [[cards[(seat - leader) % 4]] for seat in range(4)]
    winner = (leader + 1) % 4
    layout = {winner: ("B1", "B2", "B3")}
    table = laid_out(hands, layout, dealer=(leader - 1) % 4, **options).play(*cards)
    assert table.table.places[winner].shows["piles"] == (Pile("B", "B3", 3), Pile("Y", top, 4))


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
    piles = {pile.top: pile.depth for pile in table.table.places[winner].shows["piles"]}
    assert piles == {"B10": 3} | tops


@pytest.mark.parametrize(
    ("trick", "winner", "tops"),
    [
        ("Y11 Y5 Y3 Y7", 0, {"Y7": 4}),
        ("Y5 Y3 Y11 Y7", 2, {"Y7": 4}),
        ("Y5 Y3 Y7 Y11", 3, {"Y7": 4}),
        ("Y5 Y11 R3 R7", 1, {"Y5": 2, "R7": 2}),  # the winner's own card is covered by one from before it
        ("R1 Y3 R7 Y6", 2, {"R1": 2, "Y6": 2}),
        ("R1 Y3 R6 Y7", 3, {"R6": 2, "Y3": 2}),
        ("R1 V1 G11 Y0", 2, {"R1": 1, "V1": 1, "G11": 1, "Y0": 1}),
        ("R0 V0 R0 V0", 0, {"R0": 2, "V0": 2}),
    ],
)
def test_nn_08_as_played_only_the_winners_own_card_leaves_its_place(laid_out, trick, winner, tops):
    hands = [[card] for card in trick.split()]
    table = laid_out(hands, {winner: ("B8", "B9", "B10")}, collecting="as-played").play(*trick.split())
    piles = {pile.top: pile.depth for pile in table.table.places[winner].shows["piles"]}
    assert piles == {"B10": 3} | tops


@pytest.mark.parametrize(("collecting", "top"), [("clockwise", "Y6"), ("as-played", "Y9")])
def test_nn_08_with_six_players_in_teams(laid_out, collecting, top):
    """Clockwise Y11 Y8 Y9 Y5 Y7 Y6, as played Y11 Y5 Y7 Y6 Y8 Y9."""
    cards = ["Y5", "Y7", "Y6", "Y11", "Y8", "Y9"]
    table = laid_out([[card] for card in cards], {3: ("B1", "B2")}, teams=True, collecting=collecting).play(*cards)
    assert table.table.places[3].shows["piles"] == (Pile("B", "B2", 2), Pile("Y", top, 6))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_nn_08_both_orders_give_the_same_cards(players):
    """The same round by both: hands, tricks and the sizes of the piles are the same at every step."""
    for seed in range(8):
        for clockwise, as_played in same_rounds(players, seed):
            for place, other in zip(clockwise.places, as_played.places, strict=True):
                assert (place.hand, place.tricks) == (other.hand, other.tricks)
                assert [(p.colour, p.depth) for p in place.shows["piles"]] == [
                    (p.colour, p.depth) for p in other.shows["piles"]
                ]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_nn_08_the_orders_differ_only_for_a_winner_in_between(players):
    """Who played first or last collects the same way by both."""
    differences = 0
    for seed in range(20):
        leader = None
        for clockwise, as_played in same_rounds(players, seed):
            if clockwise.places != as_played.places:
                differences += 1
                assert leader is not None
                assert 0 < (clockwise.leader - leader) % players < players - 1
                break
            leader = clockwise.leader
    assert differences > 5


def same_rounds(players: int, seed: int) -> Iterator[tuple[Tableau, Tableau]]:
    """The tables of a random round, collected in both orders."""
    rounds = [Round("null-nichtig", [[]] * players, collecting=order) for order in ORDERS]
    for clockwise, as_played in zip(*(each.random_positions(1, seed) for each in rounds), strict=True):
        yield clockwise.table, as_played.table


@pytest.mark.parametrize(("collecting", "told"), [("clockwise", 0), ("as-played", 1)])
def test_nn_08_an_observation_tells_the_order(collecting, told):
    table = Round("null-nichtig", [[]] * 3, collecting=collecting)
    assert {tuple(table.feature(seat, "collecting_as_played")) for seat in range(3)} == {(told,)}


def test_nn_08_the_others_piles_stay_as_they_are(laid_out):
    table = laid_out([["Y9"], ["V2"], ["Y0"]])
    before = table.table.places
    table.play("Y9", "V2", "Y0")
    assert [table.table.places[seat].shows["piles"] for seat in (1, 2)] == [
        before[seat].shows["piles"] for seat in (1, 2)
    ]


def test_nn_08_nothing_is_collected_before_the_trick_is_complete(laid_out):
    table = laid_out([["Y9"], ["V2"], ["Y0"]], {0: ("B1", "B2", "B3")}).play("Y9", "V2")
    assert table.table.places[0].shows["piles"] == (Pile("B", "B3", 3),)
    assert table.table.trick == ("Y9", "V2")
    assert table.play("Y0").table.trick == ()


def test_nn_08_a_second_trick_goes_onto_the_piles_of_the_first(laid_out):
    table = laid_out([["Y9", "R11"], ["V2", "Y4"], ["Y0", "V8"]], {0: ("B1", "B2", "B3")})
    table.play("Y9", "V2", "Y0").play("R11", "Y4", "V8")
    piles = {pile.top: pile.depth for pile in table.table.places[0].shows["piles"]}
    assert piles == {"B3": 3, "Y4": 3, "V8": 2, "R11": 1}
