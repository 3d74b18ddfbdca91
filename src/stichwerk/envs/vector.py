"""Many games at once: all of them take one step per call, in compiled code, into arrays that are made only once."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from itertools import pairwise
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from stichwerk.envs import batch
from stichwerk.envs.episode import Rounds, plan, refused
from stichwerk.envs.spaces import action_space, observation_space
from stichwerk.errors import BadOption, IllegalMove, quoted
from stichwerk.games import Game
from stichwerk.games.options import Options
from stichwerk.kernel.jit import bind
from stichwerk.kernel.rng import seed_rng

if TYPE_CHECKING:
    import gymnasium

Observations = dict[str, NDArray[Any]]


class VectorEnv:
    """Games that are played side by side; in each, whoever is to move makes one action per step.

    The names are those of Gymnasium's vector environments. What differs is that several play in each game: an
    observation is that of the seat to move (``infos["seat"]``), and a reward is a row with the points of every seat.
    A game that is over begins anew within the same step: the observation is already one of the new game, while reward
    and termination tell of the old one. The arrays are the same in every step, so copy what you want to keep.

    >>> env = VectorEnv("rage", games=1000, players=4, rounds=1)
    >>> observations, infos = env.reset(seed=1)
    >>> observations["observation"].shape, observations["action_mask"].shape
    ((1000, 418), (1000, 117))
    >>> for _ in range(44):  # four bids, forty cards
    ...     observations, rewards, terminations, truncations, infos = env.step(env.sample())
    >>> bool(terminations.all()), rewards.shape
    (True, (1000, 4))
    """

    def __init__(
        self,
        game: Game | str,
        games: int,
        players: int | None = None,
        options: Mapping[str, Any] | Options | None = None,
        rounds: Rounds = "game",
        first_round: int = 1,
        threads: int = 1,
    ) -> None:
        for name, number in (("games", games), ("threads", threads)):
            if type(number) is not int or number < 1:
                raise BadOption(f"{name} must be a whole number from 1 on, not {quoted(number)}")
        self.plan = plan(game, players, options, rounds, first_round)
        book = self.plan.book
        self.num_envs, self.players = games, self.plan.players
        #: The true state of every game, which knows everybody's cards.
        self.states = book.new_states(games)
        self._loops = _loops(self.plan.game)
        self._seats = np.zeros(games, np.int64)
        self._bits = np.zeros((games, book.mask_words), np.int64)
        self._masks = np.zeros((games, len(self.plan.actions)), np.bool_)
        self._observations = np.zeros((games, book.layout.size), np.int16)
        self._rewards = np.zeros((games, self.players), np.float32)
        self._done = np.zeros(games, np.bool_)
        self._never = np.zeros(games, np.bool_)
        self._sampled = np.zeros(games, np.int64)
        self._deals = np.zeros((games, 4), np.int64)  # a random generator each, for dealing
        self._samples = np.zeros((games, 4), np.int64)  # and for `sample`
        self._table = (
            self.plan.setup.vector(),
            np.array([self.plan.first_round, self.plan.last_round], np.int64),
            book.deck,
            self._deals,
            self._seats,
            self._bits,
            self._masks,
            self._observations,
        )
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        cuts = [games * part // threads for part in range(threads + 1)]
        self._parts = list(pairwise(cuts))
        self._seeded = self._dealt = False

    # ------------------------------------------------------------ as in Gymnasium

    @cached_property
    def single_observation_space(self) -> "gymnasium.spaces.Dict":
        """The space of one game's observation (needs Gymnasium)."""
        return observation_space(self.plan, np.bool_)

    @cached_property
    def single_action_space(self) -> "gymnasium.spaces.Discrete":
        """The space of one game's actions (needs Gymnasium)."""
        return action_space(self.plan)

    def reset(self, *, seed: int | None = None) -> tuple[Observations, dict[str, Any]]:
        """New games everywhere. The same seed gives the same deals; without one the random numbers go on."""
        if seed is not None or not self._seeded:
            self._seed(int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] >> np.uint64(1)))
        self._each(lambda start, stop: self._loops.reset_games(self.states, start, stop, *self._table))
        self._dealt = True
        return self._seen()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One action in every game. If one of them is not legal, nothing happens and `IllegalMove` is raised."""
        chosen = self._checked(actions)
        self._each(
            lambda start, stop: self._loops.step_games(
                self.states, start, stop, *self._table, chosen, self._rewards, self._done
            )
        )
        observations, infos = self._seen()
        return observations, self._rewards, self._done, self._never, infos

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    # ------------------------------------------------------------ further helps

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for every game, each equally likely. (The array is the same in every call.)"""
        self._check_dealt()
        self._each(
            lambda start, stop: self._loops.sample_actions(self._bits, start, stop, self._samples, self._sampled)
        )
        return self._sampled

    def _seen(self) -> tuple[Observations, dict[str, Any]]:
        return {"observation": self._observations, "action_mask": self._masks}, {"seat": self._seats}

    def _seed(self, seed: int) -> None:
        for i in range(self.num_envs):
            seed_rng(self._deals[i], seed, 2 * i)
            seed_rng(self._samples[i], seed, 2 * i + 1)
        self._seeded = True

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        self._check_dealt()
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise IllegalMove(f"step needs {self.num_envs} whole numbers, one action per game", "bad-actions")
        chosen = np.ascontiguousarray(chosen, np.int64)
        wrong = self._loops.first_refused(self._bits, chosen, self._masks.shape[1])
        if wrong >= 0:
            why = refused(self.plan, self.states, wrong, int(self._seats[wrong]), int(chosen[wrong]))
            raise IllegalMove(f"game {wrong}, {why.message}", why.code, why.rule)
        return chosen

    def _check_dealt(self) -> None:
        if not self._dealt:
            raise IllegalMove("nothing is dealt yet: call reset first", "not-dealt")

    def _each(self, work: Callable[[int, int], None]) -> None:
        """Do the work for all games, each thread a part of them: compiled code needs no interpreter lock."""
        if self._pool is None:
            work(0, self.num_envs)
        else:
            list(self._pool.map(lambda part: work(*part), self._parts))


@cache
def _loops(game: Game) -> SimpleNamespace:
    """The loops of `batch`, compiled for a game."""
    return SimpleNamespace(**bind(game.book.name, batch.TEMPLATES, vars(game.book.verbs), batch.LOOPS))
