"""Sets as bits, against Python's own sets."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stichwerk.kernel.bits import (
    WORD,
    count,
    first_from,
    has,
    highest,
    lowest,
    next_seat,
    nth,
    nth_bit,
    popcount,
    put,
    take,
)
from stichwerk.kernel.jit import jit

members = st.sets(st.integers(0, 3 * WORD - 1))


@jit
def looks(word):
    """Intrinsics can only be called from compiled code."""
    return popcount(word), lowest(word), highest(word)


def row_of(chosen):
    row = np.zeros(3, np.int64)
    for member in chosen:
        row[member // WORD] |= 1 << member % WORD
    return row


@given(st.integers(1, (1 << 62) - 1))
def test_counting_the_bits_of_a_word(word):
    assert looks(word) == (word.bit_count(), (word & -word).bit_length() - 1, word.bit_length() - 1)


@given(members)
def test_a_row_holds_what_was_put_into_it(chosen):
    row = row_of(chosen)
    assert count(row) == len(chosen)
    assert [nth(row, n) for n in range(len(chosen))] == sorted(chosen)
    assert {member for member in range(3 * WORD) if has(row, member)} == chosen


def test_there_is_no_member_behind_the_last():
    assert nth(row_of({3, 70}), 2) == -1


@given(st.integers(1, (1 << WORD) - 1), st.data())
def test_the_nth_bit(word, data):
    n = data.draw(st.integers(0, word.bit_count() - 1))
    assert nth_bit(word, n) == [bit for bit in range(WORD) if word >> bit & 1][n]


@pytest.mark.parametrize("run", [0b1, 0b1111 << 5, (1 << 3) | (1 << 50)])
def test_equal_cards_fill_their_run_from_below(run):
    bits = [bit for bit in range(62) if run >> bit & 1]
    row = np.zeros(1, np.int64)
    for held in range(1, len(bits) + 1):
        put(row, 0, run)
        assert row[0] == sum(1 << bit for bit in bits[:held])
    for held in range(len(bits) - 1, -1, -1):
        take(row, 0, run)
        assert row[0] == sum(1 << bit for bit in bits[:held])


@given(st.integers(2, 8), st.data())
def test_the_first_seat_clockwise(players, data):
    seats = data.draw(st.sets(st.integers(0, players - 1), min_size=1))
    start = data.draw(st.integers(0, players - 1))
    clockwise = [(start + step) % players for step in range(players)]
    wanted = next(seat for seat in clockwise if seat in seats)
    assert first_from(sum(1 << seat for seat in seats), start, players) == wanted


def test_the_left_neighbour_of_the_last_seat_is_the_first():
    assert [next_seat(seat, 3) for seat in range(3)] == [1, 2, 0]
