"""RG-18, plus/minus one: open bids in turn, but their sum may not equal the hand size."""

from typing import Any

import pytest

from support.tables import Round


def five_cards(players: int = 3, **options: Any) -> Round:
    return Round("rage", [[]] * players, round_no=6, bidding="plus-minus-one", **options)


@pytest.mark.parametrize(
    ("bids", "barred"),
    [((2, 1), 2), ((0, 0), 5), ((5, 0), 0), ((0, 5), 0), ((3, 2), 0), ((0, 1), 4), ((2, 2), 1)],
)
def test_rg_18_the_books_example_five_cards(bids: tuple[int, int], barred: int) -> None:
    table = five_cards().bid(*bids)
    assert table.legal() == {f"bid:{bid}" for bid in range(6) if bid != barred}
    refusal = table.refusal(f"bid:{barred}")
    assert refusal
    assert (refusal.code, refusal.rule) == ("bid-barred", "RG-18")
    assert refusal.reason == "the bids may not add up to 5"


@pytest.mark.parametrize("bids", [(4, 3), (5, 1), (5, 5), (3, 3)])
def test_rg_18_nothing_is_barred_when_the_sum_is_above_already(bids: tuple[int, int]) -> None:
    table = five_cards().bid(*bids)
    assert table.legal() == {f"bid:{bid}" for bid in range(6)}


def test_rg_18_only_the_last_bidder_is_bound() -> None:
    table = five_cards(players=4)
    for bid in (5, 0, 0):
        assert table.legal() == {f"bid:{bid}" for bid in range(6)}
        table.bid(bid)
    assert table.legal() == {f"bid:{bid}" for bid in range(1, 6)}


@pytest.mark.parametrize("dealer", range(3))
def test_rg_18_the_last_bidder_is_the_dealer(dealer: int) -> None:
    table = five_cards(dealer=dealer).bid(1, 1)
    assert table.waiting == (dealer,)
    assert "bid:3" not in table.legal()
    assert table.bid(2).table.phase == "play"


@pytest.mark.parametrize("bid", [0, 1])
def test_rg_18_two_players_with_one_card_both_bid_the_same(bid: int) -> None:
    table = Round("rage", [["Y3"], ["Y4"]], bidding="plus-minus-one").bid(bid)
    assert table.legal() == {f"bid:{bid}"}


def test_rg_18_the_bids_are_open() -> None:
    assert [place.bid for place in five_cards().bid(4).seen_by(2).places] == [4, None, None]
