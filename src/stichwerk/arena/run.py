"""Compare bots: the deals are spread over processes with joblib; nothing depends on how many there are."""

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from itertools import combinations, pairwise
from pickle import PicklingError
from typing import Any, TypeVar

from joblib import Parallel, delayed

from stichwerk.arena.comparison import Comparison, Settings
from stichwerk.arena.deals import Contest, check_round
from stichwerk.arena.duplicate import SCORE, STOP, DuplicateTable
from stichwerk.arena.entrant import entrant
from stichwerk.bots import Bot
from stichwerk.errors import BadArena, BadOption, listed
from stichwerk.games import Game
from stichwerk.games import game as find_game
from stichwerk.games.options import Options
from stichwerk.play.precompile import precompile_with_progress

Thing = TypeVar("Thing")

#: The largest seed and number of a deal: both are numbers of compiled code, and a deal has many streams.
MOST_SEED, MOST_DEAL = 2**63 - 1, 2**48


def compare(
    game: Game | str,
    challenger: str | Bot,
    rest: str | Bot,
    *,
    deals: int = 200,
    players: int = 4,
    options: Mapping[str, Any] | Options | None = None,
    seed: int = 0,
    first_deal: int = 0,
    round_no: int | None = None,
    whole_games: bool = False,
    own_luck: bool = False,
    illegal: str = STOP,
    workers: int | None = None,
    tick: Callable[[int], None] = lambda deals_done: None,
) -> Comparison:
    """Compare a challenger with the rest on ``deals`` duplicate deals, beginning with number ``first_deal``.

    Every deal is played with one challenger at each seat in turn, and with one of the rest at each seat in turn. A
    deal is one round (the rounds of the game take turns, unless ``round_no`` says which), or with ``whole_games`` a
    game. Both sides' bots draw the same random numbers at the same seat, unless they have their ``own_luck``. An
    ``illegal`` move stops everything, or with "score" is replaced by a random one and counted.

    ``workers`` is how many processes there are, by default one per core. Interrupted with Ctrl-C, it returns what is
    done; `Comparison.interrupted` tells.

    >>> result = compare("alles-oder-nichts", "random", "random", deals=14, own_luck=True, workers=1)
    >>> print(result.one.difference())
    +0.67 ± 0.78
    """
    found = find_game(game) if isinstance(game, str) else game
    settings = options if isinstance(options, Options) else found.options.read(options)
    if not isinstance(settings, found.options):
        raise BadOption(f"these are options of {settings.game}, not of {found.id}")
    settings.check_players(players)
    _check_numbers(deals, seed, first_deal, workers)
    if whole_games and round_no is not None:
        raise BadArena("a whole game has all its rounds: ask for whole games or for one round, not for both")
    if round_no is not None:
        check_round(settings, players, round_no)
    if illegal not in (STOP, SCORE):
        raise BadArena(f"illegal must be {listed([STOP, SCORE])}, not {illegal!r}")
    sides = entrant(challenger, found), entrant(rest, found)
    plan = Contest(found, settings, players, *sides, seed, round_no, whole_games, own_luck, illegal)
    precompile_with_progress([found])
    return _compared(plan, range(first_deal, first_deal + deals), workers, tick)


def neighbours(bots: Sequence[Thing]) -> list[tuple[Thing, Thing]]:
    """Who is compared with whom on a ladder, the challenger first: each with the one before; a single one with itself.

    >>> neighbours(["random", "1", "2"])
    [('1', 'random'), ('2', '1')]
    """
    return [(upper, lower) for lower, upper in pairwise(bots)] if len(bots) > 1 else [(bots[0], bots[0])]


def pairs(bots: Sequence[Thing]) -> list[tuple[Thing, Thing]]:
    """Everybody with everybody, the later named as the challenger."""
    return [(upper, lower) for lower, upper in combinations(bots, 2)] if len(bots) > 1 else neighbours(bots)


def _check_numbers(deals: int, seed: int, first_deal: int, workers: int | None) -> None:
    limits = {"deals": (deals, 1, MOST_DEAL), "seed": (seed, 0, MOST_SEED), "first_deal": (first_deal, 0, MOST_DEAL)}
    if workers is not None:
        limits["workers"] = (workers, 1, 1024)
    for name, (number, low, high) in limits.items():
        if not low <= number <= high:
            raise BadArena(f"{name} must be a whole number from {low} to {high}, not {number}")


def _compared(plan: Contest, numbers: range, workers: int | None, tick: Callable[[int], None]) -> Comparison:
    DuplicateTable(plan)  # warms the bots up here, so that workers find on disk what they compile
    done: list[Comparison] = []
    try:
        for part in _played(plan, numbers, workers):
            done.append(part)
            tick(1)
    except KeyboardInterrupt:
        if not done:
            raise
    except PicklingError as problem:
        raise BadArena(
            "a bot cannot be sent to other processes: use one worker, or name it as file.py:Class", "bot-stays"
        ) from problem
    except BrokenExecutor as problem:
        raise BadArena(
            "a worker broke down: a bot crashed it or took too much memory; try one worker to see more", "no-worker"
        ) from problem
    return Comparison.join(done, planned=len(numbers))


def _played(plan: Contest, numbers: range, workers: int | None) -> Iterator[Comparison]:
    """The deals, each as soon as it is played. joblib puts short ones together into larger pieces of work."""
    if workers == 1:
        yield from (_play(plan, number) for number in numbers)
        return
    parallel = Parallel(n_jobs=workers or -1, return_as="generator_unordered")
    yield from parallel(delayed(_play)(plan, number) for number in numbers)


def _play(plan: Contest, number: int) -> Comparison:
    if multiprocessing.parent_process() is not None and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who waits, not for every worker
    return Comparison.of(_settings(plan), *DuplicateTable(plan).play(number))


def _settings(plan: Contest) -> Settings:
    return Settings(
        plan.game.id, plan.players, plan.options.to_mapping(), plan.challenger.label, plan.rest.label, plan.seed,
        plan.round_no, plan.whole_games, plan.own_luck, plan.illegal,
    )  # fmt: skip
