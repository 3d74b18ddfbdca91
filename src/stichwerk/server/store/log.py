"""The store: an append-only log per table, durable before anybody is answered, and an index that follows from it.

>>> store = Store("sqlite://")  # in memory, for tests; else sqlite:///FILE or postgresql://…
>>> store.append("T1", 1, 0, [b"opened"]).result()
>>> store.append("T1", 1, 0, [b"too late"]).result()
Traceback (most recent call last):
    ...
stichwerk.server.errors.Conflict: somebody else was quicker: this has been written already
>>> store.lines("T1")
[Line(seq=1, at=0, fact=b'opened')]
>>> store.close()
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, StaticPool, create_engine, delete, event, insert, make_url, select
from sqlalchemy import func as sql
from sqlalchemy import update as update_rows
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from stichwerk.errors import StichwerkError
from stichwerk.server.domain.facts import Line
from stichwerk.server.domain.index import Row
from stichwerk.server.domain.tokens import new_key
from stichwerk.server.errors import Conflict, DamagedLog, StoreError
from stichwerk.server.store import chain, leases, rows, schema
from stichwerk.server.store.claim import ClaimedServer, Taken, claimed_file
from stichwerk.server.store.database_errors import explained
from stichwerk.server.store.idle_connections import UNBEGUN
from stichwerk.server.store.upgrade import refuse_others, upgrade
from stichwerk.server.store.writer import Writer

#: How long SQLite waits for another process that writes, in milliseconds.
_PATIENCE = 5000
_INVITE_KEY, _RECEIPT_KEY = "invite-key", "receipt-key"
#: More flaws of one log are not told: the first are enough to see what happened.
_FLAWS_TOLD = 5
#: So many results with the same cards are told; who has played more often cannot be told from who has played once.
MOST_POINTS = 1_000
#: What is written to see whether anything can be, and how long that may take, in seconds.
_PULSE, _PULSE_WITHIN = "pulse", 2.0

T = TypeVar("T")
#: The advisory lock of PostgreSQL that is held while a database is upgraded; any number of our own will do.
_UPGRADING = 5_713_001


@dataclass(frozen=True)
class HeldSeat:
    """A seat that belongs to a token."""

    token: str
    table: str
    seat: int
    status: str
    summary: bytes


class Store:
    """A database with the logs of all tables. Opening it reads none of them.

    What writes returns a future; what reads waits for the database, so call it outside the event loop. One of an older
    version is brought up to date or, ``as_it_is``, refused, as is one that is not there. ``member``: the id of a
    process that shares the database with others; it appends only to logs that it leads (`leases`).
    """

    def __init__(self, url: str, patience_ms: int = _PATIENCE, as_it_is: bool = False, member: str = "") -> None:
        self.url = _checked_url(url)
        self._sqlite = self.url.get_backend_name() == "sqlite"
        if member and self._sqlite:
            raise StoreError("SQLite is for one process: for several, name a PostgreSQL database with --db", "db-url")
        self.fence = leases.Fence(member) if member else None
        self._in_memory = self._sqlite and self.url.database in (None, "", ":memory:")
        if as_it_is and self._sqlite and not self._in_memory and not Path(self.url.database or "").is_file():
            raise StoreError(f"there is no database {self.url.database}: name another one with --db", "db-missing")
        self._engine = self._engine_for(patience_ms)
        self._claims = ExitStack()
        self._claimed: ClaimedServer | None = None
        self._writing = self._engine.execution_options(will_write=True)
        try:
            with self._writing.begin() as connection:
                if not self._sqlite:  # two servers that start together
                    connection.execute(select(sql.pg_advisory_xact_lock(_UPGRADING)))
                if as_it_is:
                    refuse_others(connection)
                else:
                    upgrade(connection, self._alone)
        except StoreError:
            self._engine.dispose()
            raise
        except Exception as problem:
            self._engine.dispose()
            raise self._explained(problem) from problem
        self._writer = Writer(self._writing, self._explained, self.fence)

    def claim(self) -> None:
        """Have this database for oneself until the store is closed, or as a member share it with other members; refused
        if another server has it.
        """
        if self._in_memory:
            return
        if self._sqlite:
            self._claims.enter_context(claimed_file(Path(self.url.database or "")))
        else:
            self._claimed = ClaimedServer(self._engine, shared=self.fence is not None)
            self._claims.callback(self._claimed.release)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody serves from this database as long as this lasts; refused if somebody does."""
        if self._in_memory or "uri" in self.url.query:
            yield
        elif self._sqlite:
            with claimed_file(Path(self.url.database or "")):
                yield
        else:
            try:
                claimed = ClaimedServer(self._engine)
            except Taken:
                raise Taken(
                    "servers of an older Stichwerk work with this database, and this one has to change it: stop all of "
                    "them first"
                ) from None
            try:
                yield
            finally:
                claimed.release()

    def close(self) -> None:
        """Write what has been handed in, then close."""
        self._writer.stop()
        self._claims.close()
        self._engine.dispose()

    @property
    def commits(self) -> int:
        """How many transactions there have been since the store was opened."""
        return self._writer.commits

    # ------------------------------------------------------------ writing

    def append(self, table: str, seq: int, at: int, facts: Sequence[bytes], row: Row | None = None) -> "Future[None]":
        """Add lines to a table's log, the first with the number ``seq``; with them, if given, its row of the index.

        Done when they are durable. `Conflict` if there is such a line already, or the row's code or a token is taken.
        """
        return self._writer.submit(*_appended(table, seq, at, facts, row))

    def append_from_loop(
        self, table: str, seq: int, at: int, facts: Sequence[bytes], row: Row | None = None
    ) -> "asyncio.Future[None]":
        """The same for the event loop that runs here."""
        return self._writer.submit_from_loop(*_appended(table, seq, at, facts, row))

    def write(self, do: Callable[[Connection], T]) -> "Future[T]":
        """Have anything else done to the database, in a transaction."""
        return self._writer.submit(do)

    def rebuild_index(self, row_of: Callable[[str, list[Line]], Row | None]) -> int:
        """Make the index anew, from nothing but the log. Returns how many tables there are.

        Where the log does not tell the row for sure (it is damaged or gone, the game is not installed, or a newer
        version has played there), a row that is there already is left as it is: nobody shall lose a table because this
        version does not know it.
        """

        def write(connection: Connection) -> int:
            ids = rows.all_tables(connection)
            there = set(connection.execute(select(schema.tables.c.id)).scalars())
            found = {table: _told(connection, table, row_of) for table in ids}
            new = {table: row for table, row in found.items() if row is not None and (row.sure or table not in there)}
            for column in (schema.seats.c.table_id, schema.tables.c.id):
                for table in connection.execute(select(column).distinct()).scalars().all():
                    if table in new or table not in found:
                        connection.execute(delete(column.table).where(column == table))
            for row in new.values():
                rows.write_row(connection, row)
            return len(ids)

        return self.write(write).result()

    def invite_key(self) -> str:
        """The key that signs invites."""
        return self._key(_INVITE_KEY)

    def receipt_key(self) -> str:
        """The secret key that signs receipts for cuts."""
        return self._key(_RECEIPT_KEY)

    def _key(self, name: str) -> str:
        """A key of this server; drawn when it is first asked for, and the same ever after."""

        def write(connection: Connection) -> str:
            asked = select(schema.settings.c.value).where(schema.settings.c.key == name)
            found = connection.execute(asked).scalar()
            if found is None:
                found = new_key()
                connection.execute(insert(schema.settings).values(key=name, value=found))
            return str(found)

        try:
            return str(self._writer.submit(write).result())
        except Conflict:  # another process has drawn it at the same time
            return str(self._writer.submit(write).result())

    # ------------------------------------------------------------ reading

    def lines(self, table: str, after: int = 0) -> list[Line]:
        """A table's log, from the line after this one on; empty if there is no such table. `DamagedLog` if it is not as
        it was written.
        """
        known = select(schema.tables.c.id).where(schema.tables.c.id == table)
        try:
            stored, head = self.read(lambda connection: rows.stored_log(connection, table))
            listed = not stored and self.read(lambda connection: connection.execute(known).scalar()) is not None
        except StoreError as problem:
            if problem.code != "db-foreign":
                raise
            raise DamagedLog("the database cannot read it") from problem
        found = chain.check(table, stored, head)
        if listed and head is None:
            raise DamagedLog("all of its lines are missing")
        if found.flaws:
            raise DamagedLog(", ".join(flaw.text for flaw in found.flaws[:_FLAWS_TOLD]))
        return found.lines[after:]

    def table_of_code(self, code: str) -> str | None:
        """The table with this short code."""
        asked = select(schema.tables.c.id).where(schema.tables.c.code == code)
        return self.read(lambda connection: connection.execute(asked).scalar())

    def unchanged(self, status: str, before: int, limit: int, after: str = "") -> list[str]:
        """The tables with this status that have not changed since that time, by id; only those behind ``after``."""
        columns = schema.tables.c
        asked = (
            select(columns.id)
            .where(columns.status == status, columns.changed_at <= before, columns.id > after)
            .order_by(columns.id)
            .limit(limit)
        )
        return self.read(lambda connection: list(connection.execute(asked).scalars()))

    def listed(self, statuses: Sequence[str], since: int, limit: int = 100) -> list[bytes]:
        """The summaries of the listed tables with such a status that have changed since then, the latest first."""
        columns = schema.tables.c
        asked = (
            select(rows.as_it_is(columns.summary))
            .where(columns.listed, columns.status.in_(statuses), columns.changed_at >= since)
            .order_by(columns.changed_at.desc())
            .limit(limit)
        )
        return self.read(lambda connection: list(connection.execute(asked).scalars()))

    def held(self, tokens: Sequence[str]) -> list[HeldSeat]:
        """The seats that belong to these hashes of tokens."""
        seats, tables = schema.seats.c, schema.tables.c
        asked = (
            select(seats.token, seats.table_id, seats.seat, tables.status, rows.as_it_is(tables.summary))
            .join(schema.tables, tables.id == seats.table_id)
            .where(seats.token.in_(tokens))
            .order_by(tables.changed_at.desc())
        )
        return self.read(lambda connection: [HeldSeat(*found) for found in connection.execute(asked)])

    def points_with(self, same_cards: str) -> list[int]:
        """What everybody has made of these cards, the best first."""
        columns = schema.tables.c
        asked = (
            select(columns.points)
            .where(columns.same_cards == same_cards, columns.points.is_not(None))
            .order_by(columns.points.desc())
            .limit(MOST_POINTS)
        )
        return self.read(lambda connection: list(connection.execute(asked).scalars()))

    def count(self) -> dict[str, int]:
        """How many tables there are, by status."""
        asked = select(schema.tables.c.status, sql.count()).group_by(schema.tables.c.status)
        return self.read(lambda connection: {str(status): int(n) for status, n in connection.execute(asked)})

    def check(self) -> None:
        """Have the database read and write something small; raises if it does not."""

        def write(connection: Connection) -> None:
            if self.fence is not None:  # a row of one's own: nobody is held up by others who are frozen
                leases.touch(connection, self.fence.me)
                return
            changed = connection.execute(
                update_rows(schema.settings).where(schema.settings.c.key == _PULSE).values(value=str(time.time_ns()))
            )
            if not changed.rowcount:
                connection.execute(insert(schema.settings).values(key=_PULSE, value=""))

        self.read(lambda connection: connection.execute(select(1)).scalar())
        if self._claimed is not None:
            self._claimed.renew()
        try:
            self._writer.submit(write).result(_PULSE_WITHIN)
        except TimeoutError:
            raise StoreError("the database is busy, or does not answer", "db-locked") from None

    def change(self, do: Callable[[Connection], T]) -> T:
        """Have something done to the database at once, in a transaction of its own, beside the writer's."""
        try:
            with self._writing.begin() as connection:
                return do(connection)
        except StichwerkError:
            raise
        except Exception as problem:
            raise self._explained(problem) from problem

    def people_at(self, tables: Sequence[str]) -> dict[str, int]:
        """How many are connected at tables that other processes lead, as these have told."""
        if self.fence is None or not tables:
            return {}
        return self.read(lambda connection: leases.people_at(connection, tables))

    def read(self, ask: Callable[[Connection], T]) -> T:
        """Ask the database for anything."""
        if self._in_memory:  # there is only one connection, and it is the writer's
            found: T = self._writer.submit(ask).result()
            return found
        try:
            with self._engine.connect() as connection:
                return ask(connection)
        except StoreError:
            raise
        except Exception as problem:
            raise self._explained(problem) from problem

    # ------------------------------------------------------------ the database

    def _engine_for(self, patience_ms: int) -> Engine:
        # Parameters are hidden because errors end up in logs, and what is written here is secret.
        if not self._sqlite:
            _check_driver()
            from stichwerk.server.store.postgres import engine_for  # an extra: not everybody has it

            return engine_for(self.url, self.fence.me if self.fence is not None else "")
        if self._in_memory:
            engine = create_engine(
                self.url, poolclass=StaticPool, hide_parameters=True, connect_args={"check_same_thread": False}
            )
        else:
            engine = create_engine(self.url, pool_size=4, max_overflow=8, hide_parameters=True)
        _set_up_sqlite(engine, patience_ms)
        return engine

    def _explained(self, problem: Exception) -> StoreError:
        return explained(self.url, problem)


def _appended(
    table: str, seq: int, at: int, facts: Sequence[bytes], row: Row | None
) -> tuple[Callable[[Connection], Any] | None, str, list[tuple[int, int, bytes]]]:
    """What the writer has to do."""
    write = None if row is None else lambda connection: rows.write_row(connection, row)
    return write, table, [(number, at, fact) for number, fact in enumerate(facts, seq)]


def _checked_url(text: str) -> URL:
    try:
        url = make_url(text)
        if url.drivername in ("postgresql", "postgres"):
            url = url.set(drivername="postgresql+psycopg")
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise StoreError(
            "the database must be written like sqlite:///FILE or postgresql://USER@HOST/NAME", "db-url"
        ) from None
    except ModuleNotFoundError:
        raise StoreError("to use PostgreSQL, install stichwerk[postgres]", "db-url") from None
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise StoreError("the database must be SQLite or PostgreSQL", "db-url")
    if url.drivername not in ("sqlite", "sqlite+pysqlite", "postgresql+psycopg"):
        raise StoreError(
            f"the database is opened with Python's sqlite3 or with psycopg: write it without +{url.get_driver_name()}",
            "db-url",
        )
    folder = Path(url.database or ".").parent
    if url.get_backend_name() == "sqlite" and "uri" not in url.query and not folder.is_dir():
        raise StoreError(f"there is no folder {folder} for the database: create it, or name another", "db-missing")
    return url


def _check_driver() -> None:
    if find_spec("psycopg") is None:
        raise StoreError("PostgreSQL needs the extra of that name: pip install 'stichwerk[postgres]'")


#: What is acknowledged is on the disk. The log of each table grows on a page of its own: those of a thousand tables at
#: which people play stay in memory (16 MB).
_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "temp_store=MEMORY", "cache_size=-16000")


def _set_up_sqlite(engine: Engine, patience_ms: int) -> None:
    @event.listens_for(engine, "connect")
    def _connected(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # transactions begin when we say so, see below
        for pragma in (f"busy_timeout={patience_ms}", *_PRAGMAS):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # To begin as a reader and then write fails at once if another process has written in between.
        options = connection.get_execution_options()
        if not options.get(UNBEGUN):
            connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("will_write") else "BEGIN")


def _told(connection: Connection, table: str, row_of: Callable[[str, list[Line]], Row | None]) -> Row | None:
    """A table's row of the index, as far as its log is sound."""
    found = chain.check(table, *rows.stored_log(connection, table))
    row = row_of(table, found.lines)
    return row if row is None or not found.flaws else replace(row, sure=False)
