"""Evaluation: what the moves of a seat are worth, as far as the seat can know. Hints and reviews both come from here.

All moves are tried in the same worlds against the same luck, so that what one is better than another is known much
more exactly than what either is worth.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from stichwerk.bots.learned import brings_network
from stichwerk.bots.playouts import ROOM
from stichwerk.bots.search import best_player, player_of, playouts_of
from stichwerk.games import Game
from stichwerk.games.knowledge import Knowledge
from stichwerk.kernel.rng import seed_rng
from stichwerk.kernel.state import States

#: A move: its actions, one after the other.
Actions = tuple[int, ...]
Numbers = NDArray[np.float64]

#: Worlds looked at for each one that is used: how closely bids are believed.
_CANDIDATES = 8
#: Whatever the budget, all moves are tried in so many worlds.
_FEWEST = 8
#: By a trained network, which takes its time, about so many cards are played in thought for a hint: a quarter of a
#: second. (Rules of thumb are ten times as quick.)
_MOST_CARDS = 120_000
#: Where many have shown many voids, a possible deal is found only after many draws (`kernel.worlds`): for a hint there
#: are about so many, a fifth of a second. How many a deal takes is told by a few of them.
_MOST_DRAWS, _PROBES = 400_000, 8
#: By how many standard errors a move must be behind the best to be tried no more.
_CLEARLY = 3.0


@dataclass(frozen=True)
class Samples:
    """What came of some moves: a row for each world, a column for each move. ``gains`` on the others, ``points``,
    ``tricks`` in the end, and whether the trick that is under way was ``taken``.
    """

    gains: Numbers
    points: Numbers
    tricks: Numbers
    taken: Numbers

    def of(self, columns: Sequence[int]) -> "Samples":
        """The same of some of the moves."""
        return Samples(self.gains[:, columns], self.points[:, columns], self.tricks[:, columns], self.taken[:, columns])

    def followed_by(self, more: "Samples") -> "Samples":
        """The same in more worlds."""
        return Samples(
            np.concatenate((self.gains, more.gains)),
            np.concatenate((self.points, more.points)),
            np.concatenate((self.tricks, more.tricks)),
            np.concatenate((self.taken, more.taken)),
        )


@dataclass(frozen=True)
class MoveValue:
    """One move: the points it is expected to bring in this round, and how sure that is.

    ``gain`` is what it brings more than the others get; the best move is the one that gains most, and ``behind`` how
    much more that is. Each has its standard error. ``tricks`` has the probability of each number of tricks in the end,
    ``takes`` that of the trick under way.
    """

    actions: Actions
    points: float
    error: float
    gain: float
    gain_error: float
    behind: float
    behind_error: float
    tricks: tuple[float, ...]
    takes: float


@dataclass(frozen=True)
class Evaluation:
    """All moves, in the order in which they were given, and the best of them."""

    moves: tuple[MoveValue, ...]
    best: int

    @property
    def recommended(self) -> MoveValue:
        """The best move."""
        return self.moves[self.best]

    @property
    def ranked(self) -> tuple[MoveValue, ...]:
        """Best first."""
        return in_order((self.recommended, *(value for value in self.moves if value is not self.recommended)))


class Sampler:
    """Plays on in thought, by the fastest good player of a game: its network, or else its rules of thumb."""

    def __init__(self, game: Game) -> None:
        player = best_player(game)
        self._redeal, found = game.book.at.redeal, player_of(game, player)
        self._compiled = playouts_of(game, player, believing=True)
        self._style = found.style.copy()
        self._style[0] = found.noise
        self._most_cards = _MOST_CARDS if brings_network(game) else None

    def affordable(self, known: Knowledge, playouts: int) -> int:
        """How many of so many playouts there is time for while somebody waits."""
        most = min(playouts, int(_MOST_DRAWS / (self._draws(known) * _CANDIDATES)))
        if self._most_cards is None:
            return most
        state = known.states[0]
        cards = int(state["players"]) * int(state["hand_size"] - state["tricks_done"])
        return min(most, self._most_cards // max(1, cards))

    def _draws(self, known: Knowledge) -> float:
        """How many draws it takes to deal a possible world."""
        generator, world = np.empty(4, np.int64), known.states.copy()
        seed_rng(generator, 0, 0)
        return sum(int(self._redeal(world, 0, known.seat, generator)) for _ in range(_PROBES)) / _PROBES

    def moves(
        self, known: Knowledge, moves: Sequence[Actions], worlds: int, seed: int, first: int = 0, is_true: bool = False
    ) -> Samples:
        """Try moves in worlds number ``first`` and on; in what is known itself if it ``is_true``, with nothing hidden.

        What comes of a move in a world depends on the seed and the number of the world, and on nothing else.
        """
        shape = worlds, len(moves)
        found = np.empty(shape), np.empty(shape), np.empty(shape), np.empty(shape)
        self._compiled["sample_moves"](
            known.states, known.seat, np.array(moves, np.int64), first, seed, 0 if is_true else _CANDIDATES,
            self._style, *found,
        )  # fmt: skip
        return Samples(*found)

    def worlds(self, known: Knowledge, count: int, seed: int) -> Iterator[States]:
        """Worlds such as moves are tried in: everybody's cards, as they may be. Each is gone when the next comes."""
        room, generator = np.empty(ROOM, known.states.dtype), np.empty(4, np.int64)
        for number in range(count):
            seed_rng(generator, seed, number)
            self._compiled["determinize"](known.states, known.seat, room, generator, self._style, _CANDIDATES)
            yield room[:1]

    def rounds(self, states: States, players: int, count: int, seed: int) -> tuple[Numbers, Numbers]:
        """Play a round to its end so often: what each seat gains and its points, a row for each time."""
        gains, points = np.empty((count, players)), np.empty((count, players))
        self._compiled["sample_rounds"](states, 0, seed, self._style, gains, points)
        return gains, points

    def usual(self, known: Knowledge, length: int, draws: int, seed: int, noise: float = 1.0) -> list[Actions]:
        """What the player does here, asked so often, with its usual noise times this. A move has so many actions."""
        style = self._style.copy()
        style[0] *= noise
        moves = np.empty((draws, length), np.int64)
        self._compiled["draw_moves"](known.states, known.seat, seed, style, moves)
        return [tuple(row) for row in moves.tolist()]


@cache
def sampler(game: Game) -> Sampler:
    """The sampler of a game."""
    return Sampler(game)


def evaluate(known: Knowledge, moves: Sequence[Actions], seed: int, playouts: int, is_true: bool = False) -> Evaluation:
    """Try every move in the same worlds, and then, with what is left of the playouts, those that may be the best."""
    player = sampler(known.game)
    worlds = max(_FEWEST, playouts // (2 * len(moves)))
    looks = player.moves(known, moves, worlds, seed, is_true=is_true)
    left = _contenders(looks)
    more = (playouts - worlds * len(moves)) // len(left)
    parts = [looks.of([column]) for column in range(len(moves))]
    if len(left) > 1 and more > 0:
        closer = player.moves(known, [moves[column] for column in left], more, seed, worlds, is_true)
        for place, column in enumerate(left):
            parts[column] = parts[column].followed_by(closer.of([place]))
    best = max(left, key=lambda column: parts[column].gains.mean())
    cards = int(known.states["hand_size"][0])
    values = (move_value(actions, parts[column], parts[best], cards) for column, actions in enumerate(moves))
    return Evaluation(tuple(values), best)


def move_value(actions: Actions, samples: Samples, best: Samples, cards: int) -> MoveValue:
    """What is to be said of a move, by what came of it and, in the same worlds and more, of the best one."""
    worlds = len(samples.gains)
    behind, behind_error = mean_and_error(best.gains[:worlds, 0] - samples.gains[:, 0])
    fewer, _ = mean_and_error(best.points[:worlds, 0] - samples.points[:, 0])
    # The best one has met more worlds: what it brought there says something of the others too.
    gain, points = float(best.gains.mean()) - behind, float(best.points.mean()) - fewer
    gain_error, error = mean_and_error(samples.gains[:, 0])[1], mean_and_error(samples.points[:, 0])[1]
    tricks = np.bincount(samples.tricks[:, 0].astype(np.int64), minlength=cards + 1) / len(samples.tricks)
    takes = float(samples.taken.mean())
    return MoveValue(actions, points, error, gain, gain_error, behind, behind_error, tuple(tricks.tolist()), takes)


def in_order(values: Sequence[MoveValue]) -> tuple[MoveValue, ...]:
    """The first, which is the best, and then the others by how far behind they are: one that was given up after a few
    worlds may look better than it is.
    """
    return (values[0], *sorted(values[1:], key=lambda value: value.behind))


def mean_and_error(values: Numbers) -> tuple[float, float]:
    """The mean of independent values, and its standard error."""
    return float(values.mean()), float(values.std(ddof=1)) / sqrt(len(values))


def _contenders(looks: Samples) -> list[int]:
    """The moves that are not clearly worse than the best."""
    gains = looks.gains
    best = int(gains.mean(axis=0).argmax())
    behind = gains[:, [best]] - gains
    errors = behind.std(axis=0, ddof=1) / sqrt(len(gains))
    return [int(column) for column in np.flatnonzero(behind.mean(axis=0) <= _CLEARLY * errors)]
