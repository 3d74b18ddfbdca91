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

import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, StaticPool, create_engine, delete, event, insert, make_url, select
from sqlalchemy import func as sql
from sqlalchemy import update as update_rows
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from stichwerk.server.domain.facts import Line
from stichwerk.server.domain.index import Row
from stichwerk.server.domain.tokens import new_key
from stichwerk.server.errors import StoreError
from stichwerk.server.store import schema
from stichwerk.server.store.claim import ClaimedServer, claimed_file
from stichwerk.server.store.upgrade import upgrade
from stichwerk.server.store.writer import Writer

#: How long SQLite waits for another process that writes, in milliseconds.
_PATIENCE = 5000
_INVITE_KEY, _RECEIPT_KEY = "invite-key", "receipt-key"
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

    What writes returns a future; what reads waits for the database, so call it outside the event loop.
    """

    def __init__(self, url: str, patience_ms: int = _PATIENCE) -> None:
        self.url = _checked_url(url)
        self._sqlite = self.url.get_backend_name() == "sqlite"
        self._in_memory = self._sqlite and self.url.database in (None, "", ":memory:")
        self._engine = self._engine_for(patience_ms)
        self._claims = ExitStack()
        self._claimed: ClaimedServer | None = None
        self._writing = self._engine.execution_options(will_write=True)
        try:
            with self._writing.begin() as connection:
                if not self._sqlite:  # two servers that start together
                    connection.execute(select(sql.pg_advisory_xact_lock(_UPGRADING)))
                upgrade(connection)
        except StoreError:
            self._engine.dispose()
            raise
        except Exception as problem:
            self._engine.dispose()
            raise self._explained(problem) from problem
        self._writer = Writer(self._writing, self._explained)

    def claim(self) -> None:
        """Have this database for oneself until the store is closed; refused if another server has it."""
        if self._in_memory:
            return
        if self._sqlite:
            self._claims.enter_context(claimed_file(Path(self.url.database or "")))
        else:
            self._claimed = ClaimedServer(self._engine)
            self._claims.callback(self._claimed.release)

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
        lines = [{"table_id": table, "seq": number, "at": at, "fact": fact} for number, fact in enumerate(facts, seq)]
        write = None if row is None else lambda connection: _write_row(connection, row)
        return self._writer.submit(write, lines)

    def rebuild_index(self, row_of: Callable[[str, list[Line]], Row | None]) -> int:
        """Make the index anew, from nothing but the log. Returns how many tables there are.

        Where the log does not tell the row for sure (the game is not installed, or a newer version has played there), a
        row that is there already is left as it is: nobody shall lose a table because this version does not know it.
        """

        def write(connection: Connection) -> int:
            ids = list(connection.execute(select(schema.log.c.table_id).distinct()).scalars())
            there = set(connection.execute(select(schema.tables.c.id)).scalars())
            rows = {table: row_of(table, _lines(connection, table, 0)) for table in ids}
            left = {table for table, row in rows.items() if table in there and (row is None or not row.sure)}
            for column in (schema.seats.c.table_id, schema.tables.c.id):
                for table in connection.execute(select(column).distinct()).scalars().all():
                    if table not in left:
                        connection.execute(delete(column.table).where(column == table))
            for table, row in rows.items():
                if row is not None and table not in left:
                    _write_row(connection, row)
            return len(ids)

        return int(self._writer.submit(write).result())

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

        return str(self._writer.submit(write).result())

    # ------------------------------------------------------------ reading

    def lines(self, table: str, after: int = 0) -> list[Line]:
        """A table's log, from the line after this one on; empty if there is no such table."""
        return self._read(lambda connection: _lines(connection, table, after))

    def table_of_code(self, code: str) -> str | None:
        """The table with this short code."""
        asked = select(schema.tables.c.id).where(schema.tables.c.code == code)
        return self._read(lambda connection: connection.execute(asked).scalar())

    def unchanged(self, status: str, before: int, limit: int, after: str = "") -> list[str]:
        """The tables with this status that have not changed since that time, by id; only those behind ``after``."""
        columns = schema.tables.c
        asked = (
            select(columns.id)
            .where(columns.status == status, columns.changed_at <= before, columns.id > after)
            .order_by(columns.id)
            .limit(limit)
        )
        return self._read(lambda connection: list(connection.execute(asked).scalars()))

    def listed(self, statuses: Sequence[str], since: int, limit: int = 100) -> list[bytes]:
        """The summaries of the listed tables with such a status that have changed since then, the latest first."""
        columns = schema.tables.c
        asked = (
            select(columns.summary)
            .where(columns.listed, columns.status.in_(statuses), columns.changed_at >= since)
            .order_by(columns.changed_at.desc())
            .limit(limit)
        )
        return self._read(lambda connection: list(connection.execute(asked).scalars()))

    def held(self, tokens: Sequence[str]) -> list[HeldSeat]:
        """The seats that belong to these hashes of tokens."""
        seats, tables = schema.seats.c, schema.tables.c
        asked = (
            select(seats.token, seats.table_id, seats.seat, tables.status, tables.summary)
            .join(schema.tables, tables.id == seats.table_id)
            .where(seats.token.in_(tokens))
            .order_by(tables.changed_at.desc())
        )
        return self._read(lambda connection: [HeldSeat(*found) for found in connection.execute(asked)])

    def count(self) -> dict[str, int]:
        """How many tables there are, by status."""
        asked = select(schema.tables.c.status, sql.count()).group_by(schema.tables.c.status)
        return self._read(lambda connection: {str(status): int(n) for status, n in connection.execute(asked)})

    def check(self) -> None:
        """Have the database read and write something small; raises if it does not."""

        def write(connection: Connection) -> None:
            changed = connection.execute(
                update_rows(schema.settings).where(schema.settings.c.key == _PULSE).values(value=str(time.time_ns()))
            )
            if not changed.rowcount:
                connection.execute(insert(schema.settings).values(key=_PULSE, value=""))

        self._read(lambda connection: connection.execute(select(1)).scalar())
        if self._claimed is not None:
            self._claimed.renew()
        try:
            self._writer.submit(write).result(_PULSE_WITHIN)
        except TimeoutError:
            raise StoreError("the database is busy, or does not answer", "db-locked") from None

    def _read(self, ask: Callable[[Connection], T]) -> T:
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
            from stichwerk.server.store.postgres import engine_for  # an extra: not everybody has it

            return engine_for(self.url)
        if self._in_memory:
            engine = create_engine(
                self.url, poolclass=StaticPool, hide_parameters=True, connect_args={"check_same_thread": False}
            )
        else:
            engine = create_engine(self.url, pool_size=4, max_overflow=8, hide_parameters=True)
        _set_up_sqlite(engine, patience_ms)
        return engine

    def _explained(self, problem: Exception) -> StoreError:
        """An error of the database as a sentence that says what to do."""
        where = self.url.database if self._sqlite else self.url.render_as_string(hide_password=True)
        cause = getattr(problem, "orig", None) or problem
        text = str(cause).strip().splitlines()[0] if str(cause).strip() else type(cause).__name__
        for pattern, code, sentence in _SQLITE_PROBLEMS if self._sqlite else _POSTGRES_PROBLEMS:
            if re.search(pattern, text, re.IGNORECASE):
                return StoreError(sentence.format(where=where, folder=Path(where or ".").parent), code)
        return StoreError(f"the database {where} cannot be used: {text}")


_SQLITE_PROBLEMS = [
    ("locked|busy", "db-locked", "the database {where} is locked by another program: close it, or wait and try again"),
    ("readonly", "db-read-only", "the database {where} cannot be written: make it and its folder writable"),
    ("is full", "db-full", "there is no room left for the database {where}: make room on its disk"),
    ("unable to open", "db-missing", "the database {where} cannot be opened: is there a folder {folder}, and may it be "
     "written?"),
    ("not a database|malformed", "db-foreign", "{where} is not a database, or it is damaged: name another file"),
]  # fmt: skip
_POSTGRES_PROBLEMS = [
    ("no space|disk full|could not extend", "db-full", "there is no room left for the database {where}: make room"),
    ("read-only", "db-read-only", "the database {where} can only be read: connect to the main server"),
    ("lock timeout|deadlock", "db-locked", "the database {where} is locked by another program: wait and try again"),
    ("does not exist", "db-missing", "there is no database {where}, or no such user: create it first"),
    ("password|authentication", "db-no-entry", "the database {where} does not accept this user or password"),
    ("connect|connection|refused|resolve|timeout", "db-missing", "the database server of {where} does not answer: is "
     "it running?"),
]  # fmt: skip


def _checked_url(text: str) -> URL:
    try:
        url = make_url(text)
        if url.drivername == "postgresql":
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
    folder = Path(url.database or ".").parent
    if url.get_backend_name() == "sqlite" and "uri" not in url.query and not folder.is_dir():
        raise StoreError(f"there is no folder {folder} for the database: create it, or name another", "db-missing")
    return url


def _set_up_sqlite(engine: Engine, patience_ms: int) -> None:
    @event.listens_for(engine, "connect")
    def _connected(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # transactions begin when we say so, see below
        for pragma in (f"busy_timeout={patience_ms}", "journal_mode=WAL", "synchronous=FULL"):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # To begin as a reader and then write fails at once if another process has written in between.
        will_write = connection.get_execution_options().get("will_write")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if will_write else "BEGIN")


def _lines(connection: Connection, table: str, after: int) -> list[Line]:
    columns = schema.log.c
    asked = (
        select(columns.seq, columns.at, columns.fact)
        .where(columns.table_id == table, columns.seq > after)
        .order_by(columns.seq)
    )
    return [Line(int(seq), int(at), bytes(fact)) for seq, at, fact in connection.execute(asked)]


def _write_row(connection: Connection, row: Row) -> None:
    values = {
        "code": row.code,
        "status": row.status,
        "listed": row.listed,
        "changed_at": row.changed_at,
        "summary": row.summary,
    }
    changed = connection.execute(update_rows(schema.tables).where(schema.tables.c.id == row.id).values(values))
    if not changed.rowcount:
        connection.execute(insert(schema.tables).values(id=row.id, **values))
    connection.execute(delete(schema.seats).where(schema.seats.c.table_id == row.id))
    if row.tokens:
        connection.execute(
            insert(schema.seats), [{"token": token, "table_id": row.id, "seat": seat} for token, seat in row.tokens]
        )
