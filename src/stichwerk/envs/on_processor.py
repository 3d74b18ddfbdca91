"""The games of a vector environment in the processor's memory, as NumPy's arrays; several threads may share them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.envs import batch
from stichwerk.envs.episode import EpisodePlan
from stichwerk.games import Game
from stichwerk.kernel.jit import bind
from stichwerk.kernel.rng import seed_rng
from stichwerk.kernel.state import States


class ProcessorGames:
    """Games side by side, a row of each array for each."""

    def __init__(self, plan: EpisodePlan, games: int, threads: int) -> None:
        book = plan.book
        self.games = games
        self.states = book.new_states(games)
        self.seats = np.zeros(games, np.int64)
        self.masks = np.zeros((games, len(plan.actions)), np.bool_)
        self.observations = np.zeros((games, book.layout.size), np.int16)
        self.rewards = np.zeros((games, plan.players), np.float32)
        self.done = np.zeros(games, np.bool_)
        self.never = np.zeros(games, np.bool_)
        self._sampled = np.zeros(games, np.int64)
        self._bits = np.zeros((games, book.mask_words), np.int64)
        self._deals = np.zeros((games, 4), np.int64)  # a random generator each, for dealing
        self._samples = np.zeros((games, 4), np.int64)  # and for `sample`
        self._loops = _loops(plan.game)
        self._table = (
            plan.setup.vector(),
            np.array([plan.first_round, plan.last_round], np.int64),
            book.deck,
            self._deals,
            self.seats,
            self._bits,
            self.masks,
            self.observations,
        )
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._parts = list(pairwise([games * part // threads for part in range(threads + 1)]))

    def seed(self, seed: int) -> None:
        """Set the random numbers of every game to their beginning."""
        for i in range(self.games):
            seed_rng(self._deals[i], seed, 2 * i)
            seed_rng(self._samples[i], seed, 2 * i + 1)

    def reset(self) -> None:
        """New games everywhere."""
        self._each(lambda start, stop: self._loops.reset_games(self.states, start, stop, *self._table))

    def read(self, actions: Any) -> NDArray[np.int64] | None:
        """The actions as an array; None if they are not whole numbers, one for each game."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or chosen.dtype.kind not in "iu":
            return None
        return np.ascontiguousarray(chosen, np.int64)

    def step(self, actions: NDArray[np.int64]) -> int:
        """One action in every game, or none if one is not legal: then the first such game is returned, else -1."""
        refused = int(self._loops.first_refused(self._bits, actions, self.masks.shape[1]))
        if refused < 0:
            done = actions, self.rewards, self.done
            self._each(lambda start, stop: self._loops.step_games(self.states, start, stop, *self._table, *done))
        return refused

    def play(self, steps: int) -> None:
        """So many random actions in every game."""
        done = self._samples, steps, self.rewards, self.done
        self._each(lambda start, stop: self._loops.play_games(self.states, start, stop, *self._table, *done))

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for every game."""
        drawn = self._samples, self._sampled
        self._each(lambda start, stop: self._loops.sample_actions(self._bits, start, stop, *drawn))
        return self._sampled

    def game(self, i: int) -> States:
        """The true state of one game."""
        return self.states[i : i + 1]

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _each(self, work: Callable[[int, int], None]) -> None:
        """Do the work for all games, each thread a part of them: compiled code needs no interpreter lock."""
        if self._pool is None:
            work(0, self.games)
        else:
            list(self._pool.map(lambda part: work(*part), self._parts))


@cache
def _loops(game: Game) -> SimpleNamespace:
    """The loops of `batch`, compiled for a game."""
    return SimpleNamespace(**bind(game.book.name, batch.TEMPLATES, vars(game.book.verbs), batch.LOOPS))
