"""Connections to a database that may have been restarted while they were idle: which are believed to live, and one that
is kept at hand.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError, DisconnectionError

#: A connection that was used so recently, in seconds, is believed to live; and when it was.
_TRUSTED, _USED = 1.0, "used"
#: With this option no transaction is begun on a connection to SQLite unless somebody says so.
UNBEGUN = "unbegun"


def look_at_the_idle(engine: Engine) -> None:
    """Before a connection is used that has not been for a while, ask whether it still lives: the database may have been
    restarted meanwhile. (To ask before every move would cost as much as the move.)
    """

    def given_back(connection: Any, record: Any) -> None:
        record.info[_USED] = monotonic()

    def taken(connection: Any, record: Any, proxy: Any) -> None:
        if monotonic() - record.info.get(_USED, 0.0) < _TRUSTED:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.dbapi.Error as problem:  # type: ignore[union-attr]
            raise DisconnectionError("the connection is gone: take another") from problem

    event.listen(engine, "checkin", given_back)
    event.listen(engine, "checkout", taken)


class Kept:
    """A connection that is not given back after each transaction, for one thread that has another every few
    milliseconds. A statement by itself is one, too.
    """

    def __init__(self, engine: Engine) -> None:
        sqlite = engine.dialect.name == "sqlite"
        self._begin = "BEGIN IMMEDIATE" if sqlite else "BEGIN"
        options = {UNBEGUN: True} if sqlite else {"isolation_level": "AUTOCOMMIT"}
        self._engine = engine.execution_options(**options)
        self._connection: Connection | None = None
        self._used = 0.0

    @contextmanager
    def use(self) -> Iterator[Connection]:
        """The connection; after an error, or when it has been idle for a while, another one or the same looked at."""
        if monotonic() - self._used >= _TRUSTED:
            self.give_back()
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            yield self._connection
        except BaseException:
            self.give_back()
            raise
        self._used = monotonic()

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """The same in a transaction of several statements."""
        with self.use() as connection:
            connection.exec_driver_sql(self._begin)
            try:
                yield connection
                connection.exec_driver_sql("COMMIT")
            except BaseException:
                with suppress(DBAPIError):  # the connection is gone, or the database has rolled back by itself
                    connection.exec_driver_sql("ROLLBACK")
                raise

    def give_back(self) -> None:
        """Nothing more is to be said."""
        connection, self._connection = self._connection, None
        if connection is not None:
            info = {} if connection.invalidated else connection.info
            connection.close()
            info[_USED] = self._used
