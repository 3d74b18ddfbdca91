"""Sets of small integers as bits: the seats that may act, the cards of a hand, the legal actions.

Sets of cards and actions are rows of words with 48 members each, in signed 64-bit integers: they never touch the
sign bit, so that compiled code, plain Python integers and NumPy scalars all agree on every operation.
"""

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.extending import intrinsic

from stichwerk.kernel.jit import PLAIN, jit

#: Members per word: three colours of 16, four of 12, six of 8.
WORD = 48

#: Whether the n-th bit can be found with one instruction. Without it, random play takes a seventh longer.
_HAS_PDEP = not PLAIN and not numba.config.CPU_NAME and binding.get_host_cpu_features().get("bmi2", False)


def plain_popcount(word: int) -> int:
    """How many bits are set."""
    return int(word).bit_count()


def plain_lowest(word: int) -> int:
    """The number of the lowest set bit; the word must not be empty."""
    return (int(word) & -int(word)).bit_length() - 1


def plain_highest(word: int) -> int:
    """The number of the highest set bit; the word must not be empty."""
    return int(word).bit_length() - 1


if PLAIN:
    popcount, lowest, highest = plain_popcount, plain_lowest, plain_highest

else:

    @intrinsic
    def popcount(context: Any, word: Any) -> Any:
        """How many bits are set (one machine instruction)."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), emit

    @intrinsic
    def lowest(context: Any, word: Any) -> Any:
        """The number of the lowest set bit (one machine instruction); the word must not be empty."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), emit

    @intrinsic
    def highest(context: Any, word: Any) -> Any:
        """The number of the highest set bit (one machine instruction); the word must not be empty."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))
            return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

        return types.int64(types.int64), emit


@jit
def wide(number: Any) -> Any:
    """A number of 8 or 16 bits as one of 64, so that functions need not be compiled for each width."""
    return np.int64(number)


@jit
def word_of(member: int) -> int:
    """The word that a member of a set stands in (three words at most: two comparisons are faster than a division)."""
    return int(member >= WORD) + int(member >= 2 * WORD)


@jit
def put(row: Any, word: int, run: int) -> None:
    """Add one of several equal cards: the lowest free bit of their ``run``."""
    free = ~row[word] & run
    row[word] |= free & -free


@jit
def take(row: Any, word: int, run: int) -> None:
    """Remove one of several equal cards: the highest bit set in their ``run``."""
    row[word] ^= 1 << highest(row[word] & run)


@jit
def walk_to_bit(word: int, n: int) -> int:
    """The number of the n-th set bit, counting from 0, found bit by bit."""
    for _ in range(n):
        word &= word - 1
    return lowest(word)


if _HAS_PDEP:

    @intrinsic
    def _deposit(context: Any, bits: Any, places: Any) -> Any:
        """Put the low ``bits`` into the set ``places`` (x86: PDEP)."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = ir.IntType(64)
            pdep = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word]))
            return builder.call(pdep, arguments)

        return types.int64(types.int64, types.int64), emit

    @jit
    def nth_bit(word: int, n: int) -> int:
        """The number of the n-th set bit, counting from 0."""
        return lowest(_deposit(1 << n, word))

else:
    nth_bit = walk_to_bit


@jit
def has(row: Any, member: int) -> bool:
    """Whether ``member`` is in the set."""
    word = word_of(member)
    return (row[word] >> (member - word * WORD)) & 1 != 0


@jit
def count(row: Any) -> int:
    """How many members the set has."""
    total = 0
    for i in range(row.shape[0]):
        total += popcount(row[i])
    return total


@jit
def nth(row: Any, n: int) -> int:
    """The n-th smallest member, counting from 0."""
    for i in range(row.shape[0]):
        here = popcount(row[i])
        if n < here:
            return i * WORD + nth_bit(row[i], n)
        n -= here
    return -1


def members(words: Sequence[int]) -> tuple[int, ...]:
    """The members of a set of cards or actions, for callers in Python.

    >>> members([0b101, 0, 1 << 47])
    (0, 2, 143)
    """
    found = []
    first = -1
    for word in words:
        while word:
            low = word & -word
            found.append(first + low.bit_length())
            word ^= low
        first += WORD
    return tuple(found)


@jit
def next_seat(seat: int, players: int) -> int:
    """The left neighbour: the next seat clockwise."""
    return seat + 1 if seat + 1 < players else 0


@jit
def first_from(seats: int, start: int, players: int) -> int:
    """The first seat of a non-empty set, looking clockwise from ``start``.

    >>> first_from(0b0110, 3, 4)
    1
    """
    turned = ((seats >> start) | (seats << (players - start))) & ((1 << players) - 1)
    seat = start + lowest(turned)
    return seat if seat < players else seat - players
