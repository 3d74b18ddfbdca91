"""Work spread over threads or processes here, or over many machines: over whatever backend joblib is set to."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain, islice
from pickle import PicklingError
from typing import Any, Literal, TypeVar

from joblib import Parallel, delayed, effective_n_jobs
from joblib.parallel import get_active_backend

from stichwerk.errors import BadArena
from stichwerk.play.workers import leave_interrupts_to_the_parent, processes

Part = TypeVar("Part")
Done = TypeVar("Done")
Prefer = Literal["threads", "processes"]

#: So many parts are handed out ahead for each worker.
AHEAD = 2


def spread(
    work: Callable[[Part], Done],
    parts: Iterable[Part],
    workers: int | None = None,
    prefer: Prefer = "processes",
    few: int = 0,
) -> Iterator[Done]:
    """Do the work for each of the parts, and give what comes of it, in their order.

    ``workers``: how many there are; by default one for each core, or as many as a cluster has. Up to so ``few`` parts
    are worked on right here: to start processes would take longer. No more parts are taken than keep the workers busy:
    whoever takes the results may be slow, and room is not endless. Inside ``joblib.parallel_config`` the work is done
    by the backend that is named there, else by threads or processes, as preferred.

    >>> list(spread(abs, [-3, 2], workers=1))
    [3, 2]
    """
    parts, elsewhere = iter(parts), _is_elsewhere()
    first = list(islice(parts, few + 1)) if not elsewhere else []
    parts = chain(first, parts)
    if not elsewhere and (workers == 1 or 0 < len(first) <= few):
        yield from map(work, parts)
        return
    with broken_workers_explained():
        yield from _elsewhere(work, parts, workers) if elsewhere else _here(work, parts, workers, prefer)


@contextmanager
def broken_workers_explained() -> Iterator[None]:
    """What goes wrong with workers, as a sentence that says what to do."""
    try:
        yield
    except PicklingError as problem:
        raise BadArena(
            "a bot cannot be sent to other processes: use one worker, or name it as file.py:Class", "bot-stays"
        ) from problem
    except BrokenExecutor as problem:
        raise BadArena(
            "a worker broke down: a bot crashed it or took too much memory; try one worker to see more", "no-worker"
        ) from problem


def _is_elsewhere() -> bool:
    """Whether joblib has been set to something else than the processes of this machine."""
    return type(get_active_backend()[0]).__name__ not in ("LokyBackend", "SequentialBackend")


def _here(work: Callable[[Part], Done], parts: Iterator[Part], workers: int | None, prefer: Prefer) -> Iterator[Done]:
    count = workers or os.cpu_count() or 1
    ahead: deque[Future[Done]] = deque()
    with _threads(count) if prefer == "threads" else processes(count) as pool:
        for part in parts:
            if len(ahead) == AHEAD * count:
                yield ahead.popleft().result()
            ahead.append(pool.submit(work, part))
        while ahead:
            yield ahead.popleft().result()


@contextmanager
def _threads(count: int) -> Iterator[Executor]:
    pool = ThreadPoolExecutor(count)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)  # so that Ctrl-C does not wait for what is still to come


def _elsewhere(work: Callable[[Part], Done], parts: Iterator[Part], workers: int | None) -> Iterator[Done]:
    """By the backend of joblib: a number of parts at a time, and while their results are taken, the next ones."""
    parallel = Parallel(n_jobs=workers or -1, batch_size=1)
    together = AHEAD * effective_n_jobs(workers or -1)
    with ThreadPoolExecutor(1) as caller:
        coming: Future[list[Done]] | None = None
        while some := list(islice(parts, together)):
            done, coming = coming, caller.submit(parallel, [delayed(_in_worker)(work, part) for part in some])
            yield from done.result() if done else ()
        yield from coming.result() if coming else ()


def _in_worker(work: Callable[[Any], Any], part: Any) -> Any:
    leave_interrupts_to_the_parent()
    return work(part)
