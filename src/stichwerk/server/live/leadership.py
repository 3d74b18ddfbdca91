"""Which tables this process leads. One that is alone leads all of them; a `Member` of a cluster, those that it has a
lease of (`stichwerk.server.store.leases`).
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection

from stichwerk.errors import StichwerkError
from stichwerk.server.errors import LedElsewhere, StoreError
from stichwerk.server.store import leases
from stichwerk.server.store.leases import Process
from stichwerk.server.store.log import Store

T = TypeVar("T")
log = logging.getLogger("stichwerk.server")

#: Every so many seconds a member tells that it is alive.
BEAT_EVERY = 0.6
#: A member that has not been able to say so for so long does not know whether it leads anything: a little sooner than
#: others may conclude that it does not.
DOUBT_AFTER = leases.SILENT / 1000 - 0.5
#: What is wrong with a table that another version may be able to read.
_NEWER = ("newer-log", "unknown-game")
#: Questions about leases are short, and must not wait behind tables that are being rebuilt.
_ASKERS = 2


class Leadership:
    """Of a process that is alone."""

    def sure_of(self, table: str) -> bool:
        """Whether this process leads a table, without asking anybody."""
        return True

    async def lead(self, table: str) -> bool:
        """Lead a table from now on, if nobody else does: then it is `LedElsewhere`. Returns whether somebody else may
        have played there meanwhile.
        """
        return False

    async def give_back(self, tables: Iterable[str]) -> None:
        """Others may lead these. Nothing of them may be in memory any more, and nothing under way."""

    async def pass_on(self, table: str, problem: StichwerkError) -> None:
        """A table cannot be read here; if somebody else may be able to, it is `LedElsewhere`."""


class Member(Leadership):
    """Of a process that is one of several. ``process`` says which, and where the others reach it."""

    def __init__(self, store: Store, process: Process) -> None:
        assert store.fence is not None, "a member's store is opened as such"
        self.store, self.process, self._held = store, process, store.fence.held
        self.living: dict[str, Process] = {}
        #: Called with the tables that were lost without being given back.
        self.lost: Callable[[list[str]], None] = lambda _: None
        #: How many people are connected at each listed table that is led here.
        self.people: Callable[[], Mapping[str, int]] = dict
        self._told: Mapping[str, int] = {}
        self._strangers: set[str] = set()
        self._sure_at = float("-inf")
        self._ahead = 0.0  # by how many milliseconds the database's clock is ahead of our monotonic one
        self._leaving = False
        self._beats = ThreadPoolExecutor(1, thread_name_prefix="stichwerk-beat")
        self._asks = ThreadPoolExecutor(_ASKERS, thread_name_prefix="stichwerk-lease")
        self._beating: asyncio.Task[None] | None = None
        self._confirming: asyncio.Task[None] | None = None

    # ------------------------------------------------------------ being there

    def announce(self) -> None:
        """Be there, before there is an event loop, or before its first beat."""
        self._sure_at, _ = self._beat_once({})

    @contextmanager
    def announced(self) -> Iterator[None]:
        """Be there for as long as this lasts, without an event loop."""
        over = threading.Event()

        def go_on() -> None:
            while not over.wait(BEAT_EVERY):
                with suppress(StoreError):
                    self.announce()

        beating = threading.Thread(target=go_on, name="stichwerk-announcing", daemon=True)
        self.announce()
        beating.start()
        try:
            yield
        finally:
            over.set()
            beating.join()

    def begin(self) -> None:
        """Tell from now on, again and again, that this process is alive. Inside the event loop."""
        self._beating = asyncio.create_task(self._beat_on())

    async def end(self) -> None:
        """Be there no more."""
        self._leaving = True
        if self._beating is not None:
            self._beating.cancel()
        with suppress(StoreError):
            await self._run(self._beats, partial(leases.bury, process=self.process.id))
        self._beats.shutdown(wait=False)
        self._asks.shutdown(wait=False)

    def now(self) -> int:
        """Milliseconds since 1970, by the database's clock."""
        return int(time.monotonic() * 1000 + self._ahead)

    @property
    def leads(self) -> int:
        """How many tables this process leads."""
        return len(self._held)

    @property
    def doubtful(self) -> bool:
        """Whether others may believe by now that this process is dead."""
        return time.monotonic() - self._sure_at > DOUBT_AFTER

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT_EVERY)
            try:
                await self.confirm()
            except StoreError as problem:
                if self.doubtful and self._held:
                    log.error("the leases of this process are given up: %s", problem.message)
                    self._lose(list(self._held))
            except Exception:
                log.exception("this process could not say that it is alive")

    async def confirm(self) -> None:
        """Say that this process is alive; if others may have doubted it, look what it still leads."""
        if self._confirming is None or self._confirming.done():
            self._confirming = asyncio.create_task(self._confirm())
        await asyncio.shield(self._confirming)

    async def _confirm(self) -> None:
        doubtful, before, people = self.doubtful, dict(self._held), dict(self.people())
        news = {table: n for table, n in people.items() if self._told.get(table, 0) != n}
        news |= {table: 0 for table in self._told if table not in people and table in before}
        began, unbroken = await asyncio.get_running_loop().run_in_executor(self._beats, self._beat_once, news)
        self._told = people
        if doubtful or not unbroken:
            # Our own clock may have stood still with us (a machine that slept), or others believe that we are gone.
            self._sure_at = float("-inf")
            held = await self._run(self._beats, partial(leases.held_by, me=self.process.id))
            self._lose([table for table, epoch in before.items() if held.get(table) != epoch])
        self._sure_at = began
        self._tell_of_strangers()

    def _beat_once(self, people: Mapping[str, int]) -> tuple[float, bool]:
        began = time.monotonic()

        def beat(connection: Connection) -> tuple[int, bool, list[Process]]:
            clock, unbroken = leases.beat(connection, self.process)
            leases.tell_people(connection, people, self.process.id)
            return clock, unbroken, leases.living(connection)

        clock, unbroken, living = self.store.change(beat)
        self._ahead = clock - (began + time.monotonic()) * 500
        self.living = {each.id: each for each in living}
        return began, unbroken

    def _tell_of_strangers(self) -> None:
        """Who has another secret was refused when it joined; unless it came while all of us were away."""
        for each in self.living.values():
            if each.secret != self.process.secret and each.id not in self._strangers:
                self._strangers.add(each.id)
                log.error(
                    "the process on %s (%s) works with this database and has another cluster secret: neither can relay "
                    "to the other; stop one of the two clusters, or give it a database of its own",
                    each.machine, each.address,
                )  # fmt: skip

    def _lose(self, tables: list[str]) -> None:
        for table in tables:
            self._held.pop(table, None)
        if tables:
            self.lost(tables)

    # ------------------------------------------------------------ leading

    def sure_of(self, table: str) -> bool:
        """Whether this process leads a table, without asking anybody."""
        return table in self._held and not self.doubtful

    async def lead(self, table: str) -> bool:
        """Lead a table from now on, if nobody else does who is alive. A text that is no id is led by nobody."""
        if self.sure_of(table) or not _is_id(table):
            return False
        if self.doubtful:
            await self.confirm()
            if table in self._held:
                return False
        found = await self._run(self._asks, partial(leases.lease_of, table=table))
        if found is None or found.holder is None:
            if self._leaving:
                raise LedElsewhere(table, *self._another())
            epoch = await self._run(self._asks, partial(leases.take, table=table, me=self.process.id))
            if epoch is not None:
                self._held[table] = epoch
                return True
            found = await self._run(self._asks, partial(leases.lease_of, table=table))
            if found is None:
                return False  # there is no such table: whoever reads its log will find out
        if found.holder is None:
            raise LedElsewhere(table)
        if found.holder.id != self.process.id:
            raise LedElsewhere(table, found.holder.id, found.holder.address)
        self._held[table] = found.epoch
        return True

    async def leader_of(self, table: str) -> str:
        """The process that leads a table; empty if it is this one, if nobody does, or if it is not known just now."""
        if self.sure_of(table) or not _is_id(table):
            return ""
        try:
            found = await self._run(self._asks, partial(leases.lease_of, table=table))
        except StoreError:
            return ""
        leader = "" if found is None or found.holder is None else found.holder.id
        return "" if leader == self.process.id else leader

    async def bury(self, process: str) -> None:
        """Another process is gone for certain."""
        self.living.pop(process, None)
        await self._run(self._asks, partial(leases.bury, process=process))

    def leave(self) -> None:
        """Take no more leases."""
        self._leaving = True

    async def give_back(self, tables: Iterable[str]) -> None:
        """Others may lead these."""
        mine = [table for table in tables if self._held.pop(table, None) is not None]
        if mine:
            await self._run(self._asks, partial(leases.release, tables=mine, me=self.process.id))

    async def pass_on(self, table: str, problem: StichwerkError) -> None:
        """A table that a newer version has played at is for a process of that version: in the midst of an upgrade there
        are both."""
        others = [each for each in self.living.values() if each.version != self.process.version]
        if problem.code in _NEWER and others:
            await self.give_back([table])
            raise LedElsewhere(table, others[0].id, others[0].address)

    def _another(self) -> tuple[str, str]:
        """Somebody who may lead what this process does not want to any more."""
        others = [each for each in self.living.values() if each.id != self.process.id]
        return (others[0].id, others[0].address) if others else ("", "")

    async def _run(self, pool: ThreadPoolExecutor, ask: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, self.store.change, ask)


def _is_id(table: str) -> bool:
    """Whether a text may be the id of a table. PostgreSQL refuses some (the zero byte)."""
    return table.isascii() and table.isalnum()
