"""RG-4: bids from 0 to the hand size, dealer's left first, open, in turn."""

import pytest

from support.tables import Round


@pytest.mark.parametrize("dealer", range(4))
def test_rg_04_bids_go_clockwise_from_the_dealers_left(dealer: int) -> None:
    table = Round("rage", [["Y3", "Y4"], [], [], []], dealer=dealer)
    for turn in range(1, 5):
        assert table.table.phase == "bid"
        assert table.waiting == ((dealer + turn) % 4,)
        table.bid(turn % 3)
    assert table.table.phase == "play"
    assert table.table.places[(dealer + 1) % 4].bid == 1
    assert table.table.places[dealer].bid == 1
    assert table.table.places[(dealer + 3) % 4].bid == 0


@pytest.mark.parametrize("size", range(1, 11))
def test_rg_04_bids_from_0_to_the_hand_size(size: int) -> None:
    table = Round("rage", [[], [], []], round_no=11 - size)
    for _ in range(3):
        assert table.legal() == {f"bid:{bid}" for bid in range(size + 1)}
        table.bid(size)


def test_rg_04_the_bids_may_add_up_to_the_hand_size() -> None:
    table = Round("rage", [[], [], []], round_no=6).bid(2, 2)
    assert "bid:1" in table.legal()


def test_rg_04_an_open_bid_is_seen_at_once_by_everybody() -> None:
    table = Round("rage", [[], [], []], round_no=6).bid(4)
    for watcher in (-1, 0, 1, 2):
        seen = table.seen_by(watcher)
        assert [place.bid for place in seen.places] == [4, None, None]
        assert [place.has_bid for place in seen.places] == [True, False, False]
        assert not seen.secret


@pytest.mark.parametrize(
    ("action", "code", "reason"),
    [
        ("bid:6", "bid-too-high", "bid from 0 to 5: there are only so many tricks"),
        ("bid:10", "bid-too-high", "bid from 0 to 5: there are only so many tricks"),
        ("Y3", "bid-first", "bid first, from 0 to 5"),
        ("J:Y", "bid-first", "bid first, from 0 to 5"),
    ],
)
def test_rg_04_why_a_bid_is_refused(action: str, code: str, reason: str) -> None:
    table = Round("rage", [["Y3", "J", "Y4", "Y5", "Y6"], []])
    refusal = table.refusal(action)
    assert action not in table.legal()
    assert refusal
    assert (refusal.code, refusal.reason, refusal.rule) == (code, reason, "RG-4")


def test_rg_04_nobody_bids_out_of_turn() -> None:
    table = Round("rage", [[], [], []], round_no=6)
    assert table.legal(1) == table.legal(2) == set()
    table.bid(3)
    assert table.legal(0) == set()
