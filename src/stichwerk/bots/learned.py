"""The bot that plays by a network as training/train.py writes it, in any game: from a file, or that which the game
brings along.

What the seat observes becomes inputs that are on or off: number ``source`` of the observation is larger than
``threshold``. Where the network was trained with the advice of the rules of thumb, what they would do is an input, too.
NumPy is quick enough for one decision.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
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

#: The network that a game brings along, in its folder; and how that is called where a file could be named.
FILE, OWN = "learned.npz", "own"


@dataclass(frozen=True, eq=False)
class Network:
    """The numbers of a network, ready to be used; ``last`` has a row for each action."""

    source: Numbers
    threshold: Numbers
    first: Numbers
    advice: Numbers
    bias_1: Numbers
    second: Numbers
    bias_2: Numbers
    last: Numbers
    bias_3: Numbers
    trust: float

    @classmethod
    def of(cls, found: Mapping[str, Numbers]) -> "Network":
        """From what a file holds, where each number has 16 bits."""
        layers = {layer: found[layer].astype(np.float32) for layer in LAYERS}
        layers["last"] = np.ascontiguousarray(layers["last"].T)
        trust = float(layers.pop("trust"))
        return cls(source=found["source"], threshold=found["threshold"], trust=trust, **layers)


class LearnedBot:
    """Plays what the network likes best; the higher the ``temperature``, the more often something else."""

    def __init__(self, game: Game, file: str | Path = OWN, temperature: float = 0.0, name: str = "network") -> None:
        if not temperature >= 0:
            raise ValueError(f"temperature must be a number from 0 on, not {temperature!r}")
        self.name = name
        self._game, self._temperature = game, temperature
        self._network = network_at(game, Path(file))
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
        network = self._network
        self._game.book.at.observe(known.states, 0, known.seat, self._seen)
        on = np.flatnonzero(self._seen[network.source] > network.threshold)
        first = network.first[on].sum(0) + network.bias_1
        actions = np.array(legal)
        advised = np.zeros(len(legal), np.float32)
        if len(network.advice):
            rules = int(self._rules(known.states, known.seat, self._mask, rng, self._style))
            first += network.advice[rules]
            advised[actions == rules] = network.trust
        second = np.maximum(first, 0) @ network.second + network.bias_2
        values: Numbers = network.last[actions] @ np.maximum(second, 0) + network.bias_3[actions] + advised
        return values


@cache
def network_at(game: Game, file: Path) -> Network:
    """The network in a file; that which the game brings along, if it is called `OWN`."""
    return own_network(game) if str(file) == OWN else Network.of(read_network(game, file))


def brings_network(game: Game) -> bool:
    """Whether the game brings such a network along."""
    return files(game.package).joinpath(FILE).is_file()


@cache
def own_network(game: Game) -> Network:
    """The network that a game brings along: one for all bots that play by it."""
    if not brings_network(game):
        raise UnknownBot(f"there is no network for {game.title}")
    with as_file(files(game.package).joinpath(FILE)) as file:
        return Network.of(read_network(game, file))


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
