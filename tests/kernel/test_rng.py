"""Random numbers: the published algorithm, fair, and the same in every mode."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stichwerk.kernel.rng import below, chance, draw, rng, shuffle
from support.chi_square import assert_uniform


def sfc32(a, b, c, counter):
    """The generator as its author, Chris Doty-Humphrey, wrote it, in 32-bit arithmetic of NumPy."""
    a, b, c, counter = (np.uint32(x) for x in (a, b, c, counter))
    with np.errstate(over="ignore"):
        while True:
            result = a + b + counter
            counter = counter + np.uint32(1)
            a = b ^ (b >> np.uint32(9))
            b = c + (c << np.uint32(3))
            c = ((c << np.uint32(21)) | (c >> np.uint32(11))) + result
            yield int(result)


@given(st.integers(0, 2**63 - 1), st.integers(0, 2**40))
def test_it_is_sfc32(seed, stream):
    generator = rng(seed, stream)
    reference = sfc32(*(int(part) for part in generator))
    assert [draw(generator) for _ in range(20)] == [next(reference) for _ in range(20)]


def test_the_same_numbers_in_every_mode_and_release():
    generator = rng(2026, 11)
    assert [below(generator, 1000) for _ in range(8)] == [539, 633, 512, 280, 608, 651, 85, 192]


def test_streams_and_seeds_are_apart():
    firsts = {draw(rng(seed, stream)) for seed in range(30) for stream in range(30)}
    assert len(firsts) > 895


@pytest.mark.parametrize("n", [1, 2, 3, 7, 52, 112])
def test_below_is_fair(n):
    generator = rng(5, n)
    numbers = [below(generator, n) for _ in range(200 * n)]
    assert_uniform(numbers, range(n))


def test_below_throws_unfair_draws_away():
    # 3 * 2**30 numbers: a quarter of all draws would be unfair, and taken modulo they would favour the low third.
    generator = rng(1)
    low = sum(below(generator, 3 << 29) < 1 << 29 for _ in range(3000))
    assert 900 < low < 1100


def test_chance():
    generator = rng(3)
    assert not any(chance(generator, 0.0) for _ in range(100))
    assert all(chance(generator, 1.0) for _ in range(100))
    assert 200 < sum(chance(generator, 0.25) for _ in range(1000)) < 300


def test_every_order_of_a_shuffle_is_equally_likely():
    generator = rng(4)
    orders = []
    for _ in range(2400):
        cards = np.arange(4)
        shuffle(generator, cards, 4)
        orders.append(tuple(cards.tolist()))
    assert len(set(orders)) == 24
    assert_uniform(orders, set(orders))


def test_a_partial_shuffle_draws_from_the_whole_deck():
    generator = rng(6)
    first = []
    for _ in range(2000):
        cards = np.arange(10)
        shuffle(generator, cards, 1)
        assert sorted(cards.tolist()) == list(range(10))
        first.append(int(cards[0]))
    assert_uniform(first, range(10))
