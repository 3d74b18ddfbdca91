"""The bot that plays by a network from a file, as training/train.py writes it, in any game.

What the seat observes becomes inputs that are on or off: number ``source`` of the observation is larger than
``threshold``. Where the network was trained with the advice of the rules of thumb, what they would do is an input, too.
NumPy is quick enough for one decision.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from stichwerk.bots.policy import chooser, policy_of
from stichwerk.errors import UnknownBot
from stichwerk.games import Game
from stichwerk.games.knowledge import Knowledge
from stichwerk.kernel.rng import Rng, draw

#: What a file says about itself grows when its numbers mean something else.
FORMAT = 1

Numbers = NDArray[Any]

#: The layers, by name: a row of the matrices for each number that comes in.
LAYERS = ("first", "advice", "bias_1", "second", "bias_2", "last", "bias_3", "trust")


class LearnedBot:
    """Plays what the network likes best; the higher the ``temperature``, the more often something else."""

    def __init__(self, game: Game, file: str | Path, temperature: float = 0.0, name: str = "network") -> None:
        if not temperature >= 0:
            raise ValueError(f"temperature must be a number from 0 on, not {temperature!r}")
        self.name = name
        self._game, self._temperature = game, temperature
        found = read_network(game, Path(file))
        self._source, self._threshold = found["source"], found["threshold"]
        layers = {layer: found[layer].astype(np.float32) for layer in LAYERS}
        self._first, self._advice, self._bias_1 = layers["first"], layers["advice"], layers["bias_1"]
        self._second, self._bias_2 = layers["second"], layers["bias_2"]
        self._last, self._bias_3 = np.ascontiguousarray(layers["last"].T), layers["bias_3"]
        self._trust = float(layers["trust"])
        rules = policy_of(game)
        self._rules, self._style = chooser(game, rules), rules.style.copy()
        self._style[0] = 0.0
        self._mask, self._seen = game.book.new_mask(), game.book.new_observation()

    def choose(self, known: Knowledge, legal: Sequence[int], rng: Rng) -> int:
        if len(legal) == 1:
            return legal[0]
        values = self.values(known, legal, rng)
        if self._temperature == 0:
            return legal[int(values.argmax())]
        odds = np.exp((values - values.max()) / self._temperature).cumsum()
        return legal[int(np.searchsorted(odds, draw(rng) / 4294967296.0 * odds[-1], "right"))]

    def values(self, known: Knowledge, legal: Sequence[int], rng: Rng) -> Numbers:
        """What the network thinks of each action: logarithms of probabilities, but for a constant."""
        self._game.book.at.observe(known.states, 0, known.seat, self._seen)
        on = np.flatnonzero(self._seen[self._source] > self._threshold)
        first = self._first[on].sum(0) + self._bias_1
        actions = np.array(legal)
        advised = np.zeros(len(legal), np.float32)
        if len(self._advice):
            rules = int(self._rules(known.states, known.seat, self._mask, rng, self._style))
            first += self._advice[rules]
            advised[actions == rules] = self._trust
        second = np.maximum(first, 0) @ self._second + self._bias_2
        values: Numbers = self._last[actions] @ np.maximum(second, 0) + self._bias_3[actions] + advised
        return values


def read_network(game: Game, file: Path) -> Mapping[str, Numbers]:
    """The numbers of a network, checked; refuses a file that is none, or not for this game as it is now."""
    try:
        with np.load(file) as stored:
            found = {name: stored[name] for name in ("format", "game", "sizes", "source", "threshold", *LAYERS)}
    except FileNotFoundError:
        raise UnknownBot(f"cannot read the network {file}: there is no such file") from None
    except (OSError, ValueError, KeyError, BadZipFile, EOFError):
        raise UnknownBot(f"{file} holds no network, or is damaged: train it anew, or fetch it again") from None
    if int(found["format"]) != FORMAT:
        raise UnknownBot(f"the network {file} was written by another version of Stichwerk: train it anew")
    if str(found["game"]) != game.id:
        raise UnknownBot(f"the network {file} plays {found['game']}, not {game.id}")
    if found["sizes"].tolist() != sizes_of(game):
        raise UnknownBot(f"the network {file} was trained before {game.id} changed what players see: train it anew")
    return found


def sizes_of(game: Game) -> list[int]:
    """How many numbers are observed, and how many actions there are."""
    return [game.book.layout.size, len(game.book.presentation.actions(game.options()))]
