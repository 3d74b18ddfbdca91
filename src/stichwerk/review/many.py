"""Many records reviewed, on all cores: each game in a process, and of each only what is asked for sent back."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from itertools import islice
from typing import TypeVar

from stichwerk.errors import StichwerkError
from stichwerk.play.record import Record
from stichwerk.play.workers import processes
from stichwerk.review.plan import ReviewPlan
from stichwerk.review.results import Review
from stichwerk.review.run import review_game

Told = TypeVar("Told")

#: A record, and the line it stands in; in place of a broken one, the error.
Line = tuple[int, Record | StichwerkError]


def review_all(
    records: Iterable[Line],
    told: Callable[[Review], Told],
    seat: int | str | None = None,
    *,
    plan: ReviewPlan | None = None,
    workers: int | None = None,
) -> Iterator[tuple[int, Told | StichwerkError]]:
    """What is ``told`` of each review, in the order of the lines; or why there is none.

    ``told`` is called where the game is reviewed: what it returns has to travel between processes.
    """
    plan = plan or ReviewPlan()
    count = workers or os.cpu_count() or 1
    if count == 1:
        for line, record in records:
            yield line, _review(record, told, seat, plan)
        return
    with processes(count) as pool:
        waiting = iter(records)
        going = [_begin(pool, each, told, seat, plan) for each in islice(waiting, 2 * count)]
        while going:
            line, future = going.pop(0)
            yield line, future.result()
            going += [_begin(pool, each, told, seat, plan) for each in islice(waiting, 1)]


def _begin(
    pool: Executor, each: Line, told: Callable[[Review], Told], seat: int | str | None, plan: ReviewPlan
) -> tuple[int, Future[Told | StichwerkError]]:
    line, record = each
    return line, pool.submit(_review, record, told, seat, plan)


def _review(
    record: Record | StichwerkError, told: Callable[[Review], Told], seat: int | str | None, plan: ReviewPlan
) -> Told | StichwerkError:
    try:
        if isinstance(record, StichwerkError):
            raise record
        return told(review_game(record, seat, plan=plan))
    except StichwerkError as problem:
        return problem
