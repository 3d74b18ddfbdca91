"""The one writer of a store: a thread that puts all that waits into one transaction (group commit).

Whoever hands in a job gets a future, which is done only when the job's rows are durably stored. A job that fails
(its row was written by somebody else) fails alone; the others of its transaction do not notice. An event loop is woken
once for all of its jobs in a transaction.

Where logs end is written a little later, for many lines at once: nobody waits for it, and a head that is some lines
behind is still one that the log must have.
"""

import asyncio
from collections import ChainMap, defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError, OperationalError

from stichwerk.server.errors import Conflict, StoreError
from stichwerk.server.store import rows
from stichwerk.server.store.chain import BEGINNING, Head, check, link
from stichwerk.server.store.idle_connections import Kept
from stichwerk.server.store.leases import Fence

#: With so many jobs a transaction is full: a commit costs each almost nothing, and none waits long.
ENOUGH_AT_ONCE = 500
#: Of so many logs the last hash is remembered; of others it is asked for.
_REMEMBERED = 4096
#: After so many seconds, at the latest, it is kept where logs end.
_HEADS_WITHIN = 3.0


#: Done when a job is stored: for whoever blocks a thread of their own, or for a task of an event loop.
Done: TypeAlias = "Future[Any] | asyncio.Future[Any]"


@dataclass
class Job:
    """Something to be written: lines of the log, or anything else that has to be done with the database, or both."""

    table: str = ""
    lines: Sequence[tuple[int, int, bytes]] = ()
    write: Callable[[Connection], Any] | None = None
    done: Done = field(default_factory=Future)


class Writer(Thread):
    """Writes what is handed in, in that order. ``explain`` turns an error of the database into a sentence. With a
    ``fence``, nothing is appended to a log that another process leads.
    """

    def __init__(self, engine: Engine, explain: Callable[[Exception], StoreError], fence: Fence | None = None) -> None:
        super().__init__(name="stichwerk-writer", daemon=True)
        self._explain, self._fence = explain, fence
        self._kept = Kept(engine)
        self._jobs: SimpleQueue[Sequence[Job] | None] = SimpleQueue()
        self._collected: dict[asyncio.AbstractEventLoop, list[Job]] = {}  # in the turn of a loop that runs now
        self._stopped = False
        self._heads: dict[str, Head] = {}
        self._unkept: dict[str, Head] = {}
        self._keep_at = 0.0
        self.commits = 0  # for the statistics: how many transactions there have been
        self.start()

    def submit(
        self,
        write: Callable[[Connection], Any] | None = None,
        table: str = "",
        lines: Sequence[tuple[int, int, bytes]] = (),
    ) -> "Future[Any]":
        """Have something written; the future has what ``write`` returned, once it is stored."""
        done: Future[Any] = Future()
        self._hand_in([Job(table, lines, write, done)])
        return done

    def submit_from_loop(
        self, write: Callable[[Connection], Any] | None, table: str, lines: Sequence[tuple[int, int, bytes]]
    ) -> "asyncio.Future[Any]":
        """The same for the event loop that runs here. What it brings about in one turn is handed in together: else the
        thread would begin with the first, and the two would wait for each other all the time.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        if loop not in self._collected:
            self._collected[loop] = []
            loop.call_soon(self._hand_in_collected, loop)
        self._collected[loop].append(Job(table, lines, write, done))
        return done

    def _hand_in_collected(self, loop: asyncio.AbstractEventLoop) -> None:
        self._hand_in(self._collected.pop(loop))

    def _hand_in(self, jobs: Sequence[Job]) -> None:
        if not self._stopped:
            self._jobs.put(jobs)
            return
        refused = StoreError("the server is shutting down: try again in a moment", "db-closed")
        _tell([(job.done, refused) for job in jobs])

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
            if self._unkept and (not going_on or monotonic() >= self._keep_at):
                self._keep_heads()
        self._kept.give_back()

    def _next(self) -> tuple[list[Job], bool]:
        """All jobs that wait, at least one; none if it is time to keep where logs end."""
        batch: list[Job] = []
        try:
            jobs = self._jobs.get(timeout=max(0.0, self._keep_at - monotonic()) if self._unkept else None)
        except Empty:
            return batch, True
        while jobs is not None:
            batch += [job for job in jobs if _wanted(job)]
            if len(batch) >= ENOUGH_AT_ONCE or self._jobs.empty():
                return batch, True
            jobs = self._jobs.get()
        return batch, False

    def _write(self, batch: Sequence[Job]) -> None:
        try:
            results = self._together(batch)
        except Exception as problem:
            if len(batch) > 1 and not isinstance(problem, OperationalError):
                results = self._apart(batch)
            else:
                results = [self._told(problem)] * len(batch)
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Done, Any]]] = defaultdict(list)
        for job, result in zip(batch, results, strict=True):
            if isinstance(job.done, asyncio.Future):
                by_loop[job.done.get_loop()].append((job.done, result))
            else:
                _tell([(job.done, result)])
        for loop, told in by_loop.items():
            with suppress(RuntimeError):  # it has been closed: nobody waits there any more
                loop.call_soon_threadsafe(_tell, told)

    def _together(self, batch: Sequence[Job]) -> list[Any]:
        if all(map(_only_goes_on, batch)) and sum(len(job.lines) for job in batch) <= rows.AT_ONCE:
            with self._kept.use() as connection:  # a single statement needs no transaction around it
                self._opened(connection, batch)
                heads = self._append(connection, batch, self._heads, ())
            self._stored(heads, ())
            return [None] * len(batch)
        with self._kept.transaction() as connection:
            led = self._opened(connection, batch)
            heads = self._append(connection, batch, self._heads, led)  # one statement for all tables
            results = [job.write(connection) if job.write is not None else None for job in batch]
        self._stored(heads, led)
        return results

    def _opened(self, connection: Connection, batch: Sequence[Job]) -> list[str]:
        """Of the tables that are written to, those that are new and led from here by that."""
        if self._fence is None:
            return []
        firsts: dict[str, int] = {}
        for job in batch:
            if job.lines:
                firsts.setdefault(job.table, job.lines[0][0])
        return self._fence.open(connection, firsts) if firsts else []

    def _append(
        self, connection: Connection, jobs: Sequence[Job], known: Mapping[str, Head], new: Sequence[str]
    ) -> dict[str, Head]:
        """Add the lines of jobs to their logs, each chained to the one before. Returns where these logs end now."""
        heads: dict[str, Head] = {}
        written: list[rows.LineValues] = []
        for job in jobs:
            table = job.table
            for seq, at, fact in job.lines:
                last = heads.get(table) or known.get(table)
                before = last[1] if last is not None and last[0] == seq - 1 else _hash_before(connection, table, seq)
                found = link(before, table, seq, at, fact)
                heads[table] = Head(seq, found)
                written.append((table, seq, at, fact, found))
        if self._fence is None:
            rows.append_lines(connection, written)
        else:
            self._fence.append(connection, written, new)
        return heads

    def _apart(self, batch: Sequence[Job]) -> list[Any]:
        """Still in one transaction, but each job can be undone without the others."""
        results: list[Any] = []
        heads: dict[str, Head] = {}
        led: list[str] = []
        try:
            with self._kept.transaction() as connection:
                for job in batch:
                    try:
                        with connection.begin_nested():
                            newly_led = self._opened(connection, [job])
                            new = self._append(connection, [job], ChainMap(heads, self._heads), [*led, *newly_led])
                            results.append(job.write(connection) if job.write is not None else None)
                        heads |= new
                        led += newly_led
                    except OperationalError:  # the disk is full, the server is gone: that is everybody's trouble
                        raise
                    except Exception as problem:
                        results.append(self._told(problem))
        except Exception as problem:
            return [self._told(problem)] * len(batch)  # nothing was stored, not even of those that went well
        self._stored(heads, led)
        return results

    def _keep_heads(self) -> None:
        self._keep_at = monotonic() + _HEADS_WITHIN
        try:
            with self._kept.transaction() as connection:
                rows.write_heads(connection, self._unkept)
        except Exception:
            return  # another time: whoever has something to store is told what is wrong
        self._unkept.clear()

    def _stored(self, heads: Mapping[str, Head], led: Sequence[str]) -> None:
        self.commits += 1
        if self._fence is not None:
            self._fence.led(led)
        if not self._unkept:
            self._keep_at = monotonic() + _HEADS_WITHIN
        self._unkept |= heads
        for table, head in heads.items():
            self._heads.pop(table, None)  # so that the first is the one that has been quiet for longest
            self._heads[table] = head
        while len(self._heads) > _REMEMBERED:
            del self._heads[next(iter(self._heads))]

    def _told(self, problem: Exception) -> StoreError:
        if isinstance(problem, StoreError):
            return problem
        if isinstance(problem, IntegrityError):
            return Conflict("somebody else was quicker: this has been written already")
        return self._explain(problem)


def _only_goes_on(job: Job) -> bool:
    """Whether it adds lines to a log that has some, and does nothing else."""
    return job.write is None and bool(job.lines) and job.lines[0][0] > 1


def _wanted(job: Job) -> bool:
    """Whether nobody has taken it back before it was begun."""
    return isinstance(job.done, asyncio.Future) or job.done.set_running_or_notify_cancel()


def _tell(told: Sequence[tuple[Done, Any]]) -> None:
    for done, result in told:
        if done.cancelled():
            continue
        if isinstance(result, StoreError):
            done.set_exception(result)
        else:
            done.set_result(result)


def _hash_before(connection: Connection, table: str, seq: int) -> bytes:
    """What a line is chained to, from the log itself: it was loaded, or another process has written to it."""
    if seq == 1:
        return BEGINNING
    kept = rows.hash_of(connection, table, seq - 1)
    if kept is None:  # an old line, or none at all
        found = check(table, rows.stored_log(connection, table)[0], None)
        if found.flaws or found.head.seq != seq - 1:
            raise Conflict("the line before this one is not there: read the log again")
        kept = found.head.hash
    return bytes(kept)
