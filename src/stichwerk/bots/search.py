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
from stichwerk.bots.bot import Bot
from stichwerk.bots.learned import OWN, LearnedBot
from stichwerk.bots.network_bot import NetworkBot
from stichwerk.bots.policy import Policy, has_network, policy_of
from stichwerk.bots.quick_network import judging, playout_network, plays_on_by_network, quick_judge
from stichwerk.bots.rules_bot import RulesBot
from stichwerk.errors import listed
from stichwerk.games import Game
from stichwerk.games.knowledge import Knowledge
from stichwerk.kernel.jit import bind
from stichwerk.kernel.rng import Rng, draw

#: How playouts go: by the network of the game, by the rules of thumb, or at random. (Or by a network in a file.)
NETWORK, RULES, UNIFORM = POLICIES = ("network", "rules", "uniform")

#: With a time to keep to, so many worlds come first, to see how long they take.
_LOOKS = 4


@dataclass(frozen=True)
class SearchPlan:
    """How much a search does, and how."""

    simulations: int = 1000
    seconds: float | None = None  # instead of a number of simulations: as many as fit into this time
    policy: str | None = None  # how the playouts go; by default by the network, where the game has one
    candidates: int = 4  # worlds looked at for each one that is used: how closely bids are believed
    noise: float | None = None  # how much the playouts vary; by default as it is best for the game
    doubt: float = 0.5  # by how many standard errors an action must be better than the one that the policy would play
    prior: str | None = None  # the file of a network that says what is worth trying, and what to play in doubt
    breadth: float = 3.0  # with a prior: tried is what it finds likelier than its favourite divided by e to this
    margin: float = 0.0  # by how many points more an action must be better, because others play on otherwise
    judge: str | None = None  # the file of a network whose judge says what comes after; else rounds are played out
    ahead: int = 0  # with a judge: it is asked after so many further choices of one's own, at the next one
    threads: int = 1

    def __post_init__(self) -> None:
        for name, low in (("simulations", 1), ("candidates", 0), ("ahead", 0), ("threads", 1)):
            value = getattr(self, name)
            if type(value) is not int or value < low:
                raise ValueError(f"{name} must be a whole number from {low} on, not {value!r}")
        for name in ("seconds", "noise", "doubt", "breadth", "margin"):
            value = getattr(self, name)
            if value is not None and not (isinstance(value, (int, float)) and value >= 0):
                raise ValueError(f"{name} must be a number from 0 on, not {value!r}")
        if self.policy not in (None, *POLICIES) and not str(self.policy).endswith(".npz"):
            raise ValueError(f"policy must be {listed(list(POLICIES))} or the file of a network, not {self.policy!r}")


class SearchTally:
    """What came of some actions: how often each was tried, and what it gained."""

    def __init__(self, actions: Sequence[int] | NDArray[np.int64]) -> None:
        self.actions = np.array(actions, np.int64)
        self.visits = np.zeros(len(actions), np.int64)
        self.sums = np.zeros((len(actions), 2))

    def add(self, part: "SearchTally", rows: NDArray[np.int64]) -> None:
        """Add what came of some of the actions."""
        self.visits[rows] += part.visits
        self.sums[rows] += part.sums

    def gains(self) -> NDArray[np.float64]:
        """The mean gain on the others, in points."""
        return self._mean(0)

    def advantages(self, doubt: float, margin: float = 0.0) -> NDArray[np.float64]:
        """How much more each gains than the first action, less so many standard errors of that and so many points."""
        more = self._mean(0) - self._mean(0)[0]
        visits = np.maximum(self.visits, 2)
        errors = np.sqrt(np.maximum(self._mean(1) - more**2, 0) / (visits - 1))
        # Those that were dropped have met fewer worlds than the first: they are not compared with it.
        advantages: NDArray[np.float64] = np.where(
            self.visits >= self.visits[0] - 1, more - doubt * errors - margin, -np.inf
        )
        advantages[0] = 0.0
        return advantages

    def _mean(self, column: int) -> NDArray[np.float64]:
        mean: NDArray[np.float64] = self.sums[:, column] / np.maximum(self.visits, 1)
        return mean


class Search:
    """Looks for the best of the legal actions in a position."""

    def __init__(self, game: Game, plan: SearchPlan) -> None:
        self.plan = plan
        policy = plan.policy or best_player(game)
        believing = plan.candidates > 0
        self._judging: tuple[Any, int] = np.zeros(0, np.float32), playouts.TO_THE_END
        if plan.judge is not None:
            self._judging = quick_judge(game, plan.judge), plan.ahead
        self._try = playouts_of(game, policy, believing, plan.judge is not None)["try_actions"]
        self._favourite = _favourite(game, policy)
        self._prior = None if plan.prior is None else LearnedBot(game, plan.prior)
        found = player_of(game, policy)
        self._style = found.style.copy()
        self._style[0] = found.noise if plan.noise is None else plan.noise

    def best(self, known: Knowledge, legal: Sequence[int], rng: Rng) -> int:
        """The action that gains most."""
        tried = self.worth_trying(known, legal, rng)
        if len(tried) == 1:
            return tried[0]
        tally = self.halving(known, tried, rng)
        advantages = tally.advantages(self.plan.doubt, self.plan.margin)
        return int(tally.actions[int(np.argmax(advantages))])

    def worth_trying(self, known: Knowledge, legal: Sequence[int], rng: Rng) -> list[int]:
        """What the policy or the prior would play, and then all else that may be better."""
        if self._prior is None:
            favourite = self._favourite.choose(known, legal, rng)
            return [favourite, *(action for action in legal if action != favourite)]
        values = self._prior.values(known, legal, rng)
        order = np.argsort(-values, kind="stable")
        return [legal[place] for place in order if values[place] >= values[order[0]] - self.plan.breadth]

    def halving(self, known: Knowledge, tried: Sequence[int], rng: Rng) -> SearchTally:
        """What came of the actions, the better ones tried more often. The first of them is never dropped; exactly as
        many simulations are made as planned.
        """
        tally = SearchTally(tried)
        seed = _seed(rng)
        simulations, seconds, began = self.plan.simulations, self.plan.seconds, time.perf_counter()
        rows = np.arange(len(tried))
        world = 0
        stages = max(1, (len(rows) - 2).bit_length())
        for stage in range(stages):
            if seconds is not None:
                worlds = self._run_until(began + seconds * (stage + 1) / stages, known, tally, rows, world, seed)
            else:
                worlds = simulations // (stages - stage) // len(rows)
                simulations -= worlds * len(rows)
                if worlds > 0:
                    self._run(known, tally, rows, world, worlds, seed)
            world += worlds
            if stage + 1 < stages:
                rows = np.concatenate([[0], 1 + _best_half(tally.gains()[1:], rows[1:] - 1)])
        if seconds is None and simulations > 0:
            self._run(known, tally, rows[:simulations], world, 1, seed)
        return tally

    def tally(self, known: Knowledge, legal: Sequence[int], rng: Rng) -> SearchTally:
        """All actions tried equally often."""
        tally = SearchTally(legal)
        worlds = max(2, self.plan.simulations // len(legal))
        self._run(known, tally, np.arange(len(legal)), 0, worlds, _seed(rng))
        return tally

    def _run_until(
        self, end: float, known: Knowledge, tally: SearchTally, rows: NDArray[np.int64], first: int, seed: int
    ) -> int:
        """Try some of the actions in worlds number ``first`` and on until a time, some worlds at least; how many."""
        began = time.perf_counter()
        done, part = 0, _LOOKS
        while part > 0:
            self._run(known, tally, rows, first + done, part, seed)
            done += part
            now = time.perf_counter()
            # Half of what would fit, so that a slow moment can be made up for; towards the end, nothing.
            part = min(done, int((end - now) / (now - began) * done / 2))
        return done

    def _run(
        self, known: Knowledge, tally: SearchTally, rows: NDArray[np.int64], first: int, worlds: int, seed: int
    ) -> None:
        """Try some of the actions in worlds number ``first`` and on; the worlds are shared out among the threads."""
        threads = min(self.plan.threads, worlds)
        bounds = [first + worlds * k // threads for k in range(threads + 1)]
        if threads == 1:
            tally.add(self._part(known, tally.actions[rows], first, worlds, seed), rows)
            return
        with ThreadPoolExecutor(threads) as pool:
            parts = [
                pool.submit(self._part, known, tally.actions[rows], start, end - start, seed)
                for start, end in pairwise(bounds)
            ]
        for part in parts:
            tally.add(part.result(), rows)

    def _part(self, known: Knowledge, actions: NDArray[np.int64], first: int, worlds: int, seed: int) -> SearchTally:
        part = SearchTally(actions)
        part.visits += worlds
        self._try(
            known.states, known.seat, part.actions, first, worlds, seed, max(1, self.plan.candidates), self._style,
            part.sums, *self._judging,
        )  # fmt: skip
        return part


def _seed(rng: Rng) -> int:
    return draw(rng) << 31 ^ draw(rng)


def _best_half(gains: NDArray[np.float64], rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """The better half of the rows."""
    order = np.argsort(-gains[rows], kind="stable")
    return rows[order[: (len(rows) + 1) // 2]]


class SearchBot:
    """Plays what a search finds best."""

    def __init__(self, game: Game, plan: SearchPlan, name: str = "search") -> None:
        self.name = name
        self.search = Search(game, plan)

    def choose(self, known: Knowledge, legal: Sequence[int], rng: Rng) -> int:
        if len(legal) == 1:
            return legal[0]
        return self.search.best(known, legal, rng)


def best_player(game: Game) -> str:
    """The best player of a game that is quick enough for playouts: its network, or else its rules of thumb."""
    return NETWORK if plays_on_by_network(game) else RULES


def _favourite(game: Game, policy: str) -> Bot:
    """Whose action is played in doubt, where no prior says it."""
    if policy in (RULES, UNIFORM):
        return RulesBot(game)
    own = policy == NETWORK
    return NetworkBot(game) if own and has_network(game) else LearnedBot(game, OWN if own else policy)


def player_of(game: Game, policy: str) -> Policy:
    """Who plays in playouts."""
    if policy in (RULES, UNIFORM):
        return policy_of(game)
    return playout_network(game, OWN if policy == NETWORK else policy)


@cache
def playouts_of(game: Game, policy: str, believing: bool, judges: bool = False) -> dict[str, Any]:
    """What is done in compiled code, for playouts by this policy, by name; with a judge, if somebody ``judges``."""
    found = player_of(game, policy)
    verbs = {
        **vars(game.book.verbs),
        "policy": playouts.uniform if policy == UNIFORM else found.playout,
        "believe": found.believe if believing else playouts.credulous,
        "gain": found.gain,
        "judged": judging(game) if judges else playouts.nobody,
    }
    return bind(f"{game.id}-search", playouts.TEMPLATES, verbs, playouts.APART)
