"""Dealing unseen cards: every possible world equally often, against a full enumeration."""

from itertools import permutations

import numpy as np
import pytest

from stichwerk.kernel.rng import rng
from stichwerk.kernel.worlds import MOST_DRAWS, WORLD, add_unseen, deal_unseen, end_colour, stir
from support.chi_square import assert_uniform

# Cards by colour, what each place needs, the colours (as bits) it cannot hold.
DEALS = {
    "nobody is void": ([2, 2, 1], [2, 1], [0, 0]),
    "one place is void": ([2, 2, 1], [2, 2], [0b001, 0]),
    "one place is void, cards are left over": ([2, 2, 2], [1, 2], [0b010, 0]),
    "voids that contain each other": ([2, 2, 2], [2, 2], [0b001, 0b011]),
    "voids that cross": ([2, 2, 2], [2, 2], [0b001, 0b010]),
    "voids that cross, cards are left over": ([2, 3, 2], [1, 2], [0b001, 0b110]),
    "three places, three voids": ([2, 2, 2], [2, 1, 2], [0b001, 0b010, 0b100]),
    "only one way for a colour": ([1, 2, 2], [2, 2], [0b011, 0b100]),
    "a place that needs nothing": ([2, 2], [0, 2], [0b11, 0b01]),
}


def world_of(sizes, need, void):
    w = np.zeros(1, WORLD)[0]
    card = 0
    for size in sizes:
        for _ in range(size):
            add_unseen(w, 10 + card)
            card += 1
        end_colour(w)
    w.places = len(need)
    for place in range(len(need)):
        w.need[place], w.void[place] = need[place], void[place]
    return w


def drawn_world(sizes, need, void, generator):
    """The hands as sets, the cards left over in order; and the number of draws."""
    w = world_of(sizes, need, void)
    draws = deal_unseen(w, generator)
    cards = [int(card) for card in w.dealt[: sum(sizes)]]
    return _split(cards, need), int(draws)


def _split(cards, need):
    hands, top = [], 0
    for count in need:
        hands.append(frozenset(cards[top : top + count]))
        top += count
    return (*hands, tuple(cards[top:]))


def possible_worlds(sizes, need, void):
    colour_of: dict[int, int] = {}
    for colour, size in enumerate(sizes):
        for _ in range(size):
            colour_of[10 + len(colour_of)] = colour
    found = set()
    for order in permutations(colour_of):
        split = _split(list(order), need)
        if all(not void[p] >> colour_of[card] & 1 for p in range(len(need)) for card in split[p]):
            found.add(split)
    return found


@pytest.mark.parametrize("deal", DEALS.values(), ids=DEALS)
def test_every_possible_world_is_equally_likely(deal):
    sizes, need, void = deal
    possible = possible_worlds(sizes, need, void)
    generator = rng(len(possible))
    drawn = [drawn_world(sizes, need, void, generator)[0] for _ in range(max(600, 20 * len(possible)))]
    assert_uniform(drawn, possible)


@pytest.mark.parametrize("name", ["nobody is void", "one place is void", "voids that contain each other"])
def test_where_voids_do_not_cross_nothing_is_rejected(name):
    generator = rng(1)
    assert all(drawn_world(*DEALS[name], generator)[1] == 1 for _ in range(50))


def test_where_too_many_draws_are_rejected_a_stirred_world_is_taken():
    """The way out is compiled in; so here it is taken apart: a possible world, stirred."""
    sizes, need, void = DEALS["voids that cross"]
    generator = rng(2)
    drawn = []
    for _ in range(600):
        w = world_of(sizes, need, void)
        deal_unseen(w, generator)
        for i in range(sum(sizes)):  # as deal_unseen has them before the last step: places in the list of cards
            w.dealt[i] -= 10
        stir(w, generator, 60)
        drawn.append(_split([int(card) + 10 for card in w.dealt[: sum(sizes)]], need))
    assert_uniform(drawn, possible_worlds(sizes, need, void))


def test_a_hopeless_draw_ends():
    """Seven places with seven different voids and few cards: rejected over and over, but never for ever."""
    sizes = [3] * 7
    need = [3] * 7
    void = [0b1111111 & ~(1 << p | 1 << (p + 1) % 7) for p in range(7)]
    (*hands, rest), draws = drawn_world(sizes, need, void, rng(3))
    assert draws > MOST_DRAWS
    assert rest == ()
    for place, hand in enumerate(hands):
        assert all((card - 10) // 3 in (place, (place + 1) % 7) for card in hand)
