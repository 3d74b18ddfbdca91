"""The search: deal what cannot be known many times, play every action out in each of these worlds, take the best.

Simulations go to the promising actions by sequential halving: all actions are tried in the same worlds, the worse
half is dropped, the rest are tried in more worlds, until one is left.
"""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.bots import playouts
from stichwerk.bots.bot import Hidden
from stichwerk.bots.policies import policy_of
from stichwerk.bots.rules_bot import RulesBot
from stichwerk.games import Game
from stichwerk.kernel.jit import bind
from stichwerk.kernel.rng import Rng, draw

_MOST_TRICKS = 16
#: The worlds of a first look have numbers far from all others.
_LOOKS_FROM = 1 << 40


@dataclass(frozen=True)
class Plan:
    """How much a search does, and how."""

    simulations: int = 1000
    seconds: float | None = None  # instead of a number of simulations: as many as fit into this time
    policy: str = "rules"  # how the playouts go: by the rules of thumb, or "uniform"
    candidates: int = 4  # worlds looked at for each one that is used: how closely bids are believed
    noise: float = 1.0  # how much the playouts vary
    doubt: float = 0.5  # by how many standard errors an action must be better than the one that the rules would play
    threads: int = 1


class Tally:
    """What came of some actions: how often each was tried, what it gained, and its tricks in the end."""

    def __init__(self, actions: Sequence[int] | NDArray[np.int64]) -> None:
        self.actions = np.array(actions, np.int64)
        self.visits = np.zeros(len(actions), np.int64)
        self.sums = np.zeros((len(actions), 4))
        self.ends = np.zeros((len(actions), _MOST_TRICKS), np.int64)

    def add(self, part: "Tally", rows: NDArray[np.int64]) -> None:
        """Add what came of some of the actions."""
        self.visits[rows] += part.visits
        self.sums[rows] += part.sums
        self.ends[rows] += part.ends

    def gains(self) -> NDArray[np.float64]:
        """The mean gain on the others, in points."""
        return self._mean(0)

    def advantages(self, doubt: float) -> NDArray[np.float64]:
        """How much more each gains than the first action, less so many standard errors of that."""
        more = self._mean(0) - self._mean(0)[0]
        visits = np.maximum(self.visits, 2)
        errors = np.sqrt(np.maximum(self._mean(1) - more**2, 0) / (visits - 1))
        advantages: NDArray[np.float64] = more - doubt * errors
        return advantages

    def points(self) -> NDArray[np.float64]:
        """The mean points."""
        return self._mean(2)

    def point_errors(self) -> NDArray[np.float64]:
        """The standard errors of the mean points."""
        visits = np.maximum(self.visits, 2)
        variance = np.maximum(self._mean(3) - self._mean(2) ** 2, 0) * visits / (visits - 1)
        errors: NDArray[np.float64] = np.sqrt(variance / visits)
        return errors

    def _mean(self, column: int) -> NDArray[np.float64]:
        mean: NDArray[np.float64] = self.sums[:, column] / np.maximum(self.visits, 1)
        return mean


class Search:
    """Looks for the best of the legal actions in a position."""

    def __init__(self, game: Game, plan: Plan) -> None:
        self.plan = plan
        self._try = _compiled(game, plan.policy, plan.candidates > 0)
        self._by_rules = RulesBot(game)
        self._style = policy_of(game).style.copy()
        self._style[0] = plan.noise

    def best(self, hidden: Hidden, legal: Sequence[int], rng: Rng) -> int:
        """The action that gains most, by sequential halving. What the rules would play is never dropped."""
        favourite = self._by_rules.choose(hidden, legal, rng)
        tally = Tally([favourite, *(action for action in legal if action != favourite)])
        seed = _seed(rng)
        world, spent = 0, 0
        others = np.arange(1, len(legal))
        stages = max(1, (len(others) - 1).bit_length())
        simulations = self.plan.simulations
        if self.plan.seconds is not None:
            simulations = self._simulations_in(self.plan.seconds, hidden, tally, seed)
        for stage in range(stages):
            rows = np.concatenate([[0], others])
            share = (simulations - spent) // (stages - stage)
            worlds = max(1, share // len(rows))
            self._run(hidden, tally, rows, world, worlds, seed)
            world += worlds
            spent += worlds * len(rows)
            order = np.argsort(-tally.gains()[others], kind="stable")
            others = others[order[: (len(others) + 1) // 2]]
        best = others[0] if tally.advantages(self.plan.doubt)[others[0]] > 0 else 0
        return int(tally.actions[best])

    def tally(self, hidden: Hidden, legal: Sequence[int], rng: Rng) -> Tally:
        """All actions tried equally often."""
        tally = Tally(legal)
        worlds = max(2, self.plan.simulations // len(legal))
        self._run(hidden, tally, np.arange(len(legal)), 0, worlds, _seed(rng))
        return tally

    def _simulations_in(self, seconds: float, hidden: Hidden, tally: Tally, seed: int) -> int:
        """About how many simulations fit into a time, from a first look at all actions."""
        began = time.perf_counter()
        looks = 2
        self._run(hidden, tally, np.arange(len(tally.actions)), _LOOKS_FROM, looks, seed)
        each = (time.perf_counter() - began) / (looks * len(tally.actions))
        return int(seconds / each)

    def _run(
        self, hidden: Hidden, tally: Tally, rows: NDArray[np.int64], first: int, worlds: int, seed: int
    ) -> None:
        """Try some of the actions in worlds number ``first`` and on; the worlds are shared out among the threads."""
        threads = min(self.plan.threads, worlds)
        bounds = [first + worlds * k // threads for k in range(threads + 1)]
        if threads == 1:
            tally.add(self._part(hidden, tally.actions[rows], first, worlds, seed), rows)
            return
        with ThreadPoolExecutor(threads) as pool:
            parts = [
                pool.submit(self._part, hidden, tally.actions[rows], start, end - start, seed)
                for start, end in pairwise(bounds)
            ]
        for part in parts:
            tally.add(part.result(), rows)

    def _part(self, hidden: Hidden, actions: NDArray[np.int64], first: int, worlds: int, seed: int) -> Tally:
        part = Tally(actions)
        part.visits += worlds
        self._try(
            hidden.states, hidden.seat, part.actions, first, worlds, seed, max(1, self.plan.candidates), self._style,
            part.sums, part.ends,
        )  # fmt: skip
        return part


def _seed(rng: Rng) -> int:
    return draw(rng) << 31 ^ draw(rng)


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
