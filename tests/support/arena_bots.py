"""Small bots for the tests of the arena."""

from typing import Any

import numpy as np
import pytest

from stichwerk.arena import Comparison
from stichwerk.games import game_ids
from stichwerk.kernel.rng import below

EACH_GAME = pytest.mark.parametrize("game_id", game_ids())


class First:
    """Plays the first legal action."""

    name = "first"

    def choose(self, hidden, legal, rng):
        return legal[0]


class Last:
    name = "last"

    def choose(self, hidden, legal, rng):
        return legal[-1]


class Dice:
    """Plays at random; not the project's own bot, so that its draws are known here."""

    name = "dice"

    def choose(self, hidden, legal, rng):
        return legal[below(rng, len(legal))]


class Cheat:
    """Plays a legal action, but every now and then a wrong one."""

    name = "cheat"

    def __init__(self, wrong=-1, every=5):
        self.wrong, self.every, self.asked = wrong, every, 0

    def choose(self, hidden, legal, rng):
        self.asked += 1
        return self.wrong if self.asked % self.every == 0 else legal[0]


def same(one: Comparison, other: Comparison) -> bool:
    """Whether all is equal but the time it took."""
    names = ("points", "won", "exact", "bids", "asked", "forced", "mistakes")
    parts: list[tuple[Any, Any, str]] = [(one, other, name) for name in ("deals", "rounds", "hand_sizes", "dealers")]
    for here, there in zip(one.directions, other.directions, strict=True):
        parts += [(here, there, name) for name in names]
    return one.settings == other.settings and all(
        np.array_equal(getattr(here, name), getattr(there, name)) for here, there, name in parts
    )
