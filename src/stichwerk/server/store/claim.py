"""One server per database: a second one is refused when it starts, instead of playing the same tables behind the
first one's back. The processes of a cluster share it, and keep out those that are none of them.
"""

import contextlib
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

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

    def __init__(self, text: str = "") -> None:
        super().__init__(
            text or "another server works with this database: stop it first, or name another one with --db"
        )


class TakenByCluster(Taken):
    """A cluster works with this database, and whoever asks is none of it."""

    def __init__(self) -> None:
        super().__init__(
            "several processes share this database: stop them first, or name another one with --db (a server that is "
            "to be one of them starts with their secret: STICHWERK_CLUSTER_SECRET)"
        )


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
    """A lock in a PostgreSQL database, held by a connection of its own; it ends with the connection. It may be
    ``shared`` with others who share it.
    """

    def __init__(self, engine: Engine, shared: bool = False) -> None:
        self._engine, self._shared = engine, shared
        self._connection: Connection | None = None
        self._claim()

    def _claim(self) -> None:
        connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        if connection.execute(select(self._lock(self._shared)(_SERVING))).scalar():
            self._connection = connection
            return
        by_cluster = not self._shared and connection.execute(select(self._lock(shared=True)(_SERVING))).scalar()
        connection.invalidate()  # with the lock that only showed who is there
        connection.close()
        raise TakenByCluster if by_cluster else Taken

    @staticmethod
    def _lock(shared: bool) -> Any:
        return sql.pg_try_advisory_lock_shared if shared else sql.pg_try_advisory_lock

    def renew(self) -> None:
        """After the database was away: the lock went with the connection."""
        try:
            if self._connection is not None:
                self._connection.execute(select(1))
                return
        except SQLAlchemyError:
            self.release()
        try:
            self._claim()
        except Taken:
            log.error("another server has begun to work with this database")
            raise

    def release(self) -> None:
        """Let others have it."""
        if self._connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                self._connection.invalidate()
                self._connection.close()
            self._connection = None
