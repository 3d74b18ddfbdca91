"""Tables at which a network learns: many rounds side by side, as PyTorch's tensors, on the processor or on a card."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from table_loops import AT_A_TABLE, LOOPS, advise_tables, regard_at_table, regard_tables

from stichwerk.bots.policy import policy_of, regarder
from stichwerk.bots.trained_network import features_of
from stichwerk.errors import StichwerkError
from stichwerk.games import Game
from stichwerk.games.options import Options
from stichwerk.games.policies.regarding import MOST_DESCRIBED
from stichwerk.kernel import columns
from stichwerk.kernel.jit import bind

#: Which share of the rounds is the usual game for four, and which its usual options with other numbers of players.
USUAL, OTHER_PLAYERS = 0.5, 0.25
#: So many rounds are drawn from; each is as likely as another.
_DRAWN = 4096


def variants_for(game: Game, seed: int) -> Any:
    """What may be played, each row as likely as another: how many rounds there are, then the options as numbers."""
    usual = [(min(4, game.players[-1]), game.options())]
    others = [(players, game.options()) for players in game.players]
    every = [(players, options) for players in game.players for options in _every_option(game, players)]
    random = np.random.default_rng(seed)
    rows = []
    for share in random.random(_DRAWN):
        among = usual if share < USUAL else others if share < USUAL + OTHER_PLAYERS else every
        players, options = among[random.integers(len(among))]
        rows.append([options.rounds_planned(players) or 1, *options.vector(players, 0)])
    return np.array(rows, np.int64)


def _every_option(game: Game, players: int) -> Iterator[Options]:
    """All that so many can agree on, where there is a choice. (Numbers, like a target, are left as they are.)"""
    choices = {name: setting.choices for name, setting in game.options.settings().items() if setting.choices}
    for values in product(*choices.values()):
        options = game.options(**dict(zip(choices, values, strict=True)))
        with suppress(StichwerkError):
            options.check_players(players)
            yield options


class TrainingTables:
    """Rounds side by side. A tensor of each kind is made once, and holds what is now."""

    game: Game
    count: int
    #: Who is to move; which seats are the learner's (as bits); what is seen, legal, and advised by the rules of thumb.
    seats: Any
    sides: Any
    seen: Any
    masks: Any
    advice: Any
    #: The legal actions one after the other (-1: there are no more), and the features of each, if the game brings any.
    described: Any
    features: Any
    #: What happens next; then whether that ended the round, what each seat gained by it, and its points and tricks.
    actions: Any
    ended: Any
    gains: Any
    points: Any
    tricks: Any
    #: The random numbers of each table.
    rngs: Any
    #: Whether there are rules of thumb for this game here.
    advised: bool

    def begin(self) -> None:
        """Deal anew at every table."""
        raise NotImplementedError

    def act(self) -> None:
        """Do the ``actions``; where that ends a round, another begins."""
        raise NotImplementedError

    def draw(self) -> None:
        """Set the ``actions`` to random legal ones."""
        raise NotImplementedError

    def field(self, name: str) -> Any:
        """A field of all states, not a copy."""
        raise NotImplementedError

    def hidden(self) -> Any:
        """What the seat to move cannot see, as bytes: the others' cards and face-down choices, from the left on."""
        seats, book = self.game.players[-1], self.game.book
        players, near = self.field("players")[:, None], torch.arange(1, seats, device=self.seats.device)
        there = (near < players)[:, :, None]
        other = ((self.seats[:, None] + near) % players)[:, :, None]
        words = []
        if "hand" in (book.state.names or ()):
            hands = self.field("hand")
            hands = hands.reshape(self.count, seats, -1)
            words.append(torch.where(there, hands.gather(1, other.expand(-1, -1, hands.shape[2])), 0))
        if book.secret is not None:
            choices = self.field(book.secret.field)
            choices = choices.reshape(self.count, seats, -1)
            chosen = choices.gather(1, other.expand(-1, -1, choices.shape[2])).long() - book.secret.blank
            words.append(torch.where(there, torch.ones_like(chosen) << chosen.clamp(0, 62), 0))
        if not words:
            return torch.zeros((self.count, 1), dtype=torch.uint8, device=self.seats.device)
        return torch.cat(words, 2).view(self.count, -1).view(torch.uint8)


def tables(game: Game, count: int, mixed: Any, seed: int, device: str) -> TrainingTables:
    """So many tables; at those that are ``mixed`` the learner meets somebody else."""
    variants = variants_for(game, seed)
    if device == "cpu":
        return ProcessorTables(game, count, mixed, variants, seed)
    return CardTables(game, count, mixed, variants, seed, device)


class ProcessorTables(TrainingTables):
    """In the processor's memory."""

    def __init__(self, game: Game, count: int, mixed: Any, variants: Any, seed: int) -> None:
        self.game, self.count = game, count
        book, actions = game.book, len(game.book.presentation.actions(game.options()))
        self._states = book.new_states(count)
        self._bits, self._rngs = np.zeros((count, book.mask_words), np.int64), np.zeros((count, 4), np.int64)
        seats, sides, chosen, advice = (np.zeros(count, np.int64) for _ in range(4))
        masks, ended = np.zeros((count, actions), np.bool_), np.zeros(count, np.bool_)
        seen, gains = np.zeros((count, book.layout.size), np.int16), np.zeros((count, game.players[-1]), np.float32)
        points, tricks = np.zeros(gains.shape, np.int16), np.zeros(gains.shape, np.int8)
        self._loops = _loops(game)
        self._loops.seed_tables(self._rngs, seed)
        self._style = policy_of(game).style.copy()
        self._style[0] = 0.0
        self._table = self._states, variants, book.deck, self._rngs, np.asarray(mixed, np.bool_), seats, sides
        self._done = chosen, gains, points, tricks, ended
        self._shown = self._states, seats, self._bits, masks, seen
        self._advised = self._states, seats, self._bits, self._rngs, self._style, advice
        width = features_of(game)
        described = np.full((count, MOST_DESCRIBED if width else 0), -1, np.int64)
        features = np.zeros((count, described.shape[1] * width), np.float32)
        self._regarded = self._states, seats, self._bits, described, features
        self.described, self.features = torch.from_numpy(described), torch.from_numpy(features)
        self.seats, self.sides, self.seen, self.masks, self.advice = (
            torch.from_numpy(array) for array in (seats, sides, seen, masks, advice)
        )
        self.actions, self.ended, self.gains, self.points, self.tricks, self.rngs = (
            torch.from_numpy(array) for array in (chosen, ended, gains, points, tricks, self._rngs)
        )
        self.advised = True

    def begin(self) -> None:
        self._loops.begin_tables(*self._table)
        self._show()

    def act(self) -> None:
        self._loops.act_at_tables(*self._table, *self._done)
        self._show()

    def draw(self) -> None:
        self._loops.chance_at_tables(self._bits, self._rngs, self._done[0])

    def field(self, name: str) -> Any:
        return torch.from_numpy(np.ascontiguousarray(self._states[name]))

    def _show(self) -> None:
        self._loops.show_tables(*self._shown)
        self._loops.advise_tables(*self._advised)
        if self.features.shape[1]:
            self._loops.regard_tables(*self._regarded)


@cache
def _loops(game: Game) -> SimpleNamespace:
    policy = policy_of(game)
    verbs = {**vars(game.book.verbs), "gain": policy.gain, "advise": policy.policy}
    loops: tuple[Any, ...] = (*LOOPS, advise_tables)
    functions = AT_A_TABLE
    if features := features_of(game):
        verbs["regard_legal"] = regarder(game)
        functions, loops = (*functions, regard_at_table), (*loops, regard_tables)
    return SimpleNamespace(**bind(f"{game.id}-tables", (*functions, *loops), verbs, loops, DESCRIBED=features))


class CardTables(TrainingTables):
    """On a graphics card."""

    def __init__(self, game: Game, count: int, mixed: Any, variants: Any, seed: int, device: str) -> None:
        from card_tables import SHOWING, STEPPING, has_advice, kernels_of

        from stichwerk.envs.card_memory import memory
        from stichwerk.envs.devices import card_number
        from stichwerk.envs.on_card import CardStates

        number = card_number(device)
        self.game, self.count = game, count
        book, actions = game.book, len(game.book.presentation.actions(game.options()))
        room = self._room = memory(number)
        words = room.zeros((columns.words_of(book.state) * count,), np.int64)
        self._states = CardStates(room, words, book.state, count)
        self.seats, self.sides, self.actions, self.advice = (room.zeros((count,), np.int64) for _ in range(4))
        self.masks, self.ended = room.zeros((count, actions), np.bool_), room.zeros((count,), np.bool_)
        self.seen, self.rngs = room.zeros((count, book.layout.size), np.int16), room.zeros((count, 4), np.int64)
        everybody = (count, game.players[-1])
        self.gains, self.points = room.zeros(everybody, np.float32), room.zeros(everybody, np.int16)
        self.tricks = room.zeros(everybody, np.int8)
        bits = room.zeros((count, book.mask_words), np.int64)
        style = policy_of(game).style.copy()
        style[0] = 0.0
        kernels = kernels_of(game)
        table = words, room.copy(variants), self.rngs, room.copy(np.asarray(mixed, np.bool_)), self.seats, self.sides
        showing: list[Any] = [(kernels.show_kernel, SHOWING, (words, self.seats, bits, self.masks, self.seen))]
        self.advised = has_advice(game)
        if self.advised:
            advising = words, self.seats, bits, self.rngs, room.copy(style), self.advice
            showing.append((kernels.advise_kernel, SHOWING, advising))
        width = features_of(game)
        self.described = room.zeros((count, MOST_DESCRIBED if width else 0), np.int64)
        self.features = room.zeros((count, self.described.shape[1] * width), np.float32)
        if width:
            regarding = words, self.seats, bits, self.described, self.features
            showing.append((kernels.regard_kernel, SHOWING, regarding))
        acting = kernels.act_kernel, STEPPING, (*table, self.actions, self.gains, self.points, self.tricks, self.ended)
        self._kept = table, showing, acting  # what is recorded does not itself hold on to its arguments
        self._begin = room.recorded([(kernels.begin_kernel, STEPPING, table), *showing], count)
        self._act = room.recorded([acting, *showing], count)
        self._draw = room.recorded([(kernels.chance_kernel, STEPPING, (bits, self.rngs, self.actions))], count)
        room.run(kernels.seed_kernel, count, STEPPING, (self.rngs, seed))

    def begin(self) -> None:
        self._begin()

    def act(self) -> None:
        self._act()

    def draw(self) -> None:
        self._draw()

    def field(self, name: str) -> Any:
        return self._states[name]
