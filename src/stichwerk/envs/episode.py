"""What is played in an environment: the game, its options, how many sit down, and which rounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from stichwerk.errors import BadOption, IllegalMove, quoted
from stichwerk.games import Game
from stichwerk.games import game as find_game
from stichwerk.games.options import Options
from stichwerk.games.rulebook import RuleBook
from stichwerk.games.setup import Setup, agreed
from stichwerk.kernel.state import States, snapshot

#: How many rounds an environment plays: a whole game, or so many.
Rounds = int | Literal["game"]

#: More rounds than any game has: plays on until the rules end the game.
_WHOLE_GAME = 1 << 30


@dataclass(frozen=True)
class EpisodePlan:
    """A game with everything that is agreed before the first deal."""

    game: Game
    options: Options
    players: int
    first_round: int
    rounds: int

    @property
    def book(self) -> RuleBook:
        """The rules."""
        return self.game.book

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions, by number."""
        return self.book.presentation.actions(self.options).names

    @property
    def last_round(self) -> int:
        """The round after which an episode is over, even if the game is not."""
        return self.first_round + self.rounds - 1

    @property
    def setup(self) -> Setup:
        """What is agreed, without the rounds."""
        return Setup(self.game, self.options, self.players)

    def begin(self, states: States, i: int, dealer: int) -> None:
        """A new game, ready for the deal of its first round."""
        self.setup.begin(states, i, dealer, self.first_round)

    def over(self, states: States, i: int) -> bool:
        """Whether nothing is left to play: the round is over, and it was the last."""
        if self.book.at.awaiting(states, i):
            return False
        return int(states["round_no"][i]) >= self.last_round or bool(self.book.at.finished(states, i))


def plan(
    game: Game | str,
    players: int | None = None,
    options: Mapping[str, Any] | Options | None = None,
    rounds: Rounds = "game",
    first_round: int = 1,
) -> EpisodePlan:
    """Agree on what to play; by default a whole game of four (of the most that can play, where that is fewer).

    ``rounds`` may be a number instead: then only so many are played, beginning with ``first_round``.

    >>> plan("rage", options={"bidding": "secret"}, rounds=1, first_round=10).last_round
    10
    """
    chosen = find_game(game) if isinstance(game, str) else game
    seats = min(4, chosen.players[-1]) if players is None else players
    read = agreed(chosen, options, seats).options
    most = read.rounds_planned(seats) or 1000
    if type(first_round) is not int or first_round not in range(1, most + 1):
        raise BadOption(f"{chosen.id}: first_round must be a whole number from 1 to {most}, not {quoted(first_round)}")
    if rounds == "game":
        return EpisodePlan(chosen, read, seats, first_round, _WHOLE_GAME)
    if type(rounds) is not int or rounds < 1:
        raise BadOption(f'{chosen.id}: rounds must be "game" or a whole number from 1 on, not {quoted(rounds)}')
    return EpisodePlan(chosen, read, seats, first_round, rounds)


def refused(plan: EpisodePlan, states: States, i: int, seat: int, action: Any) -> IllegalMove:
    """The error that says why a seat cannot do this."""
    names = plan.actions
    if not isinstance(action, (int, np.integer)) or action not in range(len(names)):
        reason = f"there is no action {quoted(action)}; actions go from 0 to {len(names) - 1}"
        return IllegalMove(f"seat {seat}: {reason}", "unknown-action")
    refusal = plan.book.presentation.refusal(snapshot(states, i), seat, int(action))
    assert refusal is not None, "the legal actions and the reasons against the others disagree"
    said = f"seat {seat}, {names[action]}: {plan.game.said(refusal)}"
    return IllegalMove(said, refusal.code, refusal.rule, dict(refusal.about))
