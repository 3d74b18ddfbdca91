"""The bot that plays by a network as training/train.py writes it, in any game: from a file, or that which the game
brings along. NumPy is quick enough for one decision.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from stichwerk.bots.policy import chooser, policy_of, regarder
from stichwerk.bots.trained_network import Network, Numbers, Thoughts, features_of, read_network
from stichwerk.errors import UnknownBot
from stichwerk.games import Game
from stichwerk.games.knowledge import Knowledge
from stichwerk.games.policies.linear import MOST_GLANCE
from stichwerk.games.policies.regarding import MOST_DESCRIBED
from stichwerk.kernel.rng import Rng, draw

#: The network that a game brings along, in its folder; and how that is called where a file could be named.
FILE, OWN = "learned.npz", "own"


@dataclass(frozen=True)
class Expectation:
    """What a network expects of an action, without playing on: the seat's points in this round, and for actions that
    concern no single colour (bids) how likely each number of tricks is.
    """

    action: int
    points: float
    tricks: tuple[float, ...]


class LearnedBot:
    """Plays what the network likes best; the higher the ``temperature``, the more often something else."""

    def __init__(self, game: Game, file: str | Path = OWN, temperature: float = 0.0, name: str = "network") -> None:
        if not temperature >= 0:
            raise ValueError(f"temperature must be a number from 0 on, not {temperature!r}")
        self.name = name
        self.network = network_at(game, Path(file))
        self._game, self._temperature = game, temperature
        rules = policy_of(game)
        self._rules, self._style = chooser(game, rules), rules.style.copy()
        self._style[0] = 0.0
        self._mask, self._seen = game.book.new_mask(), game.book.new_observation()
        self._room = np.empty(MOST_GLANCE), np.empty(features_of(game)), np.zeros(MOST_DESCRIBED, np.int64)

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
        thoughts, advised = self.think(known, rng)
        likings: Numbers = self.network.likings(thoughts, advised)[self.network.slots(self._seen, np.array(legal))]
        if self.network.by_features is not None:
            actions, features = self._described(known)
            places = np.searchsorted(actions, legal).clip(max=len(actions) - 1)
            likings += np.where(actions[places] == legal, self.network.regarded(thoughts, features)[places], 0.0)
        return likings

    def _described(self, known: Knowledge) -> tuple[Numbers, Numbers]:
        """The legal actions (or as many of them as are described), and a row of features for each."""
        _, room, actions = self._room
        features = np.zeros(MOST_DESCRIBED * len(room), np.float32)
        self._game.book.at.legal(known.states, 0, known.seat, self._mask)
        described = regarder(self._game)(known.states[0], known.seat, self._mask, *self._room, features)
        return actions[:described], features.reshape(MOST_DESCRIBED, -1)[:described]

    def expectations(self, known: Knowledge, legal: Sequence[int], rng: Rng) -> list[Expectation]:
        """What the network expects of each action."""
        network = self.network
        if network.values is None:
            raise UnknownBot("this network tells no values: train one anew")
        thoughts, _ = self.think(known, rng)
        points, tricks = network.points(thoughts), network.tricks(thoughts)
        slots = network.slots(self._seen, np.array(legal)).tolist()
        return [
            Expectation(action, float(points[slot]), tuple(tricks[slot].tolist()) if slot < len(tricks) else ())
            for action, slot in zip(legal, slots, strict=True)
        ]

    def think(self, known: Knowledge, rng: Rng) -> tuple[Thoughts, int | None]:
        """What the network makes of the position, and which slot was advised."""
        network = self.network
        self._game.book.at.observe(known.states, 0, known.seat, self._seen)
        advised = None
        if network.advised:
            rules = self._rules(known.states, known.seat, self._mask, rng, self._style)
            advised = int(network.slots(self._seen, np.array(int(rules))))
        return network.thoughts(self._seen, advised), advised


@cache
def network_at(game: Game, file: Path) -> Network:
    """The network in a file; that which the game brings along, if it is called `OWN`."""
    return own_network(game) if str(file) == OWN else read_network(game, file)


def brings_network(game: Game) -> bool:
    """Whether the game brings such a network along."""
    return files(game.package).joinpath(FILE).is_file()


@cache
def own_network(game: Game) -> Network:
    """The network that the game brings along."""
    if not brings_network(game):
        raise UnknownBot(f"there is no network for {game.title}")
    with as_file(files(game.package).joinpath(FILE)) as file:
        return read_network(game, file)
