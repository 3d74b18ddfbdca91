"""The games of a vector environment on a graphics card, as PyTorch's tensors that the compiled rules write in place.

It has the methods of `on_processor.ProcessorGames`, and the same games come out of it, bit for bit.
"""

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from stichwerk.envs import batch, card_loops
from stichwerk.envs.card_memory import CardMemory, Threads, memory
from stichwerk.envs.episode import EpisodePlan
from stichwerk.games import Game
from stichwerk.kernel import columns
from stichwerk.kernel.card import SIMULATED, bind_on_card
from stichwerk.kernel.state import States

#: How the threads are laid out, as measured on an H200. Those that play or show have the state in a memory that a block
#: shares, with room for seven blocks. What is shown is first cleared, then filled; with few threads at a time more of
#: it should be in the cache until then.
STEPPING = Threads(together=128, blocks=16)
PLAYING = Threads(together=64, blocks=14)
SHOWING = Threads(together=64, blocks=4)


class CardStates:
    """The true states of all games, which know everybody's cards: ``states["dealer"]`` is a tensor with one row for
    each game, and not a copy.
    """

    def __init__(self, room: CardMemory, words: Any, record: np.dtype[Any], games: int) -> None:
        self._room, self.words = room, words
        self.dtype, self.games = record, games

    def __len__(self) -> int:
        return self.games

    def __getitem__(self, field: str) -> Any:
        return self._room.field(self.words, self.dtype, field, self.games)

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
        kernels = self._kernels = _kernels(plan.game, len(options), actions)
        rounds = np.array([plan.first_round, plan.last_round], np.int64)
        self._table = self.states.words, room.copy(options), room.copy(rounds), self._deals, self.seats
        self._ends = self.rewards, self.done
        shown = kernels.show_kernel, SHOWING, self.states.words, self.seats, self._bits, self.masks, self.observations
        self._show = self._recorded(shown)
        self._sample = self._recorded((kernels.sample_kernel, STEPPING, self._bits, self._samples, self._sampled))
        self._step = self._recorded(
            (kernels.check_kernel, STEPPING, self._bits, self._chosen, actions, self._wrong),
            (kernels.step_kernel, STEPPING, *self._table, self._chosen, self._wrong, *self._ends),
            shown,
        )

    def seed(self, seed: int) -> None:
        """Set the random numbers of every game to their beginning."""
        self._run(self._kernels.seed_kernel, STEPPING, self._deals, self._samples, seed)

    def reset(self) -> None:
        """New games everywhere."""
        self._run(self._kernels.reset_kernel, STEPPING, *self._table)
        self._show()

    def read(self, actions: Any) -> Any | None:
        """The actions as a tensor on the card; None if they are not whole numbers, one for each game."""
        return self._room.read(actions, self._chosen)

    def step(self, actions: Any) -> int:
        """One action in every game, or none if one is not legal: then the first such game is returned, else -1."""
        assert actions is self._chosen
        self._wrong[0] = self.games
        self._step()
        wrong = int(self._wrong[0])
        return wrong if wrong < self.games else -1

    def play(self, steps: int) -> None:
        """So many random actions in every game."""
        self._run(self._kernels.play_kernel, PLAYING, *self._table, self._samples, steps, *self._ends)
        self._show()

    def sample(self) -> Any:
        """A random legal action for every game."""
        self._sample()
        return self._sampled

    def game(self, i: int) -> States:
        """The true state of one game, in the processor's memory."""
        return self.states.records(i, i + 1)

    def close(self) -> None:
        """There are no threads to end."""

    def _run(self, kernel: Any, threads: Threads, *arguments: Any) -> None:
        self._room.run(kernel, self.games, threads, arguments)

    def _recorded(self, *launches: Any) -> Callable[[], None]:
        kernels = [(kernel, threads, arguments) for kernel, threads, *arguments in launches]
        return self._room.recorded(kernels, self.games)


@cache
def _kernels(game: Game, options: int, actions: int) -> SimpleNamespace:
    """The loops of `card_loops`, for a game."""
    book = game.book
    if SIMULATED:
        column, row, copy = columns.plain_column(book.state), columns.plain_row, columns.plain_copy
    else:
        from stichwerk.kernel import card_range, column_type  # noqa: F401  (the first teaches the compiler)

        column, row, copy = column_type.column(book.state), column_type.row, column_type.copy
    bound = bind_on_card(
        (*batch.OF_A_GAME, *card_loops.KERNELS),
        vars(book.verbs),
        card_loops.KERNELS,
        column=column,
        row=row,
        copy=copy,
        FRESH=book.deck,
        CARDS=book.deck.size,
        OPTIONS=options,
        SEATS=game.players[-1],
        MASK=book.mask_words,
        ACTIONS=actions,
        SEEN=book.layout.size,
        TOGETHER=PLAYING.together,
        ROOM=PLAYING.together * columns.words_of(book.state),
    )
    return SimpleNamespace(**bound)
