"""Games by the million, at random or by bots: on all cores, and the same for the same seed whatever their number."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import index
from typing import Any, Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from stichwerk.bots import Bot
from stichwerk.bots.entrant import Entrant, entrant
from stichwerk.bots.levels import level
from stichwerk.bots.registry import LEVEL_NAMES
from stichwerk.bulk.players import Player, RandomPlayer, are_compiled, player_of
from stichwerk.bulk.spread import spread
from stichwerk.bulk.transcript import Course, Transcript, around_rounds, course, data_of
from stichwerk.errors import BadPlayers
from stichwerk.games import Game
from stichwerk.games.options import Options
from stichwerk.games.setup import Setup, agreed
from stichwerk.games.view import seats_in

#: Games per piece of work: enough to make the overhead vanish, few enough for a lively progress bar.
CHUNK = 2000
#: The same where games are written down, which takes longer. A record has ten thousand letters.
RECORDED_CHUNK = 250
#: Up to so many pieces are written down without further processes: to start these takes longer than they save.
FEW_CHUNKS = 32
#: The same where bots think, who may take their time.
THINKING_CHUNK = 4

Done = TypeVar("Done")


@dataclass(frozen=True, repr=False)
class Results:
    """The outcome of simulated games: points by game and seat, winners by game (as bits), and the actions done."""

    totals: NDArray[np.int16]
    won: NDArray[np.int64]
    actions: int
    at_random: bool = True

    def __repr__(self) -> str:
        """The result in one line, seat by seat."""
        games = f"{len(self.won):,} {'random ' * self.at_random}game{'s' * (len(self.won) != 1)}"
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


@dataclass(frozen=True)
class Plan:
    """What is simulated: which game, by whom (nobody: at random), from which seed. It goes to every worker."""

    setup: Setup
    seed: int
    entrants: tuple[Entrant, ...] = ()

    def bots(self) -> list[Bot]:
        """The bots, by seat."""
        return [each.bot(self.setup.game) for each in self.entrants]

    @property
    def names(self) -> list[str]:
        """What the players are called."""
        who = [_title(each.label) for each in self.entrants] or ["Random"] * self.setup.players
        return [f"{name} {seat}" for seat, name in enumerate(who, 1)]


class Piece(NamedTuple):
    """A piece of work that is done: the numbers of the games, what came of them, and what was made of each."""

    numbers: range
    results: Results
    made: Any


def plan_of(
    game: Game | str,
    options: Mapping[str, Any] | Options | None,
    players: int,
    seed: int,
    bots: Sequence[str | Bot] | None = None,
) -> Plan:
    """What is to be simulated; refuses what cannot be. One bot alone plays at all seats."""
    setup = agreed(game, options, players)
    entrants = tuple(entrant(bot, setup.game) for bot in bots or ())
    if len(entrants) == 1:
        entrants *= players
    if entrants and len(entrants) != players:
        raise BadPlayers(f"there are {players} players but {len(entrants)} bots; name one for each, or one for all")
    return Plan(setup, index(seed), entrants)


def simulate(
    game: Game | str,
    options: Mapping[str, Any] | Options | None = None,
    players: int = 4,
    games: int = 1000,
    seed: int = 0,
    workers: int | None = None,
    tick: Callable[[int], None] = lambda games_done: None,
    bots: Sequence[str | Bot] | None = None,
) -> Results:
    """Play ``games`` games, at random or by ``bots``. Game number k depends on the seed and k alone.

    >>> results = simulate("rage", {"bidding": "secret"}, players=3, games=200, seed=1)
    >>> results
    200 random games: points -0.6, -2.4, -3.4; wins 38%, 32%, 30%
    >>> results.totals.shape
    (200, 3)
    >>> simulate("rage", players=4, games=50, seed=1, bots=["rules", "random", "random", "random"]).win_share().round(1)
    array([0.9, 0. , 0. , 0.1])
    """
    return simulate_plan(plan_of(game, options, players, seed, bots), games, workers, tick)


def simulate_plan(
    plan: Plan, games: int, workers: int | None = None, tick: Callable[[int], None] = lambda games_done: None
) -> Results:
    """Play the games, and keep nothing but their points."""
    return results_of(plan, games, each_piece(plan, _play, games, CHUNK, workers), tick)


def simulate_and_record(
    plan: Plan,
    games: int,
    write: Callable[[str], object],
    workers: int | None = None,
    tick: Callable[[int], None] = lambda games_done: None,
) -> Results:
    """Play the games, and ``write`` is given the record of each as a line, in the order of their numbers.

    To write a game down is work for the interpreter: workers are processes here, unless the games are few.

    >>> lines = []
    >>> simulate_and_record(plan_of("rage", None, 4, seed=1), 3, write=lines.append).totals.shape, len(lines)
    ((3, 4), 3)
    """

    def written() -> Iterator[Piece]:
        for piece in each_piece(plan, _record, games, RECORDED_CHUNK, workers, "processes"):
            for line in piece.made:
                write(line)
            yield piece

    return results_of(plan, games, written(), tick)


def records(plan: Plan, games: int) -> Iterator[str]:
    """Just the records of these games, as lines, each when it is asked for."""
    for number in range(games):
        yield from _record(plan, range(number, number + 1)).made


def each_piece(
    plan: Plan,
    work: Callable[[Plan, range], Piece],
    games: int,
    chunk: int,
    workers: int | None = None,
    prefer: Literal["threads", "processes"] = "threads",
) -> Iterator[Piece]:
    """The pieces of work, one after the other. Bots that think are always asked in processes."""
    few = FEW_CHUNKS if prefer == "processes" else 0
    if not are_compiled(plan.bots()):
        chunk, prefer, few = min(chunk, THINKING_CHUNK), "processes", 0
    pieces = [range(first, min(first + chunk, games)) for first in range(0, games, chunk)]
    return spread(partial(work, plan), pieces, workers, prefer, few)


def results_of(plan: Plan, games: int, pieces: Iterator[Piece], tick: Callable[[int], None]) -> Results:
    """What came of all pieces."""
    totals, won = np.zeros((games, plan.setup.players), np.int16), np.zeros(games, np.int64)
    actions = 0
    for numbers, part, _ in pieces:
        totals[numbers.start : numbers.stop], won[numbers.start : numbers.stop] = part.totals, part.won
        actions += part.actions
        tick(len(numbers))
    return Results(totals, won, actions, not plan.entrants)


# ---------------------------------------------------------------- in a worker


def each_game(plan: Plan, numbers: range, take: Callable[[Transcript, list[int], int], Done]) -> Piece:
    """Play the games of these numbers. What ``take`` makes of each transcript, with the points and the winners."""
    seat = _seat_of(plan)
    totals, won = np.zeros((len(numbers), plan.setup.players), np.int16), np.zeros(len(numbers), np.int64)
    made, actions = [], 0
    for row, number in enumerate(numbers):
        points, winners = seat.player.play(plan.seed, number, seat.transcript)
        totals[row], won[row] = points, winners
        actions += seat.transcript.actions
        made.append(take(seat.transcript, points, winners))
    return Piece(numbers, Results(totals, won, actions, not plan.entrants), made)


def course_of(plan: Plan) -> Course:
    """What all games of a plan have in common."""
    return course(plan.setup.game, plan.setup.options, plan.setup.players)


def head_and_tail(plan: Plan, points: list[int], winners: int) -> tuple[str, str]:
    """The record of a game as a line, but for its rounds: what stands before them, and what behind."""
    data = data_of(course_of(plan), plan.names, points, list(seats_in(winners)))
    if plan.entrants:
        data["bots"] = [_told(each.label) for each in plan.entrants]
    return around_rounds(data)


def _play(plan: Plan, numbers: range) -> Piece:
    """Play the games, and keep nothing but their points."""
    player = _seat_of(plan).player
    if not isinstance(player, RandomPlayer):
        return each_game(plan, numbers, lambda transcript, points, winners: None)
    totals, won = np.zeros((len(numbers), plan.setup.players), np.int16), np.zeros(len(numbers), np.int64)
    nothing = Transcript(plan.setup.game.book.deck.size, plan.setup.players, 0, 0)
    actions = player.play_many(plan.seed, numbers.start, totals, won, nothing)
    return Piece(numbers, Results(totals, won, actions), None)


def _record(plan: Plan, numbers: range) -> Piece:
    """Play the games, and write each down as a line."""
    found = course_of(plan)

    def line(transcript: Transcript, points: list[int], winners: int) -> str:
        head, tail = head_and_tail(plan, points, winners)
        return f"{head}{found.rounds_text(transcript)}{tail}"

    return each_game(plan, numbers, line)


class _Seat(NamedTuple):
    """What a worker needs; all arrays are used again and again."""

    plan: Plan
    player: Player
    transcript: Transcript


#: That of this thread.
_own = threading.local()


def _seat_of(plan: Plan) -> _Seat:
    seat: _Seat | None = getattr(_own, "seat", None)
    if seat is None or seat.plan != plan:
        found = course_of(plan)
        seat = _own.seat = _Seat(plan, player_of(found, plan.bots()), found.room())
    return seat


def _title(label: str) -> str:
    return level(label).name if label in LEVEL_NAMES else label


def _told(label: str) -> int | str:
    """A bot in a record: a level by its number, as a server writes it."""
    return int(label) if label in LEVEL_NAMES else label
