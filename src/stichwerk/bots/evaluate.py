"""Evaluation: what each legal action is worth, as far as the seat can know."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from stichwerk.bots.search import Search, SearchPlan
from stichwerk.games import Game
from stichwerk.games.knowledge import Knowledge
from stichwerk.kernel.rng import Rng

#: Playouts per action.
PLAYOUTS = 400


@dataclass(frozen=True)
class ActionValue:
    """One action: the points it is expected to bring in this round, how sure that is, and how many tricks.

    ``gain`` is what it brings more than the others get; the best action is the one that gains most. ``tricks`` has the
    probability of each number of tricks in the end.
    """

    action: int
    points: float
    error: float
    gain: float
    tricks: tuple[float, ...]


@dataclass(frozen=True)
class Evaluation:
    """All legal actions, in the order of their numbers, and the best of them."""

    actions: tuple[ActionValue, ...]
    best: int

    def of(self, action: int) -> ActionValue:
        """What is said of an action."""
        return next(advised for advised in self.actions if advised.action == action)


def evaluate(known: Knowledge, legal: Sequence[int], rng: Rng, playouts: int = PLAYOUTS) -> Evaluation:
    """Try every legal action in the same worlds, equally often."""
    search = _search(known.game, playouts * len(legal))
    tally = search.tally(known, legal, rng)
    cards = int(known.states["hand_size"][0])
    points, errors, gains = tally.points(), tally.point_errors(), tally.gains()
    tricks = tally.ends[:, : cards + 1] / tally.visits[:, None]
    actions = tuple(
        ActionValue(action, float(points[i]), float(errors[i]), float(gains[i]), tuple(tricks[i].tolist()))
        for i, action in enumerate(legal)
    )
    return Evaluation(actions, legal[int(np.argmax(gains))])


@cache
def _search(game: Game, simulations: int) -> Search:
    return Search(game, SearchPlan(simulations, candidates=8))
