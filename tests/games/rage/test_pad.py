"""The score pad counts as the rules do, on every possible input."""

from itertools import product

import pytest

from stichwerk.games.rage import GAME
from stichwerk.games.rage.rules import score
from stichwerk.kernel.jit import PLAIN
from stichwerk.play.pad_rules import PadTable, pad_rules


@pytest.mark.skipif(PLAIN, reason="it takes a while, and the pad is not compiled")
def test_rg_16_rg_22_every_possible_round_of_a_seat() -> None:
    for march in (False, True):
        table = PadTable(pad_rules(GAME), GAME.options.read({"march": march}).to_mapping(), 4)
        for round_no in range(1, 11):
            hand = table.hand(round_no)
            for bid, tricks, fives in product(range(hand + 1), range(hand + 1), range(-3, 4)):
                points = table.points(round_no, {"bid": bid, "tricks": tricks, "fives": fives})
                assert sum(points.values()) == score(bid, tricks, fives, hand, march), (march, hand, bid, tricks, fives)


def test_rg_18_the_last_bid_is_barred_where_it_would_make_the_sum_even() -> None:
    table = PadTable(pad_rules(GAME), GAME.options.read({"bidding": "plus-minus-one"}).to_mapping(), 3)
    for first, second, last in product(range(6), repeat=3):
        broken = table.broken(6, [{"bid": first}, {"bid": second}, {"bid": last}])
        assert broken == (["hook"] if first + second + last == 5 else [])
    assert table.broken(6, [{"bid": 2}, {"bid": 3}, {}]) == []


def test_rg_17_more_exact_bids_break_a_tie() -> None:
    for tie_break, winners in (("most-exact", [2]), ("shared", [0, 2])):
        table = PadTable(pad_rules(GAME), GAME.options.read({"tie_break": tie_break}).to_mapping(), 3)
        assert table.winners([30, 20, 30], [{"exact": 3}, {"exact": 9}, {"exact": 4}]) == winners


def test_rg_20_secret_bids_are_entered_when_the_round_is_over() -> None:
    bid = pad_rules(GAME).fields[0]
    phases = {
        bidding: PadTable(pad_rules(GAME), GAME.options.read({"bidding": bidding}).to_mapping(), 3).is_before(bid, 1)
        for bidding in ("open", "plus-minus-one", "simultaneous", "secret")
    }
    assert phases == {"open": True, "plus-minus-one": True, "simultaneous": True, "secret": False}
