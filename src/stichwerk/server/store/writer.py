"""The one writer of a store: a thread that puts all that waits into one transaction (group commit).

Whoever hands in a job gets a future, which is done only when the job's rows are durably stored. A job that fails
(its row was written by somebody else) fails alone; the others of its transaction do not notice.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Thread
from typing import Any

from sqlalchemy import Connection, Engine, insert
from sqlalchemy.exc import IntegrityError, OperationalError

from stichwerk.server.errors import Conflict, StoreError
from stichwerk.server.store import schema

#: The most jobs in one transaction: so many that a commit costs each almost nothing, so few that none waits long.
MOST_AT_ONCE = 500


@dataclass
class Job:
    """Something to be written: lines of the log, or anything else that has to be done with the database, or both."""

    lines: Sequence[dict[str, Any]] = ()
    write: Callable[[Connection], Any] | None = None
    done: "Future[Any]" = field(default_factory=Future)


class Writer(Thread):
    """Writes what is handed in, in that order. ``explain`` turns an error of the database into a sentence."""

    def __init__(self, engine: Engine, explain: Callable[[Exception], StoreError]) -> None:
        super().__init__(name="stichwerk-writer", daemon=True)
        self._engine, self._explain = engine, explain
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._stopped = False
        self.commits = 0  # for the statistics: how many transactions there have been
        self.start()

    def submit(
        self, write: Callable[[Connection], Any] | None = None, lines: Sequence[dict[str, Any]] = ()
    ) -> "Future[Any]":
        """Have something written; the future has what ``write`` returned, once it is stored."""
        job = Job(lines, write)
        if self._stopped:
            job.done.set_exception(StoreError("the server is shutting down: try again in a moment", "db-closed"))
        else:
            self._jobs.put(job)
        return job.done

    def stop(self) -> None:
        """Write what has been handed in, then end."""
        if not self._stopped:
            self._stopped = True
            self._jobs.put(None)
        self.join()

    def run(self) -> None:
        """The thread."""
        going_on = True
        while going_on:
            batch, going_on = self._next()
            if batch:
                self._write(batch)

    def _next(self) -> tuple[list[Job], bool]:
        """All jobs that wait, at least one."""
        batch: list[Job] = []
        job = self._jobs.get()
        while job is not None:
            if job.done.set_running_or_notify_cancel():
                batch.append(job)
            if len(batch) >= MOST_AT_ONCE or self._jobs.empty():
                return batch, True
            job = self._jobs.get()
        return batch, False

    def _write(self, batch: Sequence[Job]) -> None:
        try:
            results = self._together(batch)
        except Exception as problem:
            if len(batch) > 1 and not isinstance(problem, OperationalError):
                results = self._apart(batch)
            else:
                results = [self._told(problem)] * len(batch)
        for job, result in zip(batch, results, strict=True):
            if isinstance(result, StoreError):
                job.done.set_exception(result)
            else:
                job.done.set_result(result)

    def _together(self, batch: Sequence[Job]) -> list[Any]:
        with self._engine.begin() as connection:
            _insert(connection, [line for job in batch for line in job.lines])  # one statement for all tables
            results = [job.write(connection) if job.write is not None else None for job in batch]
        self.commits += 1
        return results

    def _apart(self, batch: Sequence[Job]) -> list[Any]:
        """Still in one transaction, but each job can be undone without the others."""
        results: list[Any] = []
        try:
            with self._engine.begin() as connection:
                for job in batch:
                    try:
                        with connection.begin_nested():
                            _insert(connection, job.lines)
                            results.append(job.write(connection) if job.write is not None else None)
                    except OperationalError:  # the disk is full, the server is gone: that is everybody's trouble
                        raise
                    except Exception as problem:
                        results.append(self._told(problem))
        except Exception as problem:
            return [self._told(problem)] * len(batch)  # nothing was stored, not even of those that went well
        self.commits += 1
        return results

    def _told(self, problem: Exception) -> StoreError:
        if isinstance(problem, StoreError):
            return problem
        if isinstance(problem, IntegrityError):
            return Conflict("somebody else was quicker: this has been written already")
        return self._explain(problem)


def _insert(connection: Connection, lines: Sequence[dict[str, Any]]) -> None:
    if lines:
        connection.execute(insert(schema.log), lines)
