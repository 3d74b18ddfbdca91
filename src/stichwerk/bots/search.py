"""The search: deal what cannot be known many times, play every action out in each of these worlds, take the best.

Simulations go to the promising actions by sequential halving: all actions are tried in the same worlds, the worse
half is dropped, the rest are tried in more worlds, until one is left.
"""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.bots import playouts
from stichwerk.bots.bot import Hidden
from stichwerk.bots.policies import Policy, policy_of
from stichwerk.games import Game
from stichwerk.kernel.jit import bind
from stichwerk.kernel.rng import Rng, draw

_MOST_TRICKS = 16


@dataclass(frozen=True)
class Plan:
    """How much a search does, and how."""

    simulations: int = 1000
    seconds: float | None = None  # instead of a number of simulations: as many as fit into this time
    policy: str = "rules"  # how the playouts go: by the rules of thumb, or "uniform"
    candidates: int = 4  # worlds looked at for each one that is used: how closely bids are believed
    noise: float = 1.0  # how much the playouts vary
    threads: int = 1


@dataclass
class Tally:
    """What came of some actions: how often each was tried, its mean gain in points, and its tricks in the end."""

    actions: NDArray[np.int64]
    visits: NDArray[np.int64]
    sums: NDArray[np.float64]
    squares: NDArray[np.float64]
    ends: NDArray[np.int64]

    @classmethod
    def of(cls, actions: Sequence[int]) -> "Tally":
        n = len(actions)
        return cls(
            np.array(actions, np.int64), np.zeros(n, np.int64), np.zeros(n), np.zeros(n),
            np.zeros((n, _MOST_TRICKS), np.int64),
        )  # fmt: skip

    def means(self) -> NDArray[np.float64]:
        return self.sums / np.maximum(self.visits, 1)

    def errors(self) -> NDArray[np.float64]:
        """The standard errors of the means."""
        visits = np.maximum(self.visits, 2)
        variance = np.maximum(self.squares / visits - self.means() ** 2, 0) * visits / (visits - 1)
        return np.sqrt(variance / visits)


class Search:
    """Looks for the best of the legal actions in a position."""

    def __init__(self, game: Game, plan: Plan) -> None:
        self.game, self.plan = game, plan
        found = policy_of(game)
        self._try = _compiled(game, plan.policy, plan.candidates > 0)
        self._style = found.style.copy()
        self._style[0] = plan.noise

    def best(self, hidden: Hidden, legal: Sequence[int], rng: Rng) -> int:
        """The action that gains most."""
        tally = Tally.of(legal)
        alive = np.arange(len(legal))
        seed = draw(rng) << 31 ^ draw(rng)
        world = 0
        stages = max(1, (len(legal) - 1).bit_length())
        budget = self._budget(hidden, tally, seed)
        for stage in range(stages):
            share = budget * (stage + 1) // stages - budget * stage // stages
            worlds = max(1, share // len(alive))
            self._run(hidden, tally, alive, world, worlds, seed)
            world += worlds
            order = np.argsort(-tally.means()[alive], kind="stable")
            alive = alive[order[: (len(alive) + 1) // 2]]
        return int(tally.actions[alive[0]])

    def tally(self, hidden: Hidden, legal: Sequence[int], rng: Rng) -> Tally:
        """All actions tried equally often."""
        tally = Tally.of(legal)
        seed = draw(rng) << 31 ^ draw(rng)
        self._run(hidden, tally, np.arange(len(legal)), 0, max(2, self.plan.simulations // len(legal)), seed)
        return tally

    def _budget(self, hidden: Hidden, tally: Tally, seed: int) -> int:
        return self.plan.simulations

    def _run(
        self, hidden: Hidden, tally: Tally, alive: NDArray[np.int64], first: int, worlds: int, seed: int
    ) -> None:
        part = Tally.of(tally.actions[alive].tolist())
        self._try(
            hidden.states, hidden.seat, part.actions, first, worlds, seed, max(1, self.plan.candidates), self._style,
            part.sums, part.squares, part.ends,
        )  # fmt: skip
        tally.visits[alive] += worlds
        tally.sums[alive] += part.sums
        tally.squares[alive] += part.squares
        tally.ends[alive] += part.ends


class SearchBot:
    """Plays what a search finds best."""

    def __init__(self, game: Game, plan: Plan, name: str = "search") -> None:
        self.name = name
        self._search = Search(game, plan)

    def choose(self, hidden: Hidden, legal: Sequence[int], rng: Rng) -> int:
        if len(legal) == 1:
            return legal[0]
        return self._search.best(hidden, legal, rng)


@cache
def _compiled(game: Game, policy: str, believing: bool) -> Any:
    found = policy_of(game)
    verbs = {
        **vars(game.book.verbs),
        "policy": found.policy if policy == "rules" else playouts.uniform,
        "believe": found.believe if believing else playouts.credulous,
        "gain": found.gain,
    }
    return bind(f"{game.id}-search", playouts.TEMPLATES, verbs, playouts.APART)["try_actions"]
