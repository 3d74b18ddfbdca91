"""One server per database: a second one is refused when it starts, instead of playing the same tables behind the
first one's back.
"""

import contextlib
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from sqlalchemy import Connection, Engine, select
from sqlalchemy import func as sql
from sqlalchemy.exc import SQLAlchemyError

from stichwerk.server.errors import StoreError

log = logging.getLogger("stichwerk.server")

#: The advisory lock of PostgreSQL that a server holds as long as it runs; any number of our own will do.
_SERVING = 5_713_002


class Taken(StoreError):
    """Another server works with this database."""

    code = "db-taken"

    def __init__(self) -> None:
        super().__init__("another server works with this database: stop it first, or name another one with --db")


@contextlib.contextmanager
def claimed_file(database: Path) -> Iterator[None]:
    """A file beside an SQLite database, locked as long as this lasts. The system unlocks it, also after a crash."""
    with database.with_name(database.name + ".lock").open("a") as file:
        if not _locked(file):
            raise Taken
        yield


def _locked(file: IO[str]) -> bool:
    try:
        import fcntl
    except ModuleNotFoundError:  # Windows
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


class ClaimedServer:
    """A lock in a PostgreSQL database, held by a connection of its own; it ends with the connection."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        if not self._claim():
            raise Taken

    def _claim(self) -> bool:
        connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        if connection.execute(select(sql.pg_try_advisory_lock(_SERVING))).scalar():
            self._connection = connection
            return True
        connection.close()
        return False

    def renew(self) -> None:
        """After the database was away: the lock went with the connection."""
        try:
            if self._connection is not None:
                self._connection.execute(select(1))
                return
        except SQLAlchemyError:
            self.release()
        if not self._claim():
            log.error("another server has begun to work with this database")
            raise Taken

    def release(self) -> None:
        """Let others have it."""
        if self._connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                self._connection.invalidate()
                self._connection.close()
            self._connection = None
