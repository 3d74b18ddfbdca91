"""Redeal in the games: on tiny deals every possible world equally often, by full enumeration."""

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest

from stichwerk.kernel.rng import rng
from stichwerk.kernel.state import snapshot
from support.chi_square import assert_distribution, assert_uniform
from support.tables import Round

DRAWS_PER_WORLD = 25


def make_tiny(table: Round, seat: int, unseen: list[str]) -> None:
    """Let everything but the seat's own cards and ``unseen`` be known: as if it had been seen before."""
    own = table.table.places[seat].hand
    known = [table.names[card] for card in table.book.deck]
    for name in [*own, *unseen]:
        known.remove(name)
    table.s.seen[:] = 0
    for name in known:
        add_to(table, table.s.seen, name)


def add_to(table: Round, row, name: str) -> None:
    card = table.names.index(name)
    if table.game.id == "alles-oder-nichts":
        row[0] |= 1 << card
    else:
        from importlib import import_module

        import_module(f"stichwerk.games.{table.book.name}.rules").add(row, card)


def redealt(table: Round, seat: int, generator):
    copy = table.states.copy()
    table.book.at.redeal(copy, 0, seat, generator)
    return copy


def worlds(table: Round, seat: int, look, count: int) -> list:
    generator = rng(11)
    return [look(redealt(table, seat, generator)) for _ in range(count)]


def possible(unseen: list[str], sizes: list[int], may_hold) -> Counter:
    """How many ways of dealing single cards lead to each world: hands as sorted names, the rest in order."""
    found: Counter = Counter()
    for order in permutations(range(len(unseen))):
        names = [unseen[i] for i in order]
        hands, top = [], 0
        for size in sizes:
            hands.append(tuple(sorted(names[top : top + size])))
            top += size
        if all(may_hold(i, name) for i, hand in enumerate(hands) for name in hand):
            found[(*hands, tuple(names[top:]))] += 1
    return found


def hands_of(table: Round, states, seats) -> tuple:
    places = table.book.presentation.table(snapshot(states), -1).places
    return tuple(tuple(sorted(places[seat].hand)) for seat in seats)


def test_rage_with_voids_equal_cards_and_a_stock():
    table = Round("rage", [["Y8", "Y9", "B1"], ["R4", "G1", "G2"], ["NT", "G3", "NT"]], stock=["R1", "R2"])
    table.bid(0, 0, 0).play("Y8", "R4", "NT")  # seats 1 and 2 have no yellow card
    unseen = ["NT", "NT", "Y5", "G7", "O2", "V9"]
    make_tiny(table, 0, unseen)
    table.s.turned = 15  # only two cards of the stock matter any more
    seats = (1, 2)

    def look(states):
        stock = tuple(table.names[card] for card in states["stock"][0][15:])
        return (*hands_of(table, states, seats), stock)

    expected = possible(unseen, [2, 2], lambda seat, name: name[0] != "Y")
    assert_distribution(worlds(table, 0, look, DRAWS_PER_WORLD * len(expected)), expected)


def test_rage_with_voids_that_cross():
    table = Round(
        "rage", [["Y8", "B9", "R1"], ["G4", "B2", "R2"], ["Y1", "O1", "R3"], ["Y2", "B3", "R5"]], stock=["R15"]
    )
    table.bid(0, 0, 0, 0).play("Y8", "G4", "Y1", "Y2")  # seat 1: no yellow
    table.play("B9", "B2", "O1", "B3")  # seat 2: no blue
    unseen = ["Y5", "B7", "V2", "O9", "G3"]
    make_tiny(table, 0, unseen)
    table.s.turned = 15
    void = {1: "Y", 2: "B", 3: "?"}
    assert [int(v) for v in table.s.void[:4]] == [0, 1 << 3, 1 << 0, 0]

    def look(states):
        stock = tuple(table.names[card] for card in states["stock"][0][15:])
        return (*hands_of(table, states, (1, 2, 3)), stock)

    expected = possible(unseen, [1, 1, 1], lambda i, name: name[0] != void[i + 1])
    assert_distribution(worlds(table, 0, look, DRAWS_PER_WORLD * len(expected)), expected)


@pytest.mark.parametrize("deck", ["4x12", "6x8"])
def test_alles_oder_nichts_with_voids(deck):
    table = Round(
        "alles-oder-nichts", [["R1", "R2", "G3"], ["G1", "G2", "B3"], ["B1", "B2", "Y3"]], stock=["Y8"], deck=deck
    )
    table.bid(1, 1, 1).play("show", "hide", "hide", "R1", "G1", "B1")  # seats 1 and 2 have no red card
    unseen = ["R8", "G7", "Y1", "B8", "Y2", "G8"]
    make_tiny(table, 0, unseen)

    def look(states):
        return hands_of(table, states, (1, 2))

    expected: Counter = Counter()
    for (*hands, _), ways in possible(unseen, [2, 2], lambda i, name: name[0] != "R").items():
        expected[tuple(hands)] += ways
    assert_distribution(worlds(table, 0, look, DRAWS_PER_WORLD * len(expected)), expected)


def test_null_nichtig_with_equal_zeros_and_hidden_layouts():
    """While all lay in secret, what the others have laid is part of the world: two cards in order, one in hand."""
    table = Round("null-nichtig", [[], [], []])
    table.act(0, "B2", "B3", "B4")
    table.act(1, "G4", "G5")
    unseen = ["Y0", "Y0", "R5", "V7"]
    make_tiny(table, 0, unseen)
    for name in ("B2", "B3", "B4"):  # laid by seat 0 itself: not seen by all, but known to it
        table.s.seen[0] &= ~(1 << table.names.index(name))
    table.s.hand_size = 3  # so that seat 1 holds one card more, seat 2 none
    table.s.laid_count[2] = 3
    table.s.to_lay = 3

    def look(states):
        laid = tuple(table.names[card] for card in states["laid"][0][1][:2])
        return laid, hands_of(table, states, (1,))[0]

    table.s.laid_count[2] = 0
    table.s.tricks_done = 0
    table.s.players = 2
    expected = Counter(((unseen[a], unseen[b]), (unseen[c],)) for a, b, c in permutations(range(4), 3))
    assert_distribution(worlds(table, 0, look, 100 * len(expected)), expected)


@pytest.mark.parametrize("bidding", ["simultaneous", "secret"])
def test_secret_bids_are_any_number_equally_often(bidding):
    table = Round("rage", [["B1", "B2"], ["G1", "G2"], ["R1", "R2"]], stock=["R3"], bidding=bidding)
    table.act(0, "bid:2").act(1, "bid:2")

    def look(states):
        return tuple(int(bid) for bid in states["bid"][0][:3])

    assert_uniform(worlds(table, 0, look, 300), [(2, bid, -1) for bid in range(3)])
    assert_uniform(worlds(table, -1, look, 900), [(*bids, -1) for bids in product(range(3), repeat=2)])


def test_bids_that_were_shown_stay_and_hidden_ones_vary():
    table = Round("alles-oder-nichts", [["R1", "R2", "R3"], ["G1", "G2", "G3"], ["B1", "B2", "B3"]], stock=["Y1"])
    table.bid(1, 2, 3).play("show", "hide")

    def look(states):
        return tuple(int(bid) for bid in states["bid"][0][:3])

    assert_uniform(worlds(table, 2, look, 400), [(1, bid, 3) for bid in range(4)])


def test_redeals_vary_and_keep_what_is_known():
    """In a large position no two of many worlds are equal, and each has the right number of cards everywhere."""
    generator = np.random.default_rng(1)
    hands = [[f"{colour}{number}" for number in range(10)] for colour in "BGRY"]
    table = Round("rage", hands, stock=["V1"]).bid(1, 2, 3, 4)
    seen = worlds(table, int(generator.integers(4)), lambda states: states.tobytes(), 50)
    assert len(set(seen)) == 50
