"""The games in OpenSpiel: importing this module registers them.

Each is called ``python_stichwerk_`` and its id, with ``_`` for ``-``, and is a single round. The cards are dealt one by
one by chance, seat by seat, then the stock. Secret choices are made one after the
other, from the dealer's left, unseen. The returns are the points of the round.

>>> import pyspiel
>>> import stichwerk.envs.openspiel
>>> rage = pyspiel.load_game("python_stichwerk_rage(players=3,round=8,bidding=secret)")
>>> rage.num_players(), rage.max_game_length(), rage.max_utility()
(3, 12, 28.0)
"""

import warnings
from collections.abc import Callable
from typing import Any

import pyspiel

from stichwerk.envs.episode import plan
from stichwerk.envs.spiel_observer import Observer
from stichwerk.envs.spiel_round import CHANCE, TERMINAL, SpielRound, Tables
from stichwerk.errors import BadDeal, BadGame
from stichwerk.games import Game, games
from stichwerk.kernel.rng import Rng, rng


def name_of(game: Game) -> str:
    """What a game is called in OpenSpiel."""
    return f"python_stichwerk_{game.id.replace('-', '_')}"


class RoundState(pyspiel.State):
    """A round being played. OpenSpiel keeps the history; everything else is in a `Round`."""

    def __init__(self, game: "RoundGame") -> None:
        super().__init__(game)
        self.round = SpielRound(game.tables)

    # ------------------------------------------------------------ what OpenSpiel asks for

    def current_player(self) -> int:
        return self.round.seat

    def is_terminal(self) -> bool:
        return self.round.seat == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return self.round.legal.copy() if player == self.round.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.round.chances()

    def _apply_action(self, action: int) -> None:
        self.round.do(action)

    def returns(self) -> list[float]:
        return [float(points) for points in self.round.scores]

    def _action_to_string(self, player: int, action: int) -> str:
        tables = self.round.tables
        return f"deal {tables.cards[action]}" if player == CHANCE else tables.actions[action]

    def __str__(self) -> str:
        """Everything, as nobody at the table sees it."""
        return self.round.everything()

    # ------------------------------------------------------------ short cuts for callers in Python
    # OpenSpiel's own versions of these go through C++ and back.

    def is_chance_node(self) -> bool:
        return self.round.seat == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        at_move = self.round.seat
        if at_move == CHANCE:
            return [card for card, _ in self.round.chances()] if player in (None, CHANCE) else []
        return self.round.legal.copy() if at_move >= 0 and player in (None, at_move) else []

    def information_state_string(self, player: int | None = None) -> str:
        return self.round.information(self.round.seat if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        return self.round.observed(self.round.seat if player is None else player)

    def __deepcopy__(self, memo: dict[int, Any]) -> "RoundState":
        copy: RoundState = self.clone()
        return copy

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "RoundState":
        """A state that the player cannot tell from this one, drawn as `redeal` does: all worlds equally likely.

        Its history is that of the other world, too.
        """
        seed = int(probability_sampler() * (1 << 53))
        return _resampled(self, player_id, rng(seed, int(probability_sampler() * (1 << 53))))


class _Replay(SpielRound):
    """Stands in for a round while a history is told to OpenSpiel: only whose turn it was matters then."""

    __slots__ = ("_at", "_seats")

    def __init__(self, seats: list[int]) -> None:
        self._seats = seats
        self._at = 0
        self.seat = CHANCE

    def do(self, action: int) -> None:
        self._at += 1
        self.seat = self._seats[self._at]


def _resampled(state: RoundState, seat: int, generator: Rng) -> RoundState:
    here = state.round
    if here.seat == CHANCE:
        raise BadDeal("a state can be resampled only after all cards are dealt")
    world, history = here.redealt(seat, generator)
    other: RoundState = state.get_game().new_initial_state()
    other.round = _Replay([CHANCE] * len(world.dealt) + [actor for actor, _ in world.log] + [world.seat])
    for action in history:
        other.apply_action(action)
    other.round = world
    return other


# ---------------------------------------------------------------- the games


class RoundGame(pyspiel.Game):
    """A game of OpenSpiel: the first round of a game, or any other, with everybody at 0 points."""

    kind: Game  # which of our games; one subclass each
    spiel_type: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**_parameters(self.kind), **(params or {})}
        players, round_no, dealer = (chosen.pop(name) for name in ("players", "round", "dealer"))
        # OpenSpiel's parameters cannot be null; our numbers that can be null are never 0.
        options = self.kind.options.read(
            {name: None if value == 0 and value is not False else value for name, value in chosen.items()}
        )
        agreed = plan(self.kind, players, options, rounds=1, first_round=round_no)
        self.tables = Tables(agreed, dealer % players)
        low, high = agreed.options.score_bounds(players, round_no)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.tables.actions),
            max_chance_outcomes=len(self.tables.cards),
            num_players=players,
            min_utility=float(low),
            max_utility=float(high),
            max_game_length=self.tables.most_actions,
        )
        super().__init__(self.spiel_type, info, params or {})

    def new_initial_state(self) -> RoundState:
        return RoundState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.tables.needed

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.tables, iig_obs_type is not None and iig_obs_type.perfect_recall)


def _parameters(game: Game) -> dict[str, Any]:
    """The parameters of a game in OpenSpiel with their defaults. The dealer -1 is the last seat: seat 0 begins."""
    options = game.options().to_mapping()
    nothing = {name: 0 if value is None else value for name, value in options.items()}
    return {"players": 4, "round": 1, "dealer": -1, **nothing}


def _register(game: Game) -> None:
    kind = pyspiel.GameType(
        short_name=name_of(game),
        long_name=f"{game.title} (Stichwerk)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )
    pyspiel.register_game(kind, type(f"{game.book.name}_game", (RoundGame,), {"kind": game, "spiel_type": kind}))


for _game in games():
    if name_of(_game) not in pyspiel.registered_names():
        try:
            _register(_game)
        except BadGame as problem:  # somebody's game that cannot be used does not keep the others out
            warnings.warn(problem.message, stacklevel=2)
