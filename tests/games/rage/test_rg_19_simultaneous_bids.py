"""RG-19, covered bids: all bid secretly at once; revealed before the first trick."""

from support.tables import Round


def covered() -> Round:
    return Round("rage", [["Y9"], ["Y1"], ["Y2"]], ["R0"], bidding="simultaneous")


def bids(table: Round, watcher: int) -> list[int | None]:
    return [place.bid for place in table.seen_by(watcher).places]


def test_rg_19_all_bid_at_once_in_any_order() -> None:
    table = covered()
    assert table.waiting == (0, 1, 2)
    assert table.seen_by(0).secret
    assert all(table.legal(seat) == {"bid:0", "bid:1"} for seat in range(3))
    table = table.act(1, "bid:0")
    assert table.waiting == (0, 2)
    table = table.act(2, "bid:0")
    assert table.waiting == (0,)
    table.act(0, "bid:1")
    assert table.table.phase == "play"
    assert table.waiting == (0,)


def test_rg_19_a_bid_stands() -> None:
    table = covered().act(1, "bid:0")
    assert table.legal(1) == set()


def test_rg_19_until_all_have_bid_one_sees_only_ones_own() -> None:
    table = covered().act(1, "bid:0").act(0, "bid:1")
    assert bids(table, 0) == [1, None, None]
    assert bids(table, 1) == [None, 0, None]
    assert bids(table, 2) == bids(table, -1) == [None, None, None]
    for watcher in (-1, 0, 1, 2):
        assert [place.has_bid for place in table.seen_by(watcher).places] == [True, True, False]


def test_rg_19_a_hidden_bid_looks_the_same_whatever_it_is() -> None:
    for watcher in (-1, 0, 2):
        one, other = (covered().act(1, bid).seen_by(watcher) for bid in ("bid:0", "bid:1"))
        assert one == other


def test_rg_19_all_are_revealed_before_the_first_trick() -> None:
    table = covered().bid(1, 0, 1)
    assert table.table.tricks_done == 0
    for watcher in (-1, 0, 1, 2):
        assert bids(table, watcher) == [1, 0, 1]
        assert not table.seen_by(watcher).secret


def test_rg_19_the_sum_is_free() -> None:
    """One card and a bid of 1: the others may bid 0."""
    assert covered().act(1, "bid:1").act(2, "bid:0").legal(0) == {"bid:0", "bid:1"}
