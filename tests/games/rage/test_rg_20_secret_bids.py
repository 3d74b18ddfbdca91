"""RG-20, secret bids: all bid secretly at once; revealed only when the round is over."""

from support.tables import Round


def secret() -> Round:
    return Round("rage", [["Y9", "B9"], ["Y1", "B1"], ["Y2", "B2"]], ["R0"], bidding="secret")


def bids(table: Round, watcher: int) -> list[int | None]:
    return [place.bid for place in table.seen_by(watcher).places]


def test_rg_20_all_bid_at_once() -> None:
    table = secret()
    assert table.waiting == (0, 1, 2)
    assert table.act(2, "bid:2").waiting == (0, 1)
    assert table.legal(2) == set()


def test_rg_20_hidden_until_the_round_is_over() -> None:
    table = secret().act(2, "bid:2").act(0, "bid:1")
    assert bids(table, 0) == [1, None, None]
    assert bids(table, 1) == bids(table, -1) == [None, None, None]
    table.act(1, "bid:0")
    cards = ["Y9", "Y1", "Y2", "B9", "B1", "B2"]
    for card in cards:
        assert bids(table, 0) == [1, None, None]
        assert bids(table, 1) == [None, 0, None]
        assert bids(table, 2) == [None, None, 2]
        assert bids(table, -1) == [None, None, None]
        assert all(place.has_bid for place in table.seen_by(-1).places)
        table.play(card)
    for watcher in (-1, 0, 1, 2):
        assert bids(table, watcher) == [1, 0, 2]
    assert table.table.scores == (2 - 5, 10, -5)


def test_rg_20_a_hidden_bid_looks_the_same_whatever_it_is() -> None:
    one, other = (secret().bid(2, bid, 0).play("Y9") for bid in (0, 1))
    assert one.seen_by(0) == other.seen_by(0)
    assert one.seen_by(-1) == other.seen_by(-1)
    assert one.seen_by(1) != other.seen_by(1)


def test_rg_20_no_observation_tells_a_hidden_bid() -> None:
    table = secret().bid(2, 0, 1).play("Y9")
    at = table.book.layout.start("bid")
    for seat, own in enumerate((2, 0, 1)):
        assert table.observed_by(seat)[at : at + 3] == [own, -1, -1]
