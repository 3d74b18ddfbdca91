"""Random games by the million: compiled, on all cores, and the same for the same seed whatever the number of cores."""

import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.games import Game
from stichwerk.games.options import Options
from stichwerk.games.setup import agreed
from stichwerk.games.view import seats_in
from stichwerk.play.engine import Engine
from stichwerk.play.notation import notation
from stichwerk.play.record import game_data, round_data, to_line
from stichwerk.play.workers import processes

#: Games per piece of work: enough to make the overhead vanish, few enough for a lively progress bar.
CHUNK = 2000
#: The same where games are written down, which takes fifty times as long. A record has ten thousand letters.
RECORDED_CHUNK = 250
#: Up to so many pieces are written down without further processes: to start these takes longer than they save.
FEW_CHUNKS = 32


@dataclass(frozen=True, repr=False)
class Results:
    """The outcome of simulated games: points by game and seat, winners by game (as bits), and the actions done."""

    totals: NDArray[np.int16]
    won: NDArray[np.int64]
    actions: int

    def __repr__(self) -> str:
        """The result in one line, seat by seat."""
        games = f"{len(self.won):,} random game{'s' * (len(self.won) != 1)}"
        if not len(self.won):
            return games
        points = ", ".join(f"{mean:.1f}" for mean in self.totals.mean(axis=0))
        return f"{games}: points {points}; wins {', '.join(f'{share:.0%}' for share in self.win_share())}"

    def win_share(self) -> NDArray[np.float64]:
        """How large a part of all wins each seat has; shared wins are split."""
        seats = np.arange(self.totals.shape[1])
        wins = (self.won[:, None] >> seats) & 1
        share: NDArray[np.float64] = (wins / wins.sum(axis=1, keepdims=True)).mean(axis=0)
        return share


#: A piece of work: the numbers of the games, what came of them, and their records.
Recorded = tuple[range, Results, list[str]]


def simulate(
    game: Game | str,
    options: Mapping[str, Any] | Options | None = None,
    players: int = 4,
    games: int = 1000,
    seed: int = 0,
    workers: int | None = None,
    tick: Callable[[int], None] = lambda games_done: None,
) -> Results:
    """Play ``games`` random games. Game number k depends on the seed and k alone.

    >>> results = simulate("rage", {"bidding": "secret"}, players=3, games=200, seed=1)
    >>> results
    200 random games: points -0.6, -2.4, -3.4; wins 38%, 32%, 30%
    >>> results.totals.shape
    (200, 3)
    """
    setup = agreed(game, options, players)  # refuses before room is made for the games
    totals = np.zeros((games, players), np.int16)
    won = np.zeros(games, np.int64)

    def play(first: int) -> tuple[int, int]:
        part = slice(first, first + CHUNK)
        return len(won[part]), _Player(setup.game, setup.options, players).play(seed, first, totals[part], won[part])

    actions = 0
    # Threads will do: the compiled loop runs without the interpreter lock.
    pool = ThreadPoolExecutor(workers or os.cpu_count())
    try:
        for work in as_completed([pool.submit(play, first) for first in range(0, games, CHUNK)]):
            done, acted = work.result()
            actions += acted
            tick(done)
    finally:
        pool.shutdown(cancel_futures=True)  # so that Ctrl-C does not wait for the games still to come
    return Results(totals, won, actions)


def simulate_and_record(
    game: Game,
    options: Options,
    players: int,
    games: int,
    seed: int,
    write: Callable[[str], object],
    workers: int | None = None,
    tick: Callable[[int], None] = lambda games_done: None,
) -> Results:
    """The games of `simulate`, and ``write`` is given the record of each as a line, in the order of their numbers.

    To write a game down is work for the interpreter: workers are processes here, unless the games are few.

    >>> from stichwerk.games import game
    >>> rage = game("rage")
    >>> lines = []
    >>> simulate_and_record(rage, rage.options(), 4, 3, seed=1, write=lines.append).totals.shape, len(lines)
    ((3, 4), 3)
    """
    options.check_players(players)
    totals, won = np.zeros((games, players), np.int16), np.zeros(games, np.int64)
    actions = 0
    chunks = [range(first, min(first + RECORDED_CHUNK, games)) for first in range(0, games, RECORDED_CHUNK)]
    for numbers, played, lines in _recorded_in_order(game, options, players, chunks, seed, workers or os.cpu_count()):
        for line in lines:
            write(line)
        part = slice(numbers.start, numbers.stop)
        totals[part], won[part] = played.totals, played.won
        actions += played.actions
        tick(len(numbers))
    return Results(totals, won, actions)


def records(game: Game, options: Options, players: int, games: int, seed: int) -> Iterator[dict[str, Any]]:
    """Just the records of these games, as data, each when it is asked for."""
    player = _Player(game, options, players)
    totals, won = np.zeros((1, players), np.int16), np.zeros(1, np.int64)
    for number in range(games):
        yield player.record(seed, number, totals, won)[1]


def _recorded_in_order(
    game: Game, options: Options, players: int, chunks: list[range], seed: int, workers: int | None
) -> Iterator[Recorded]:
    """The pieces of work, one after the other."""
    if workers == 1 or len(chunks) <= FEW_CHUNKS:
        for numbers in chunks:
            yield _recorded(game, options, players, numbers, seed)
        return
    count = min(workers or 1, len(chunks))
    ahead: deque[Future[Recorded]] = deque()
    with processes(count) as pool:
        for numbers in chunks:
            # Only so many ahead that nobody is idle: whoever takes the records may be slow, and room is not endless.
            if len(ahead) == 2 * count:
                yield ahead.popleft().result()
            ahead.append(pool.submit(_recorded, game, options, players, numbers, seed))
        while ahead:
            yield ahead.popleft().result()


def _recorded(game: Game, options: Options, players: int, numbers: range, seed: int) -> Recorded:
    """Play the games of these numbers, and write each down."""
    player = _Player(game, options, players)
    totals, won = np.zeros((len(numbers), players), np.int16), np.zeros(len(numbers), np.int64)
    lines, actions = [], 0
    for row, number in enumerate(numbers):
        acted, data = player.record(seed, number, totals[row : row + 1], won[row : row + 1])
        actions += acted
        lines.append(to_line(data))
    return numbers, Results(totals, won, actions), lines


class _Player:
    """Everything one worker needs to play random games."""

    def __init__(self, game: Game, options: Options, players: int) -> None:
        self._game, self._options, self._players = game, options, players
        self._states, self._mask = game.book.new_states(), game.book.new_mask()
        self._vector = agreed(game, options, players).vector()
        self._make_room(0, 0)

    def _make_room(self, rounds: int, actions: int) -> None:
        """Room to note the course of a game."""
        self._decks = np.zeros((rounds, self._game.book.deck.size), np.int8)
        self._log = np.zeros((actions, 2), np.int16)
        self._sheet = np.zeros((rounds, 2 + self._players), np.int64)

    def play(self, seed: int, first: int, totals: Any, won: Any) -> int:
        return int(
            self._game.book.loops.random_games(
                self._states, self._vector, self._game.book.deck, self._mask, seed, first, totals, won,
                self._decks, self._log, self._sheet,
            )
        )  # fmt: skip

    def record(self, seed: int, number: int, totals: Any, won: Any) -> tuple[int, dict[str, Any]]:
        """Play one game, and write it down."""
        actions = self.play(seed, number, totals, won)
        rounds = int(self._states["round_no"][0])
        if actions > len(self._log) or rounds > len(self._decks):
            # A longer game than any before: make room and play it again, which gives the same game.
            self._make_room(2 * rounds, 2 * actions)
            return self.record(seed, number, totals, won)
        names = [f"Random {seat + 1}" for seat in range(self._players)]
        parts = [self._round(number) for number in range(1, rounds + 1)]
        data = game_data(self._game, self._options, names, parts, totals[0].tolist(), seats_in(int(won[0])))
        return actions, data

    def _round(self, number: int) -> dict[str, Any]:
        words = notation(self._game, self._options)
        end, dealer, *scores = self._sheet[number - 1].tolist()
        start = int(self._sheet[number - 2, 0]) if number > 1 else 0
        log = self._log[start:end].tolist()
        deck = [words.cards[card] for card in self._decks[number - 1].tolist()]
        size = self._options.hand_size(self._players, number)
        return round_data(dealer, deck, self._players, size, self._moves(log), scores)

    def _moves(self, log: list[list[int]]) -> list[tuple[int, str]]:
        """A round's actions as moves. Where cards are laid, that comes first, and a player's cards are one move."""
        words = notation(self._game, self._options)
        each = self._laid_each
        laid = [log[i : i + each] for i in range(0, each * self._players, each)] if each else []
        layings = [(cards[0][0], words.lay([card for _, card in cards]).text) for cards in laid]
        return layings + [(seat, words.actions.names[action]) for seat, action in log[each * self._players :]]

    @cached_property
    def _laid_each(self) -> int:
        engine = Engine(self._game, self._options, self._players, 0)
        engine.deal(self._game.book.deck)
        return engine.to_lay
