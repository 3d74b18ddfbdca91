"""Odds: how likely cards lie in other hands."""

from typing import Any

import numpy as np

from stichwerk.kernel.jit import jit
from stichwerk.kernel.rng import draw

_STEPS = 256
_MOST = 64


def _powers() -> Any:
    share = np.arange(_STEPS + 1)[:, None] / _STEPS
    return (1 - share) ** np.arange(_MOST + 1)


_NONE_OF = _powers()


@jit
def none_of(share: float, cards: int) -> float:
    """The chance that none of these cards is in a hand that holds each with probability ``share``.

    >>> none_of(0.5, 2)
    0.25
    """
    return _NONE_OF[int(share * _STEPS), min(cards, _MOST)]


@jit
def blur(rng: Any, noise: float) -> float:
    """A random number between -noise and noise."""
    if noise == 0.0:
        return 0.0
    return noise * (draw(rng) / 2147483648.0 - 1.0)
