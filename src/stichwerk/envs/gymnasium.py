"""The games for Gymnasium: you at one seat, bots at the others. Importing this module registers them.

>>> import gymnasium
>>> import stichwerk.envs.gymnasium
>>> env = gymnasium.make("stichwerk/Rage-v0", players=3, opponents="random")
>>> observation, info = env.reset(seed=1)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)
>>> observation.shape, terminated
((418,), False)
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from stichwerk.bots import Bot, bot, checked
from stichwerk.envs.env_table import EnvTable
from stichwerk.envs.episode import Rounds, plan
from stichwerk.envs.render import RENDER_MODES, check_render_mode, rendered
from stichwerk.envs.spaces import action_space, bounds
from stichwerk.errors import BadOption, BadPlayers, quoted
from stichwerk.games import Game, games
from stichwerk.games.options import Options
from stichwerk.kernel.rng import rng

#: What an illegal action costs where it ends the game.
ILLEGAL_REWARD = -100.0

METADATA: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

Opponents = str | Bot | Sequence[str | Bot]


class SeatEnv(gymnasium.Env[NDArray[np.int16], np.int64]):
    """You against bots.

    An observation is the row of numbers that the page of the game describes; ``info["action_mask"]`` (int8) and
    `action_masks` (bool) tell the legal actions. The reward is your points of the rounds that end with your action and
    with what the others do before it is your turn again. By default a whole game is one episode.

    ``opponents`` is a bot or its name, for all seats, or one for each of the others, clockwise from your left.

    An illegal action ends the game at once, with `ILLEGAL_REWARD`, and ``info["refused"]`` says why it is not legal;
    with ``illegal="raise"`` it raises `IllegalMove` instead, and nothing changes.
    """

    metadata = METADATA

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        options: Mapping[str, Any] | Options | None = None,
        rounds: Rounds = "game",
        first_round: int = 1,
        opponents: Opponents = "random",
        seat: int = 0,
        illegal: Literal["end", "raise"] = "end",
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        if illegal not in ("end", "raise"):
            raise BadOption(f'illegal must be "end" or "raise", not {quoted(illegal)}')
        self.plan = plan(game, players, options, rounds, first_round)
        if type(seat) is not int or seat not in range(self.plan.players):
            raise BadPlayers(f"there is no seat {quoted(seat)}; seats go from 0 to {self.plan.players - 1}")
        self.seat, self.render_mode = seat, render_mode
        self.table = EnvTable(self.plan)
        self._raises = illegal == "raise"
        self._bots = self._seated(opponents)
        low, high = bounds(self.plan.book.layout)
        self.observation_space = Box(low, high, dtype=np.int16)
        self.action_space = action_space(self.plan)

    def _seated(self, opponents: Opponents) -> dict[int, Bot]:
        """The bots by seat."""
        players = self.plan.players
        others = [(self.seat + steps) % players for steps in range(1, players)]
        chosen = [opponents] * len(others) if isinstance(opponents, (str, Bot)) else list(opponents)
        if len(chosen) != len(others):
            raise BadPlayers(f"{players} players need {len(others)} opponents, not {len(chosen)}")
        made = [bot(one, self.plan.game) if isinstance(one, str) else one for one in chosen]
        return dict(zip(others, made, strict=True))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """A new game. Options: ``dealer`` (a seat), ``decks`` (card numbers, one deck per round); else by chance."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(1 << 62))
        self._bot_rng = rng(drawn, 1)
        given = options or {}
        self.table.begin(rng(drawn), given.get("dealer"), given.get("decks", ()))
        self._let_bots_play()
        self._show()
        return self.table.observation(self.seat), self._info()

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        """Your action; then the others play until it is your turn again."""
        if self.table.over or not self.table.is_legal(action):
            refusal = self.table.refusal(action)
            if self._raises or self.table.over:
                raise refusal
            self.table.end()
            return self.table.observation(self.seat), ILLEGAL_REWARD, True, False, self._info(refused=str(refusal))
        points = self._points(self.table.play(action)) + self._let_bots_play()
        self._show()
        return self.table.observation(self.seat), float(points), self.table.over, False, self._info()

    def _let_bots_play(self) -> int:
        """Play until it is your turn; your points in the rounds that end on the way."""
        table, points = self.table, 0
        while not table.over and table.seat != self.seat:
            acting = table.seat
            legal = table.legal()
            points += self._points(
                table.play(checked(self._bots[acting], table.knowledge(acting), legal, self._bot_rng))
            )
        return points

    def _points(self, scores: tuple[int, ...]) -> int:
        return scores[self.seat] if scores else 0

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as MaskablePPO of sb3-contrib asks for them."""
        return self.table.action_mask(self.seat).astype(np.bool_)

    def _info(self, **more: Any) -> dict[str, Any]:
        return {"action_mask": self.table.action_mask(self.seat), "totals": self.table.totals(), **more}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """What you see, as text: returned (``ansi``) or printed (``human``)."""
        return rendered(self.table, self.render_mode, self.seat)


def id_of(game: Game) -> str:
    """What a game is called in Gymnasium: ``stichwerk/Rage-v0``."""
    return f"stichwerk/{game.id.title().replace('-', '')}-v0"


for _game in games():
    if id_of(_game) not in gymnasium.registry:
        gymnasium.register(id_of(_game), "stichwerk.envs.gymnasium:SeatEnv", kwargs={"game": _game.id})
