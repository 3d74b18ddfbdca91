"""AN-5: all bid secretly at once, from 0 to the hand size; the sum is free."""

import pytest

from support.tables import RefusedAction, Round


def bids(most):
    return {f"bid:{bid}" for bid in range(most + 1)}


@pytest.mark.parametrize(("round_no", "size"), [(1, 6), (2, 5), (3, 4), (4, 3)])
def test_an_05_bids_go_from_0_to_the_hand_size(round_no, size):
    table = Round("alles-oder-nichts", [[]] * 4, round_no=round_no)
    for seat in range(4):
        assert table.legal(seat) == bids(size)


def test_an_05_all_may_bid_at_once_in_any_order():
    table = Round("alles-oder-nichts", [[]] * 4)
    assert table.waiting == (0, 1, 2, 3)
    table = table.act(3, "bid:1").act(0, "bid:2")
    assert table.waiting == (1, 2)
    table.act(2, "bid:6").act(1, "bid:0")
    assert table.table.phase == "show"
    assert [place.bid for place in table.table.places] == [2, 0, 6, 1]


@pytest.mark.parametrize("first", [(0, 0), (1, 1), (0, 3), (3, 3)])
def test_an_05_the_sum_is_free(first):
    table = Round("alles-oder-nichts", [[]] * 3, round_no=4).bid(*first)
    assert table.waiting == (2,)
    assert table.legal(2) == bids(3)


@pytest.mark.parametrize("watcher", [1, 2, -1])
def test_an_05_others_see_that_one_has_bid_but_not_what(watcher):
    table = Round("alles-oder-nichts", [[]] * 3).act(0, "bid:4")
    place = table.seen_by(watcher).places[0]
    assert (place.bid, place.has_bid) == (None, True)
    assert [place.has_bid for place in table.seen_by(watcher).places] == [True, False, False]
    assert table.seen_by(watcher).secret


@pytest.mark.parametrize("watcher", [0, 1, 2, -1])
def test_an_05_one_sees_no_hand_but_ones_own(watcher):
    hands = (("R1", "R2", "R3"), ("G1", "G2", "G3"), ("B1", "B2", "B3"))
    places = Round("alles-oder-nichts", hands).seen_by(watcher).places
    assert [place.hand for place in places] == [hands[seat] if seat == watcher else () for seat in range(3)]
    assert [place.cards for place in places] == [3, 3, 3]


def test_an_05_one_sees_ones_own_bid():
    assert Round("alles-oder-nichts", [[]] * 3).act(0, "bid:4").seen_by(0).places[0].bid == 4


def test_an_05_bids_lie_face_down_when_all_have_bid():
    table = Round("alles-oder-nichts", [[]] * 3).bid(4, 5, 6)
    assert [place.bid for place in table.seen_by(-1).places] == [None, None, None]


def test_an_05_an_observation_tells_nothing_about_the_others_bids():
    one = Round("alles-oder-nichts", [[]] * 3).act(1, "bid:2").observed_by(0)
    other = Round("alles-oder-nichts", [[]] * 3).act(1, "bid:5").observed_by(0)
    assert one == other


def test_an_05_who_has_bid_cannot_bid_again():
    assert Round("alles-oder-nichts", [[]] * 3).act(0, "bid:4").legal(0) == set()


def test_an_05_there_is_a_full_set_of_bid_cards_every_round():
    table = Round("alles-oder-nichts", [[]] * 3).bid(3, 3, 3).play_out().next_round()
    assert [place.has_bid for place in table.table.places] == [False, False, False]
    assert table.legal(0) == bids(5)


def test_an_05_refusals():
    table = Round("alles-oder-nichts", [["R1", "R2", "R3"], [], []], round_no=4)
    reason = "bid from 0 to 3: there are only so many tricks"
    assert table.refusal("bid:4") == RefusedAction("bid-too-high", reason, "AN-5")
    for action in ("R1", "show", "hide"):
        assert table.refusal(action) == RefusedAction("bid-first", "bid first, from 0 to 3", "AN-5")
