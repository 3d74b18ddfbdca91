"""The games of a vector environment on a graphics card, as PyTorch's tensors that the compiled rules write in place.

It has the methods of `on_processor.ProcessorGames`, and the same games come out of it, bit for bit.
"""

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from stichwerk.envs import batch, card_loops
from stichwerk.envs.card_memory import CardMemory, memory
from stichwerk.envs.episode import EpisodePlan
from stichwerk.games import Game
from stichwerk.kernel import columns
from stichwerk.kernel.card import SIMULATED, bind_on_card
from stichwerk.kernel.state import States

#: Threads that work together in a block. Blocks of the playing kernel keep their states in memory that they share.
TOGETHER = 128
PLAYING = 64


class CardStates:
    """The true states of all games, which know everybody's cards: ``states["dealer"]`` is a tensor with one row for
    each game, and not a copy.
    """

    def __init__(self, room: CardMemory, words: Any, record: np.dtype[Any], games: int) -> None:
        self._room, self._words = room, words
        self.dtype, self.games = record, games

    def __len__(self) -> int:
        return self.games

    def __getitem__(self, field: str) -> Any:
        return self._room.field(self._words, self.dtype, field, self.games)

    def records(self, start: int = 0, stop: int | None = None) -> States:
        """A copy of some games in the processor's memory, as `VectorEnv.states` is there."""
        part = slice(start, stop)
        copy = np.zeros(len(range(*part.indices(self.games))), self.dtype)
        for field in self.dtype.names or ():
            copy[field] = self._room.fetched(self[field][part])
        return copy


class CardGames:
    """Games side by side, each number of all games in a column of its own."""

    def __init__(self, plan: EpisodePlan, games: int, number: int) -> None:
        book = plan.book
        self.games = games
        room = self._room = memory(number)
        words = columns.words_of(book.state)
        actions, seen, seats = len(plan.actions), book.layout.size, plan.players
        each = book.state.itemsize + actions + 2 * seen + 4 * seats + 8 * (book.mask_words + 11) + 2
        room.require(games, each)
        self.states = CardStates(room, room.zeros((words * games,), np.int64), book.state, games)
        self.seats = room.zeros((games,), np.int64)
        self.masks = room.zeros((games, actions), np.bool_)
        self.observations = room.zeros((games, seen), np.int16)
        self.rewards = room.zeros((games, seats), np.float32)
        self.done = room.zeros((games,), np.bool_)
        self.never = room.zeros((games,), np.bool_)
        self._sampled = room.zeros((games,), np.int64)
        self._bits = room.zeros((games, book.mask_words), np.int64)
        self._deals, self._samples = room.zeros((games, 4), np.int64), room.zeros((games, 4), np.int64)
        self._wrong = room.zeros((1,), np.int64)
        self._chosen = room.zeros((games,), np.int64)
        options = plan.setup.vector()
        self._kernels = _kernels(plan.game, len(options))
        table = (
            self.states._words,
            games,
            room.copy(options),
            room.copy(np.array([plan.first_round, plan.last_round], np.int64)),
            self._deals,
            self.seats,
            self._bits,
            self.masks,
            self.observations,
        )
        self._table = tuple(map(room.for_kernel, table))
        self._ends = room.for_kernel(self.rewards), room.for_kernel(self.done)

    def seed(self, seed: int) -> None:
        """Set the random numbers of every game to their beginning."""
        self._run("seed", self._deals, self._samples, self.games, seed)

    def reset(self) -> None:
        """New games everywhere."""
        self._run("reset", *self._table)

    def read(self, actions: Any) -> Any | None:
        """The actions as a tensor on the card; None if they are not whole numbers, one for each game."""
        return self._room.read(actions, self._chosen)

    def first_refused(self, actions: Any) -> int:
        """The first game whose action is not legal; -1 if there is none."""
        self._wrong[0] = self.games
        self._run("check", self._bits, self.games, actions, self.masks.shape[1], self._wrong)
        wrong = int(self._wrong[0])
        return wrong if wrong < self.games else -1

    def step(self, actions: Any) -> None:
        """One action in every game, which must be legal."""
        self._run("step", *self._table, actions, *self._ends)

    def play(self, steps: int) -> None:
        """So many random actions in every game."""
        self._run("play", *self._table, self._samples, steps, *self._ends, together=PLAYING)

    def sample(self) -> Any:
        """A random legal action for every game."""
        self._run("sample", self._bits, self.games, self._samples, self._sampled)
        return self._sampled

    def game(self, i: int) -> States:
        """The true state of one game, in the processor's memory."""
        return self.states.records(i, i + 1)

    def close(self) -> None:
        """There are no threads to end."""

    def _run(self, kernel: str, *arguments: Any, together: int = TOGETHER) -> None:
        self._room.run(getattr(self._kernels, f"{kernel}_kernel"), self.games, together, arguments)


@cache
def _kernels(game: Game, options: int) -> SimpleNamespace:
    """The loops of `card_loops`, for a game."""
    book = game.book
    if SIMULATED:
        column, copy = columns.plain_column(book.state), columns.plain_copy
    else:
        from stichwerk.kernel import column_type

        column, copy = column_type.column(book.state), column_type.copy
    bound = bind_on_card(
        (*batch.OF_A_GAME, *card_loops.KERNELS),
        vars(book.verbs),
        card_loops.KERNELS,
        column=column,
        copy=copy,
        FRESH=book.deck,
        CARDS=book.deck.size,
        OPTIONS=options,
        SEATS=game.players[-1],
        MASK=book.mask_words,
        PLAYING=PLAYING,
        ROOM=PLAYING * columns.words_of(book.state),
    )
    return SimpleNamespace(**bound)
