"""The bot that plays by its game's hand-written rules of thumb."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from stichwerk.bots.policy import chooser, policy_of
from stichwerk.games import Game
from stichwerk.games.knowledge import Knowledge
from stichwerk.kernel.rng import Rng

#: The phase with which a round begins in every game: bids or layouts.
_OPENING = 0


class RulesBot:
    """Plays by rules of thumb.

    ``noise``: how far it may misjudge a card, in the units of the game's policy; ``opening_noise``: the same for bids
    and layouts. A ``forgetful`` one remembers only the trick on the table.
    """

    def __init__(
        self,
        game: Game,
        noise: float = 0.0,
        opening_noise: float = 0.0,
        forgetful: bool = False,
        name: str = "rules",
    ) -> None:
        self.name = name
        self._noise = (opening_noise, noise)
        #: The fields of the state that it does not remember.
        self.forgotten = [field for field in ("seen", "void") if forgetful and field in (game.book.state.names or ())]
        found = policy_of(game)
        self._choose = chooser(game, found)
        self._style = found.style.copy()
        self._mask = np.zeros(game.book.mask_words, np.int64)

    def styles(self) -> NDArray[np.float64]:
        """The style of its policy in the opening, and that in all other phases: for loops in compiled code."""
        styles = np.stack([self._style, self._style])
        styles[:, 0] = self._noise
        return styles

    def choose(self, known: Knowledge, legal: Sequence[int], rng: Rng) -> int:
        states = known.states
        if self.forgotten:
            states = states.copy()
            for field in self.forgotten:
                states[field] = 0
        self._style[0] = self._noise[int(states["phase"][0]) != _OPENING]
        return int(self._choose(states, known.seat, self._mask, rng, self._style))
