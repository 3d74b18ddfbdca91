"""Who plays the games of a simulation: random moves, bots in compiled code, or any bots at all.

A player plays game number k into a transcript. The game depends on the seed and on k alone. Bots of any kind see
nothing but what their seat may know; the compiled ones are the very same bots, only quicker.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from stichwerk.bots import Bot, checked
from stichwerk.bots.random_bot import RandomBot
from stichwerk.bots.rules_bot import RulesBot
from stichwerk.bulk.rules_games import AT_RANDOM, BY_RULES, FORGETFUL, rules_game_of
from stichwerk.bulk.transcript import DEALER, END, SCORES, Course, Transcript
from stichwerk.errors import BotMistake, StichwerkError
from stichwerk.games.knowledge import Knowledge
from stichwerk.kernel.bits import members
from stichwerk.kernel.rng import below, rng, seed_rng, shuffle

#: So many streams of random numbers belong to a game: one for its deals, and one for each seat.
STREAMS = 64


class Player(Protocol):
    """Plays the games of a simulation."""

    def play(self, seed: int, number: int, into: Transcript) -> tuple[list[int], int]:
        """Play the game with this number: the points by seat, and the winners as bits."""


def player_of(course: Course, bots: Sequence[Bot]) -> Player:
    """Whoever plays so; without bots: at random."""
    if not bots:
        return RandomPlayer(course)
    return CompiledBots(course, bots) if are_compiled(bots) else Bots(course, bots)


def are_compiled(bots: Sequence[Bot]) -> bool:
    """Whether these need nothing but compiled code."""
    return all(type(bot) in (RandomBot, RulesBot) for bot in bots)


class RandomPlayer:
    """Plays at random, everything with the same random numbers: the games of `kernel.random_play`."""

    def __init__(self, course: Course) -> None:
        book = course.game.book
        self._course, self._loop = course, book.loops.random_games
        self._states, self._mask = book.new_states(), book.new_mask()
        self._totals, self._won = np.zeros((1, course.players), np.int16), np.zeros(1, np.int64)

    def play(self, seed: int, number: int, into: Transcript) -> tuple[list[int], int]:
        into.actions = self.play_many(seed, number, self._totals, self._won, into)
        into.rounds, into.over = int(self._states["round_no"][0]), True
        if into.make_room(into.rounds, into.actions):
            return self.play(seed, number, into)  # the same game again
        return self._totals[0].tolist(), int(self._won[0])

    def play_many(self, seed: int, first: int, totals: Any, won: Any, into: Transcript) -> int:
        """Play so many games as there is room for their points. The number of actions."""
        return int(
            self._loop(
                self._states, self._course.vector.copy(), self._course.game.book.deck, self._mask, seed, first,
                totals, won, into.decks, into.log, into.sheet,
            )
        )  # fmt: skip


class CompiledBots:
    """Bots that need nothing but compiled code."""

    def __init__(self, course: Course, bots: Sequence[Bot]) -> None:
        book = course.game.book
        self._course, self._loop = course, rules_game_of(course.game)
        self._states, self._mask, self._deck = book.new_states(2), book.new_mask(), book.deck.copy()
        self._letters = self._states.view(np.uint8).reshape(2, -1)
        self._rngs = np.zeros((1 + course.players, 4), np.int64)
        self._vector = course.vector.copy()
        rules = RulesBot(course.game)
        self._styles = np.stack([(bot if isinstance(bot, RulesBot) else rules).styles() for bot in bots])
        self._kinds = np.array([_kind(bot) for bot in bots], np.int64)
        self._forgotten = np.zeros(book.state.itemsize, np.bool_)
        for field in {field for bot in bots if isinstance(bot, RulesBot) for field in bot.forgotten}:
            kind, start, *_ = book.state.fields[field]  # type: ignore[index]
            self._forgotten[start : start + kind.itemsize] = True

    def play(self, seed: int, number: int, into: Transcript) -> tuple[list[int], int]:
        book, states = self._course.game.book, self._states
        for stream, generator in enumerate(self._rngs):
            seed_rng(generator, seed, number * STREAMS + stream)
        into.actions = int(
            self._loop(
                states, self._letters, self._forgotten, self._vector, book.deck, self._deck, self._mask, self._rngs,
                self._kinds, self._styles, into.decks, into.log, into.sheet,
            )
        )  # fmt: skip
        into.rounds, into.over = int(states["round_no"][0]), True
        if into.make_room(into.rounds, into.actions):
            return self.play(seed, number, into)
        return states["totals"][0, : self._course.players].tolist(), int(book.at.winners(states, 0))


def _kind(bot: Bot) -> int:
    if not isinstance(bot, RulesBot):
        return AT_RANDOM
    return FORGETFUL if bot.forgotten else BY_RULES


class Bots:
    """Bots of any kind, each asked with what its seat knows."""

    def __init__(self, course: Course, bots: Sequence[Bot]) -> None:
        book, setup = course.game.book, course.setup
        self._course, self._bots = course, bots
        self._states, self._mask = book.new_states(), book.new_mask()
        self._known = [Knowledge(setup.game, setup.options, seat, book.new_states()) for seat in range(course.players)]
        self._rngs = [rng(0) for _ in range(1 + course.players)]

    def play(self, seed: int, number: int, into: Transcript) -> tuple[list[int], int]:
        at, states, vector, players = (
            self._course.game.book.at,
            self._states,
            self._course.vector.copy(),
            self._course.players,
        )
        for stream, generator in enumerate(self._rngs):
            seed_rng(generator, seed, number * STREAMS + stream)
        states.view(np.uint8)[:] = 0  # nothing of the game before
        vector[1] = below(self._rngs[0], players)
        at.begin(states, 0, vector)
        log: list[tuple[int, int]] = []
        rows: list[tuple[Any, list[int]]] = []
        while not at.finished(states, 0):
            deck = self._course.game.book.deck.copy()
            shuffle(self._rngs[0], deck, deck.size)
            at.deal(states, 0, deck)
            self._play_round(number, log)
            scores = states["scores"][0, :players].tolist()
            rows.append((deck, [len(log), int(states["dealer"][0]), *scores]))
        into.make_room(len(rows), len(log))
        into.rounds, into.actions, into.over = len(rows), len(log), True
        into.log[: len(log)] = log
        for row, (deck, noted) in enumerate(rows):
            into.decks[row], into.sheet[row] = deck, noted
        return states["totals"][0, :players].tolist(), int(at.winners(states, 0))

    def _play_round(self, number: int, log: list[tuple[int, int]]) -> None:
        at, states, mask = self._course.game.book.at, self._states, self._mask
        dealer, players = int(states["dealer"][0]), self._course.players
        in_order = [(dealer + 1 + step) % players for step in range(players)]
        while seats := int(at.awaiting(states, 0)):
            seat = next(seat for seat in in_order if seats >> seat & 1)
            at.legal(states, 0, seat, mask)
            legal = members(mask.tolist())
            action = legal[0] if len(legal) == 1 else self._chosen(number, seat, legal)
            log.append((seat, action))
            at.apply(states, 0, seat, action)

    def _chosen(self, number: int, seat: int, legal: tuple[int, ...]) -> int:
        bot, known = self._bots[seat], self._known[seat]
        known.states.view(np.uint8)[:] = self._states.view(np.uint8)
        self._course.game.book.at.hide(known.states, 0, seat)
        try:
            return checked(bot, known, legal, self._rngs[1 + seat])
        except StichwerkError:
            raise
        except (Exception, SystemExit) as problem:
            what = f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__
            raise BotMistake(f"the bot {bot.name!r} at seat {seat} in game {number} failed with {what}") from problem


assert (END, DEALER, SCORES) == (0, 1, 2), "the loops in compiled code write the sheet in this order"
