"""SHA-256 (FIPS 180-4) in compiled code, of many texts at once: what the processor does to one, it does to all lanes.

Everything is kept in rows of one number of 32 bits per lane. Arithmetic is done in 64 bits and cut back, because the
compiler and NumPy do not agree on what numbers of 32 bits become.
"""

from math import isqrt
from typing import Any

import numpy as np

from stichwerk.kernel.jit import jit, jit_apart

#: How many texts are hashed at once: a register of AVX-512, two of AVX2.
LANES = 16
#: How many bytes, and words of 32 bits, go into one step; how many words are the result; and how many rounds it takes.
STEP, STEP_WORDS, WORDS, ROUNDS = 64, 16, 8, 64


def _cube_root(n: int) -> int:
    """The cube root, rounded down."""
    low, high = 0, 1 << (n.bit_length() // 3 + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**3 <= n else (low, middle)
    return low


_PRIMES = [n for n in range(2, 312) if all(n % factor for factor in range(2, n))]
#: The first 32 bits behind the point of the square roots of the first primes, and of their cube roots.
BEGINNING = np.array([isqrt(prime << 64) & 0xFFFFFFFF for prime in _PRIMES[:WORDS]], np.uint32)
_CONSTANTS = np.array([_cube_root(prime << 96) & 0xFFFFFFFF for prime in _PRIMES[:ROUNDS]], np.uint32)


@jit
def _cut(x: Any) -> Any:
    """The lower 32 bits."""
    return np.uint32(x & np.uint64(0xFFFFFFFF))


@jit
def _turned(x: Any, by: int) -> Any:
    """The 32 bits turned to the right."""
    return _cut((np.uint64(x) >> np.uint64(by)) | (np.uint64(x) << np.uint64(32 - by)))


@jit
def _extend(words: Any) -> None:
    """From the 16 words of the text follow those of all 64 rounds."""
    for i in range(STEP_WORDS * LANES, ROUNDS * LANES):
        x, y = words[i - 15 * LANES], words[i - 2 * LANES]
        small0 = _turned(x, 7) ^ _turned(x, 18) ^ _cut(np.uint64(x) >> np.uint64(3))
        small1 = _turned(y, 17) ^ _turned(y, 19) ^ _cut(np.uint64(y) >> np.uint64(10))
        known = np.uint64(words[i - 16 * LANES]) + np.uint64(words[i - 7 * LANES])
        words[i] = _cut(known + np.uint64(small0) + np.uint64(small1))


@jit_apart
def step(state: Any, words: Any, upper: Any, lower: Any) -> None:
    """Take the next 64 bytes of each text, the first rows of ``words``, into the ``state``.

    Of the eight variables of the standard, a round makes two anew, a and e; the others are those of the rounds before.
    So ``upper`` and ``lower`` hold all a and all e, one row after the other.
    """
    _extend(words)
    for k in range(4):
        for lane in range(LANES):
            upper[k * LANES + lane] = state[(3 - k) * LANES + lane]
            lower[k * LANES + lane] = state[(7 - k) * LANES + lane]
    for t in range(ROUNDS):
        constant = np.uint64(_CONSTANTS[t])
        for i in range(t * LANES, (t + 1) * LANES):
            d, c, b, a = upper[i], upper[i + LANES], upper[i + 2 * LANES], upper[i + 3 * LANES]
            h, g, f, e = lower[i], lower[i + LANES], lower[i + 2 * LANES], lower[i + 3 * LANES]
            big1 = _turned(e, 6) ^ _turned(e, 11) ^ _turned(e, 25)
            choice = g ^ (e & (f ^ g))
            first = np.uint64(h) + np.uint64(big1) + np.uint64(choice) + constant + np.uint64(words[i])
            big0 = _turned(a, 2) ^ _turned(a, 13) ^ _turned(a, 22)
            majority = (a & b) | (c & (a | b))
            lower[i + 4 * LANES] = _cut(np.uint64(d) + first)
            upper[i + 4 * LANES] = _cut(first + np.uint64(big0) + np.uint64(majority))
    for k in range(4):
        for lane in range(LANES):
            i, j, last = k * LANES + lane, (k + 4) * LANES + lane, (ROUNDS + 3 - k) * LANES + lane
            state[i] = _cut(np.uint64(state[i]) + np.uint64(upper[last]))
            state[j] = _cut(np.uint64(state[j]) + np.uint64(lower[last]))


def room() -> tuple[Any, Any, Any, Any]:
    """Room for what `step` needs."""
    return (
        np.zeros(WORDS * LANES, np.uint32),
        np.zeros(ROUNDS * LANES, np.uint32),
        np.zeros((ROUNDS + 4) * LANES, np.uint32),
        np.zeros((ROUNDS + 4) * LANES, np.uint32),
    )
