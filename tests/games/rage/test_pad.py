"""The score pad counts as the rules do, on every possible input."""

from itertools import product

import pytest

from stichwerk.games.rage import GAME
from stichwerk.kernel.jit import PLAIN
from stichwerk.kernel.state import copied
from stichwerk.play.engine import Engine
from stichwerk.play.pad_rules import PadTable, pad_rules
from stichwerk.testing import Variant
from stichwerk.testing.pads import check_pad_points
from support.pads import variants

NOT_PLAIN = pytest.mark.skipif(PLAIN, reason="it takes a while, and the pad is not compiled")


@NOT_PLAIN
@pytest.mark.parametrize("variant", variants(GAME, {"march"}))
def test_rg_16_rg_22_every_possible_round_of_a_seat(variant: Variant) -> None:
    check_pad_points(GAME, GAME.options.read(variant.options), variant.players)


@NOT_PLAIN
@pytest.mark.parametrize("players", [2, 3, *(pytest.param(each, marks=pytest.mark.long) for each in range(4, 9))])
@pytest.mark.parametrize("bidding", ["open", "plus-minus-one"])
def test_rg_04_rg_18_whatever_was_bid_the_last_may_bid_what_the_rules_allow(players: int, bidding: str) -> None:
    options = GAME.options.read({"bidding": bidding})
    table = PadTable(pad_rules(GAME), options.to_mapping(), players)
    for round_no in range(1, 11):
        hand = table.hand(round_no)
        engine = Engine(GAME, options, players, 0, round_no)
        engine.deal(GAME.book.deck)
        dealt = copied(engine.states)
        for bid_before in range(hand * (players - 1) + 1):
            engine.states[:] = dealt
            engine.look()
            bids = [min(hand, max(0, bid_before - hand * place)) for place in range(players - 1)]
            for bid in bids:
                engine.do(engine.waiting[0], engine.check(engine.waiting[0], f"bid:{bid}").actions)
            entered = [{"bid": bid} for bid in bids]
            free = [bid for bid in range(hand + 1) if not table.broken(round_no, [*entered, {"bid": bid}])]
            assert [f"bid:{bid}" for bid in free] == list(engine.legal(engine.waiting[0]))


@NOT_PLAIN
@pytest.mark.parametrize("tie_break", ["most-exact", "shared"])
def test_rg_17_whoever_wins_by_the_rules_wins_on_the_pad(tie_break: str) -> None:
    options = GAME.options.read({"tie_break": tie_break})
    engine, table = Engine(GAME, options, 3, 0), PadTable(pad_rules(GAME), options.to_mapping(), 3)
    for totals in product((-5, 30, 31), repeat=3):
        for exact in product(range(3), repeat=3):
            engine.states["totals"][0, :3], engine.states["exact"][0, :3] = totals, exact
            assert tuple(table.winners(totals, [{"exact": each} for each in exact])) == engine.winners


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
