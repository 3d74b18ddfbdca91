"""Work in pieces: in order, no more of it begun than keeps the workers busy, and one sentence where it breaks."""

import os
import threading
from collections.abc import Iterator

import pytest
from joblib import parallel_config

from stichwerk.bulk.spread import spread
from stichwerk.errors import BadArena


@pytest.mark.parametrize("workers", [1, 2, None])
@pytest.mark.parametrize("backend", ["threading", "multiprocessing"])
def test_the_work_goes_to_the_backend_that_joblib_is_set_to(backend: str, workers: int | None) -> None:
    with parallel_config(backend=backend):
        done = list(spread(_where, range(9), workers, "threads", few=9))
    assert [part for part, _ in done] == list(range(9))
    assert (os.getpid() in {pid for _, pid in done}) == (backend == "threading" or workers == 1)


def _where(part: int) -> tuple[int, int]:
    return part, os.getpid()


@pytest.mark.parametrize("workers", [1, 2, None])
def test_what_comes_of_the_parts_comes_in_their_order(workers: int | None) -> None:
    assert list(spread(abs, range(-20, 0), workers, "threads")) == list(range(20, 0, -1))
    assert list(spread(abs, [], workers, "threads")) == []


def test_few_parts_are_worked_on_right_here() -> None:
    assert set(spread(_thread, range(3), few=3)) == {threading.get_ident()}
    assert set(spread(_thread, range(3), 2, "threads")).isdisjoint({threading.get_ident()})


def _thread(part: int) -> int:
    return threading.get_ident()


def test_whoever_is_slow_to_take_the_results_is_waited_for() -> None:
    """Memory is bounded: no more parts are taken than keep the workers busy."""
    taken: list[int] = []

    def parts() -> Iterator[int]:
        for part in range(200):
            taken.append(part)
            yield part

    done = spread(abs, parts(), 2, "threads")
    ahead = [len(taken) - count for count, _ in enumerate(done, 1)]
    assert len(taken) == 200
    assert max(ahead) <= 4


def test_what_cannot_be_sent_to_a_process_is_told() -> None:
    with pytest.raises(BadArena, match="cannot be sent"):
        list(spread(_Stays().work, [1, 2], 2))


class _Stays:
    def work(self, part: int) -> int:
        return part

    def __reduce__(self) -> str:
        from pickle import PicklingError

        raise PicklingError("no")
