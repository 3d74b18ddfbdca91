"""The games for PettingZoo: turn by turn (AEC), every seat an agent, with action masks.

>>> from stichwerk.envs.pettingzoo import rage_v0
>>> env = rage_v0.env(players=3, options={"bidding": "secret"}, rounds=1)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     env.step(None if termination else env.action_space(agent).sample(observation["action_mask"]))
>>> env.agents
[]
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from stichwerk.envs.env_table import EnvTable
from stichwerk.envs.episode import EpisodePlan, Rounds, plan
from stichwerk.envs.render import RENDER_MODES, check_render_mode, rendered
from stichwerk.envs.spaces import action_space, observation_space
from stichwerk.games import Game, games
from stichwerk.games.options import Options
from stichwerk.kernel.rng import Rng, rng


class TableEnv(AECEnv[str, dict[str, NDArray[Any]], int | None]):
    """A game with an agent at every seat: ``player_0``, ``player_1`` and so on, clockwise.

    An observation is a dictionary: ``observation`` (int16, laid out as the page of the game says) and ``action_mask``
    (int8). The reward is the points of a round, paid to every agent when the round ends. Where all choose secretly at
    once, they are asked one after the other, from the dealer's left; nobody sees what the others chose before the
    rules show it. An illegal action raises `IllegalMove` and changes nothing.
    """

    def __init__(self, plan: EpisodePlan, render_mode: str | None = None) -> None:
        super().__init__()
        check_render_mode(render_mode)
        name = f"{plan.book.name}_v0"
        self.metadata = {"name": name, "render_modes": list(RENDER_MODES), "is_parallelizable": False, "render_fps": 1}
        self.plan, self.render_mode = plan, render_mode
        self.table = EnvTable(plan)
        self.possible_agents = [f"player_{seat}" for seat in range(plan.players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(plan) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(plan) for agent in self.possible_agents}
        self._rng: Rng | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new game. Options: ``dealer`` (a seat), ``decks`` (card numbers, one deck per round); else by chance."""
        if seed is not None or self._rng is None:
            self._rng = rng(int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] >> np.uint64(1)))
        given = options or {}
        self.table.begin(self._rng, given.get("dealer"), given.get("decks", ()))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.seat]
        self._show()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        seat = self.possible_agents.index(agent)
        return {"observation": self.table.observation(seat), "action_mask": self.table.action_mask(seat)}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)  # the game is over: agents leave one after the other
            return
        scores = self.table.play(action)  # raises before anything else has changed
        self._cumulative_rewards[self.agent_selection] = 0
        self._clear_rewards()
        for agent, points in zip(self.possible_agents, scores, strict=False):
            self.rewards[agent] = points
        if self.table.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.table.seat]
        self._accumulate_rewards()
        self._show()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """What a spectator sees, as text: returned (``ansi``) or printed (``human``)."""
        return rendered(self.table, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


@dataclass(frozen=True)
class Version:
    """A version of a game's environment, with the two functions that the modules of PettingZoo have."""

    game: Game

    def raw_env(
        self,
        players: int | None = None,
        options: Mapping[str, Any] | Options | None = None,
        rounds: Rounds = "game",
        first_round: int = 1,
        render_mode: str | None = None,
    ) -> TableEnv:
        """The environment itself. By default four play a whole game."""
        return TableEnv(plan(self.game, players, options, rounds, first_round), render_mode)

    def env(self, **agreed: Any) -> AECEnv[str, dict[str, NDArray[Any]], int | None]:
        """The environment, which minds that it is reset before it is used. The arguments are those of `raw_env`."""
        return OrderEnforcingWrapper(self.raw_env(**agreed))


def __getattr__(name: str) -> Version:
    """Every game that is installed: ``ID_v0``, with ``_`` for ``-``."""
    versions = {f"{each.id.replace('-', '_')}_v0": each for each in games()}
    if name not in versions:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; there are {', '.join(versions)}")
    return Version(versions[name])
