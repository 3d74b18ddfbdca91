"""Compare bots: the deals are spread over processes with joblib; nothing depends on how many there are."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, pairwise
from operator import index
from typing import Any, TypeVar

from joblib import Parallel, delayed
from joblib.parallel import get_active_backend

from stichwerk.arena.comparison import Comparison
from stichwerk.arena.deals import SCORE, STOP, Contest, check_round, contest
from stichwerk.arena.duplicate import DuplicateTable
from stichwerk.bots import Bot
from stichwerk.bots.entrant import entrant
from stichwerk.bulk.spread import broken_workers_explained, spread
from stichwerk.errors import BadArena, listed
from stichwerk.games import Game
from stichwerk.games.options import Options
from stichwerk.games.setup import agreed
from stichwerk.play.precompile import precompile_with_progress
from stichwerk.play.workers import leave_interrupts_to_the_parent

Thing = TypeVar("Thing")

#: The largest seed and number of a deal: both are numbers of compiled code, and a deal has many streams.
MOST_SEED, MOST_DEAL = 2**63 - 1, 2**48
#: Where joblib cannot give deals as soon as they are played, so many are played before they are given.
_TOGETHER = 4


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
    setup = agreed(game, options, players)
    _check_numbers(deals, seed, first_deal, workers)
    if whole_games and round_no is not None:
        raise BadArena("a whole game has all its rounds: ask for whole games or for one round, not for both")
    if round_no is not None:
        check_round(setup.options, players, round_no)
    if illegal not in (STOP, SCORE):
        raise BadArena(f"illegal must be {listed([STOP, SCORE])}, not {illegal!r}")
    plan = contest(
        setup, entrant(challenger, setup.game), entrant(rest, setup.game), seed=seed,
        round_no=round_no, whole_games=whole_games, own_luck=own_luck, illegal=illegal,
    )  # fmt: skip
    precompile_with_progress([setup.game])
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
        if not low <= index(number) <= high:
            raise BadArena(f"{name} must be a whole number from {low} to {high}, not {number}")


def _compared(plan: Contest, numbers: range, workers: int | None, tick: Callable[[int], None]) -> Comparison:
    table = DuplicateTable(plan)  # warms the bots up here, so that workers find on disk what they compile
    done: list[Comparison] = []
    try:
        with broken_workers_explained():
            for part in _played(table, numbers, workers):
                done.append(part)
                tick(1)
    except KeyboardInterrupt:
        if not done:
            raise
    return Comparison.join(done, planned=len(numbers))


def _played(table: DuplicateTable, numbers: range, workers: int | None) -> Iterator[Comparison]:
    """The deals, each as soon as it is played. joblib puts short ones together into larger pieces of work."""
    if workers == 1:
        yield from (_play_at(table, number) for number in numbers)
        return
    if not get_active_backend()[0].supports_return_generator:  # like that of Ray
        pieces = [numbers[first : first + _TOGETHER] for first in range(0, len(numbers), _TOGETHER)]
        for played in spread(partial(_play_some, table.plan), pieces, workers):
            yield from played
        return
    parallel = Parallel(n_jobs=workers or -1, return_as="generator_unordered")
    yield from parallel(delayed(_play)(table.plan, number) for number in numbers)


def _play_some(plan: Contest, numbers: range) -> list[Comparison]:
    """Several deals in a worker."""
    return [_play(plan, number) for number in numbers]


def _play(plan: Contest, number: int) -> Comparison:
    """A deal in a worker. The deals of one piece of work have one and the same plan, and are played at one table."""
    leave_interrupts_to_the_parent()
    if getattr(_worker, "plan", None) is not plan:
        _worker.plan, _worker.table = plan, DuplicateTable(plan)
    return _play_at(_worker.table, number)


#: The table of this worker, and the plan that it was made for.
_worker = threading.local()


def _play_at(table: DuplicateTable, number: int) -> Comparison:
    return Comparison.of(table.plan.settings, *table.play(number))
