"""A backup of a whole database, made while its server runs; and a database made of one again.

A backup is an SQLite file, whatever the database is: all tables as they were at one moment. So one of SQLite can be
restored into PostgreSQL, and the other way round. It is written beside its place first and put there when it is whole.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, Table, delete, insert, make_url, select

from stichwerk.server.errors import StoreError
from stichwerk.server.store import rows, schema
from stichwerk.server.store.database_errors import explained
from stichwerk.server.store.log import Store

#: What a backup has. The log comes first: with nothing else, a server could make most of the rest anew.
KEPT: tuple[Table, ...] = (
    schema.log, schema.heads, schema.tables, schema.seats, schema.reviews, schema.profiles, schema.settings,
)  # fmt: skip
#: So many rows are read and written at once.
_AT_ONCE = 1000


def back_up(store: Store, file: Path) -> None:
    """Write a backup of the database to a file, which is replaced. The server may run, and people play meanwhile."""
    with _beside(file) as unfinished:
        if store.url.get_backend_name() == "sqlite":
            _vacuum_into(unfinished, Path(store.url.database or ""))
        else:
            with closing(Store(f"sqlite:///{unfinished}")) as copy:
                store.read(lambda connection: _all_into(copy, connection))
            _all_in_one_file(unfinished)


def restore(file: Path, url: str) -> int:
    """Make the database of a backup. Refused where there are tables already, and where a server works. Returns how many
    tables and shared score pads it has. A backup of an older version is brought up to date; the file stays as it is.
    """
    check_backup(file)
    with TemporaryDirectory(prefix="stichwerk-restore-") as folder:
        copied = Path(folder) / "backup.db"
        copyfile(file, copied)
        with closing(Store(f"sqlite:///{copied}")) as backup, closing(Store(url)) as store:
            store.claim()
            if store.read(lambda connection: connection.execute(select(schema.log.c.table_id).limit(1)).first()):
                raise StoreError(
                    "there are tables in this database already: name one that is empty, or not there yet, with --db",
                    "db-taken",
                )
            backup.read(lambda connection: _all_into(store, connection))
            return len(store.read(rows.all_tables)) + len(store.read(rows.all_pads))


def check_backup(file: Path) -> None:
    """Refuse what is no whole backup, before anything is done with it."""
    if not file.is_file():
        raise StoreError(f"there is no file {file}", "db-missing")
    try:
        with closing(sqlite3.connect(f"file:{file.resolve().as_posix()}?mode=ro", uri=True)) as connection:
            faults = [str(found) for (found,) in connection.execute("PRAGMA quick_check(1)") if found != "ok"]
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.DatabaseError as problem:
        raise StoreError(f"{file} is no backup of a Stichwerk, or a damaged one: {problem}", "db-foreign") from None
    if faults:
        raise StoreError(f"{file} is damaged: {faults[0]}", "db-foreign")
    if not {schema.log.name, "alembic_version"} <= names:
        raise StoreError(f"{file} is no backup of a Stichwerk", "db-foreign")


# ---------------------------------------------------------------- rows from one database to another


def _all_into(target: Store, source: Connection) -> None:
    """All rows as they are at one moment, in one transaction: the other database has all of them, or none."""
    if source.dialect.name == "postgresql":
        source.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")

    def write(connection: Connection) -> None:
        connection.execute(delete(schema.settings))  # the keys that a new database has drawn for itself
        for table in KEPT:
            for part in _parts(source, table):
                connection.execute(insert(table), part)

    target.write(write).result()


def _parts(source: Connection, table: Table) -> Iterator[Sequence[dict[str, Any]]]:
    """The rows of a table. What an accident has put there goes along: it is for `stich check-db` to say so."""
    asked = select(*(rows.as_it_is(column).label(column.name) for column in table.c))
    found = source.execution_options(yield_per=_AT_ONCE).execute(asked)
    for part in found.mappings().partitions():
        yield [dict(row) for row in part]


# ---------------------------------------------------------------- files


@contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """A file to be written, which takes its place when it is whole and on the disk. Only its owner may read it."""
    if not file.parent.is_dir():
        raise StoreError(f"there is no folder {file.parent}", "db-missing")
    with TemporaryDirectory(prefix=f".{file.name}-", dir=file.parent) as folder:
        unfinished = Path(folder) / file.name
        yield unfinished
        unfinished.chmod(0o600)
        with unfinished.open("rb+") as written:
            os.fsync(written.fileno())
        unfinished.replace(file)


def _vacuum_into(unfinished: Path, database: Path) -> None:
    """SQLite's own way: one reading transaction, which holds up nobody who writes."""
    try:
        with closing(sqlite3.connect(f"file:{database.resolve().as_posix()}?mode=rw", uri=True)) as connection:
            connection.execute("VACUUM INTO ?", (str(unfinished),))
    except sqlite3.DatabaseError as problem:
        target = unfinished.parents[1] / unfinished.name  # where it was to be put in the end: see `_beside`
        about = target if "is full" in str(problem) else database
        raise explained(make_url(f"sqlite:///{about}"), problem) from problem


def _all_in_one_file(database: Path) -> None:
    """Put what SQLite keeps beside a database into the file itself."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
