"""Random games by the million: compiled, on all cores, and the same for the same seed whatever the number of cores."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.engine import Engine
from stichwerk.games import Game
from stichwerk.games.options import Options
from stichwerk.record import game_data, round_data

#: Games per piece of work: enough to make the overhead vanish, few enough for a lively progress bar.
CHUNK = 2000


@dataclass(frozen=True)
class Results:
    """The outcome of simulated games: points by game and seat, winners by game (as bits), and the actions done."""

    totals: NDArray[np.int16]
    won: NDArray[np.int64]
    actions: int

    def win_share(self) -> NDArray[np.float64]:
        """How large a part of all wins each seat has; shared wins are split."""
        seats = np.arange(self.totals.shape[1])
        wins = (self.won[:, None] >> seats) & 1
        share: NDArray[np.float64] = (wins / wins.sum(axis=1, keepdims=True)).mean(axis=0)
        return share


def simulate(
    game: Game,
    options: Options,
    players: int,
    games: int,
    seed: int,
    workers: int | None = None,
    tick: Callable[[int], None] = lambda games_done: None,
) -> Results:
    """Play ``games`` random games. Game number k depends on the seed and k alone.

    >>> from stichwerk.games import game
    >>> rage = game("rage")
    >>> simulate(rage, rage.options(), 4, 3, seed=1).totals.shape
    (3, 4)
    """
    options.check_players(players)
    totals = np.zeros((games, players), np.int16)
    won = np.zeros(games, np.int64)

    def play(first: int) -> tuple[int, int]:
        part = slice(first, first + CHUNK)
        return len(won[part]), _Player(game, options, players).play(seed, first, totals[part], won[part])

    actions = 0
    # Threads will do: the compiled loop runs without the interpreter lock.
    with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        for work in as_completed([pool.submit(play, first) for first in range(0, games, CHUNK)]):
            done, acted = work.result()
            actions += acted
            tick(done)
    return Results(totals, won, actions)


def records(game: Game, options: Options, players: int, games: int, seed: int) -> Iterator[dict[str, Any]]:
    """The records of the games that `simulate` plays with this seed, one after the other."""
    player = _Player(game, options, players)
    names = [f"Random {seat + 1}" for seat in range(players)]
    for number in range(games):
        yield player.record(seed, number, names)


class _Player:
    """Everything one worker needs to play random games."""

    def __init__(self, game: Game, options: Options, players: int) -> None:
        self._game, self._options, self._players = game, options, players
        book = game.book
        self._loops = book.loops
        self._state = book.new_states()[0]
        self._mask = book.new_mask()
        self._vector = np.array(options.vector(players, 0), np.int64)
        self._decks = np.zeros((0, book.deck.size), np.int8)
        self._log = np.zeros((0, 2), np.int16)

    def play(self, seed: int, first: int, totals: Any, won: Any) -> int:
        return int(
            self._loops.random_games(
                self._state, self._vector, self._game.book.deck, self._mask, seed, first, totals, won,
                self._decks, self._log,
            )
        )  # fmt: skip

    def record(self, seed: int, number: int, names: list[str]) -> dict[str, Any]:
        totals, won = np.zeros((1, self._players), np.int16), np.zeros(1, np.int64)
        actions = self.play(seed, number, totals, won)
        rounds = int(self._state.round_no)
        if actions > len(self._log) or rounds > len(self._decks):
            # A longer game than any before: make room and play it again, which gives the same game.
            self._decks = np.zeros((2 * rounds, self._game.book.deck.size), np.int8)
            self._log = np.zeros((2 * actions, 2), np.int16)
            return self.record(seed, number, names)
        log = [(int(seat), int(action)) for seat, action in self._log[:actions]]
        return self._written(names, self._decks[:rounds], log)

    def _written(self, names: list[str], decks: Any, log: list[tuple[int, int]]) -> dict[str, Any]:
        engine = Engine(self._game, self._options, self._players, int(self._vector[1]))
        card_names = engine.notation.cards
        rounds = []
        done = 0
        for deck in decks:
            engine.deal(deck)
            moves = []
            while engine.waiting:
                count = engine.to_lay or 1
                seat, actions = log[done][0], tuple(action for _, action in log[done : done + count])
                text = engine.notation.lay(actions) if engine.to_lay else engine.notation.actions.names[actions[0]]
                moves.append((seat, text))
                engine.do(seat, actions)
                done += count
            size = self._options.hand_size(self._players, engine.round_no)
            deck_names = [card_names[card] for card in deck]
            rounds.append(round_data(engine.dealer, deck_names, self._players, size, moves, engine.scores))
        return game_data(self._game, self._options, names, rounds, engine.totals, engine.winners)
