"""Many games at once: all of them take one step per call, in compiled code, into arrays that are made only once."""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from stichwerk.envs.devices import games_on
from stichwerk.envs.episode import Rounds, plan, refused
from stichwerk.envs.spaces import action_space, observation_space
from stichwerk.errors import BadOption, IllegalMove, quoted
from stichwerk.games import Game
from stichwerk.games.options import Options

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
        device: str = "cpu",
    ) -> None:
        for name, number in (("games", games), ("threads", threads)):
            if type(number) is not int or number < 1:
                raise BadOption(f"{name} must be a whole number from 1 on, not {quoted(number)}")
        self.plan = plan(game, players, options, rounds, first_round)
        self.num_envs, self.players = games, self.plan.players
        self._games = games_on(device, self.plan, games, threads)
        #: The true state of every game, which knows everybody's cards.
        self.states = self._games.states
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
            self._games.seed(int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] >> np.uint64(1)))
            self._seeded = True
        self._games.reset()
        self._dealt = True
        return self._seen()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One action in every game. If one of them is not legal, nothing happens and `IllegalMove` is raised."""
        self._check_dealt()
        chosen = self._games.read(actions)
        if chosen is None:
            raise IllegalMove(f"step needs {self.num_envs} whole numbers, one action per game", "bad-actions")
        wrong = self._games.step(chosen)
        if wrong >= 0:
            seat, action = int(self._games.seats[wrong]), int(chosen[wrong])
            why = refused(self.plan, self._games.game(wrong), 0, seat, action)
            raise IllegalMove(f"game {wrong}, {why.message}", why.code, why.rule)
        return self._stepped()

    def close(self) -> None:
        """End the threads."""
        self._games.close()

    # ------------------------------------------------------------ further helps

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for every game, each equally likely. (The array is the same in every call.)"""
        self._check_dealt()
        return self._games.sample()

    def play(
        self, steps: int
    ) -> tuple[Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """So many random actions in every game, as if by `sample` and `step`, but without looking in between: much
        faster. Rewards are the points of all these steps together, and a game that ended in any of them is terminated.
        """
        self._check_dealt()
        if type(steps) is not int or steps < 1:
            raise BadOption(f"steps must be a whole number from 1 on, not {quoted(steps)}")
        self._games.play(steps)
        return self._stepped()

    def _seen(self) -> tuple[Observations, dict[str, Any]]:
        shown = {"observation": self._games.observations, "action_mask": self._games.masks}
        return shown, {"seat": self._games.seats}

    def _stepped(
        self,
    ) -> tuple[Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        observations, infos = self._seen()
        return observations, self._games.rewards, self._games.done, self._games.never, infos

    def _check_dealt(self) -> None:
        if not self._dealt:
            raise IllegalMove("nothing is dealt yet: call reset first", "not-dealt")
