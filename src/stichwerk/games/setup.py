"""What is agreed before the first deal: the game, its options and how many play. Every game begins here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.errors import BadOption
from stichwerk.games import Game
from stichwerk.games import game as find_game
from stichwerk.games.options import Options
from stichwerk.kernel.state import States


@dataclass(frozen=True)
class Setup:
    """A game with everything that is agreed. Make one with `agreed`."""

    game: Game
    options: Options
    players: int

    def begin(self, states: States, i: int, dealer: int, round_no: int = 1) -> None:
        """A new game in ``states[i]``, ready for the deal of its first round, or of a later one as if those before had
        brought no points. ``dealer`` deals that round.
        """
        # A deal moves on to the next dealer, except the first of a game.
        before = dealer if round_no == 1 else (dealer - 1) % self.players
        self.game.book.at.begin(states, i, self.vector(before))
        states["round_no"][i] = round_no - 1

    def vector(self, dealer: int = 0) -> NDArray[np.int64]:
        """What is agreed as whole numbers, for `begin`."""
        return np.array(self.options.vector(self.players, dealer), np.int64)


def agreed(game: Game | str, options: Mapping[str, Any] | Options | None, players: int) -> Setup:
    """Agree on what to play; whatever the game is not made for is refused.

    >>> agreed("rage", {"bidding": "secret"}, 4).options.bidding
    'secret'
    """
    found = find_game(game) if isinstance(game, str) else game
    read = options if isinstance(options, Options) else found.options.read(options)
    if not isinstance(read, found.options):
        raise BadOption(f"these are options of {read.game}, not of {found.id}")
    read.check_players(players)
    return Setup(found, read, players)
