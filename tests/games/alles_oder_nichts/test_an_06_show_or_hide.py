"""AN-6: one after the other says whether the bid lies open or stays hidden."""

import pytest

from support.tables import RefusedAction, Round


@pytest.fixture
def table():
    """Four players, seat 1 deals: seat 2 is asked first. Seat k has bid k."""
    hands = [["G1", "G2", "G3"], ["B1", "B2", "B3"], ["Y1", "Y2", "Y3"], ["R1", "R2", "R3"]]
    return Round("alles-oder-nichts", hands, dealer=1).bid(2, 3, 0, 1)


def seen_bids(table, watcher):
    return [place.bid for place in table.seen_by(watcher).places]


def test_an_06_the_dealers_left_is_asked_first_then_clockwise(table):
    order = []
    for decision in ("show", "hide", "hide", "show"):
        assert table.table.phase == "show"
        order.append(table.waiting)
        assert table.legal() == {"show", "hide"}
        table.play(decision)
    assert order == [(2,), (3,), (0,), (1,)]
    assert [place.shown for place in table.table.places] == [False, True, True, False]
    assert table.table.phase == "play"


def test_an_06_later_players_see_what_earlier_ones_showed(table):
    table.play("show")
    assert seen_bids(table, 3) == [None, None, 2, 3]
    assert seen_bids(table, -1) == [None, None, 2, None]
    table.play("hide", "show")
    assert seen_bids(table, 1) == [0, 1, 2, None]
    assert [place.shown for place in table.seen_by(1).places] == [True, None, True, False]
    assert seen_bids(table, -1) == [0, None, 2, None]


def test_an_06_nobody_sees_a_bid_before_its_player_decides(table):
    assert seen_bids(table, -1) == [None] * 4
    assert [place.shown for place in table.table.places] == [None] * 4
    assert seen_bids(table, 0) == [0, None, None, None]


def test_an_06_an_observation_tells_shown_bids_only():
    def observed(bid, decision):
        return Round("alles-oder-nichts", [[]] * 3).bid(bid, 0, 0).play(decision).observed_by(1)

    assert observed(3, "hide") == observed(4, "hide")
    assert observed(3, "show") != observed(4, "show")


def test_an_06_one_must_decide_before_anything_else(table):
    for action in ("bid:1", "Y1"):
        reason = "say first whether your bid lies open: show or hide"
        assert table.refusal(action) == RefusedAction("decide-first", reason, "AN-6")


def test_an_06_who_has_decided_waits(table):
    table.play("hide")
    assert table.legal(2) == set()


def test_an_06_a_bid_cannot_change_nor_be_shown_or_hidden_any_more(table):
    table.play("show", "hide", "hide", "show")
    for action in ("show", "hide"):
        reason = "a bid cannot be shown or hidden any more: play a card"
        assert table.refusal(action) == RefusedAction("bid-fixed", reason, "AN-6")
    assert table.refusal("bid:1") == RefusedAction("bidding-over", "a bid cannot change: play a card", "AN-6")
    assert table.legal() == {"Y1", "Y2", "Y3"}


def test_an_06_bids_and_decisions_stay_to_the_end_of_the_round(table):
    table.play("show", "hide", "hide", "show").play_out()
    assert [place.bid for place in table.table.places] == [0, 1, 2, 3]
    assert [place.shown for place in table.table.places] == [False, True, True, False]
