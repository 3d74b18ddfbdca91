"""AN-12: hidden bids are shown at scoring, not before."""

from support.tables import Round


def bids(table, watcher):
    return [place.bid for place in table.seen_by(watcher).places]


def test_an_12_hidden_bids_are_seen_by_all_when_the_round_is_over():
    hands = [["R9", "R10", "R11"], ["G1", "G2", "G3"], ["B1", "B2", "B3"]]
    table = Round("alles-oder-nichts", hands, ["R12"]).bid(3, 2, 1).play("hide", "show", "hide")
    while table.waiting:
        assert bids(table, -1) == [None, 2, None]
        assert bids(table, 0) == [3, 2, None]
        assert bids(table, 1) == [None, 2, None]
        table.play(min(table.legal()))
    for watcher in (-1, 0, 1, 2):
        assert bids(table, watcher) == [3, 2, 1]
    assert [place.shown for place in table.seen_by(-1).places] == [False, True, False]


def test_an_12_the_next_rounds_bids_are_hidden_again(sweep):
    table = sweep([3, 2, 1]).next_round().act(0, "bid:1")
    assert bids(table, 1) == [None, None, None]
    assert not table.seen_by(1).places[1].has_bid
