"""The bot that plays as its game's network learned to."""

from collections.abc import Sequence

import numpy as np

from stichwerk.bots.policy import chooser, network_of
from stichwerk.games import Game
from stichwerk.games.knowledge import Knowledge
from stichwerk.kernel.rng import Rng


class NetworkBot:
    """Plays what the network likes best; the higher the ``temperature``, the more often something else."""

    def __init__(self, game: Game, temperature: float = 0.0, name: str = "network") -> None:
        self.name = name
        found = network_of(game)
        self._choose = chooser(game, found)
        self._style = found.style.copy()
        self._style[0] = temperature
        self._mask = np.zeros(game.book.mask_words, np.int64)

    def choose(self, known: Knowledge, legal: Sequence[int], rng: Rng) -> int:
        return int(self._choose(known.states, known.seat, self._mask, rng, self._style))
