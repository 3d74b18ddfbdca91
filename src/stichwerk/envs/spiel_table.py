"""A table in OpenSpiel: begin with a known deck, seat our bots beside OpenSpiel's, roll out fast."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from stichwerk.bots import Bot, checked
from stichwerk.envs.openspiel import RoundState, name_of
from stichwerk.errors import BadDeal
from stichwerk.games import Game
from stichwerk.games import game as find_game
from stichwerk.games.knowledge import Knowledge, known_by
from stichwerk.kernel.rng import Rng, rng
from stichwerk.kernel.state import States
from stichwerk.play.notation import notation


def load(
    game: Game | str,
    players: int = 4,
    options: Mapping[str, Any] | None = None,
    round_no: int = 1,
    dealer: int = -1,
) -> pyspiel.Game:
    """The game of OpenSpiel for one round. The dealer -1 is the last seat, so that seat 0 begins."""
    chosen = find_game(game) if isinstance(game, str) else game
    read = chosen.options.read(options).to_mapping()
    given = {name: value for name, value in read.items() if value is not None}
    return pyspiel.load_game(name_of(chosen), {"players": players, "round": round_no, "dealer": dealer, **given})


def dealt(game: pyspiel.Game, deck: Sequence[int]) -> RoundState:
    """A state of this game in which the given deck is dealt (card numbers; seat by seat, then the stock).

    >>> from stichwerk.games import game
    >>> state = dealt(load("rage", players=2, round_no=10), game("rage").book.deck.tolist())
    >>> state.current_player(), state.information_state_string().splitlines()[1:]
    (0, ['seat 0: B0', 'turned: B2', 'actions:'])
    """
    state: RoundState = game.new_initial_state()
    tables = game.tables
    notation(tables.plan.game, tables.plan.options).check_deck(np.array(deck, np.int8))
    for card in deck[: tables.needed]:
        state.apply_action(int(card))
    return state


def true_states(state: RoundState) -> States:
    """The true state of the rules, an array with one element: a copy, with everybody's cards."""
    if state.is_chance_node():
        raise BadDeal("there is no state before all cards are dealt")
    return state.round.states.copy()


def knowledge(state: RoundState, seat: int) -> Knowledge:
    """What a bot of ours may know at this seat."""
    plan = state.round.tables.plan
    return known_by(plan.game, plan.options, seat, true_states(state))


class SpielBot(pyspiel.Bot):
    """One of our bots at a table of OpenSpiel.

    >>> from stichwerk.bots import bot
    >>> from stichwerk.games import game
    >>> rage = load("rage", players=2, round_no=9)
    >>> seats = [SpielBot(bot("random", game("rage")), seat=seat, seed=seat) for seat in range(2)]
    >>> len(pyspiel.evaluate_bots(rage.new_initial_state(), seats, 7))
    2
    """

    def __init__(self, bot: Bot, seat: int, seed: int) -> None:
        super().__init__()
        self._bot, self._seat, self._seed = bot, seat, seed
        self._rng = rng(seed, seat)

    def player_id(self) -> int:
        return self._seat

    def restart(self) -> None:
        self._rng = rng(self._seed, self._seat)

    def restart_at(self, state: RoundState) -> None:
        self.restart()

    def step(self, state: RoundState) -> int:
        return checked(self._bot, knowledge(state, self._seat), state.legal_actions(), self._rng)


class RandomRollouts:
    """Plays to the end of the round at random, in compiled code: an evaluator for OpenSpiel's searches.

    It is worth the same as ``open_spiel.python.algorithms.mcts.RandomRolloutEvaluator``, only faster.
    """

    def __init__(self, n_rollouts: int = 1, seed: int = 0) -> None:
        self._times = n_rollouts
        self._rng: Rng = rng(seed)

    def evaluate(self, state: RoundState) -> NDArray[np.float64]:
        """The mean points of each seat."""
        if state.is_chance_node():
            raise BadDeal("a round can be played out only after all cards are dealt")
        here = state.round
        tables = here.tables
        sums = np.zeros(tables.plan.players, np.float64)
        tables.single.play_out(here.states, tables.scratch, tables.bits, self._rng, self._times, sums)
        return sums / self._times

    def prior(self, state: RoundState) -> list[tuple[int, float]]:
        """Every legal action is as good as any other."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class Resampler:
    """Other worlds without their history, for ``ISMCTSBot.set_resampler``: a third of the time of the state's own.

    The search does not look at histories. Whoever does (to write the state down, say) should use
    ``state.resample_from_infostate``, which gives the history of the other world as well.
    """

    def __init__(self, seed: int = 0) -> None:
        self._rng: Rng = rng(seed)

    def __call__(self, state: RoundState, player: int) -> RoundState:
        other: RoundState = state.get_game().new_initial_state()
        other.round, _ = state.round.redealt(player, self._rng)
        return other
