"""Random numbers for compiled code: the generator sfc32 ("small fast counting", 128 bits of state).

It needs only additions, shifts and exclusive ors of 32-bit numbers, so that compiled and plain mode give the same
stream without a single overflow. Its state is a row of four integers that the caller owns; no hidden randomness.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.kernel.jit import jit

Rng = NDArray[np.int64]

_LOW32 = 0xFFFFFFFF


def rng(seed: int, stream: int = 0) -> Rng:
    """A generator; different streams of one seed are independent of each other.

    >>> generator = rng(7)
    >>> [below(generator, 6) for _ in range(10)]
    [5, 4, 2, 2, 4, 2, 1, 5, 2, 5]
    """
    generator = np.zeros(4, np.int64)
    seed_rng(generator, seed & 0x7FFFFFFFFFFFFFFF, stream)
    return generator


@jit
def seed_rng(generator: Any, seed: int, stream: int) -> None:
    """Set ``generator`` to the beginning of a stream."""
    generator[0] = seed & _LOW32
    generator[1] = (seed >> 32) & _LOW32
    generator[2] = stream & _LOW32
    generator[3] = 1 + ((stream >> 32) & 0x7FFFFFFF)
    for _ in range(16):
        draw(generator)


@jit
def _step(a: int, b: int, c: int, counter: int) -> tuple[int, int, int, int, int]:
    """One step of sfc32: the 32 random bits and the next state."""
    result = (a + b + counter) & _LOW32
    return (
        result,
        b ^ (b >> 9),
        (c + (c << 3)) & _LOW32,
        ((((c << 21) & _LOW32) | (c >> 11)) + result) & _LOW32,
        (counter + 1) & _LOW32,
    )


@jit
def draw(generator: Any) -> int:
    """The next 32 random bits."""
    result, generator[0], generator[1], generator[2], generator[3] = _step(
        generator[0], generator[1], generator[2], generator[3]
    )
    return result


@jit
def below(generator: Any, n: int) -> int:
    """A number from 0 to n-1, each exactly equally likely (n < 2**31)."""
    product = draw(generator) * n
    while _unfair(product, n):
        product = draw(generator) * n
    return product >> 32


@jit
def _unfair(product: int, n: int) -> bool:
    """Whether this draw is one of the few that would favour some numbers (Lemire's method)."""
    low = product & _LOW32
    return low < n and low < (1 << 32) % n


@jit
def chance(generator: Any, probability: float) -> bool:
    """True with the given probability."""
    return (draw(generator) * 2097152.0 + (draw(generator) >> 11)) / 9007199254740992.0 < probability


@jit
def shuffle(generator: Any, cards: Any, first: int) -> None:
    """Bring the first ``first`` places of ``cards`` into random order (the whole deck takes part in the draw)."""
    size = cards.shape[0]
    # The state stays in registers over the loop: the compiler cannot know that the cards do not overlap it.
    a, b, c, counter = generator[0], generator[1], generator[2], generator[3]
    for i in range(min(first, size - 1)):
        n = size - i
        bits, a, b, c, counter = _step(a, b, c, counter)
        while _unfair(bits * n, n):
            bits, a, b, c, counter = _step(a, b, c, counter)
        j = i + ((bits * n) >> 32)
        cards[i], cards[j] = cards[j], cards[i]
    generator[0], generator[1], generator[2], generator[3] = a, b, c, counter
