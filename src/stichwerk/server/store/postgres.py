"""Connections to PostgreSQL that do not wait for ever: a database may hang without saying so, and then nothing that it
promises to end by itself ends.
"""

from time import monotonic
from typing import Any

import psycopg
from psycopg.errors import _WaitTimeout
from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.exc import DisconnectionError

#: How long a connection, and any single statement, may take, in seconds.
CONNECT_WITHIN, ANSWER_WITHIN = 3, 5.0
#: The database itself gives up earlier, with a better reason.
_SESSION = f"-c statement_timeout={int(ANSWER_WITHIN * 800)} -c lock_timeout={int(ANSWER_WITHIN * 600)}"
#: One of several processes that is frozen in the midst of a transaction must not keep the others from its tables: the
#: database ends it after so many milliseconds. It is named, so that whoever looks at the database sees who does what.
_MEMBER = "-c idle_in_transaction_session_timeout=2000 -c application_name=stichwerk-"

#: A connection that was used so recently, in seconds, is believed to live; and when it was.
_TRUSTED, _USED = 1.0, "used"


class Impatient(psycopg.Connection[Any]):
    """A connection on which every answer has to come within some seconds; else it is given up."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Until the answer is there."""
        try:
            return super().wait(gen, interval, ANSWER_WITHIN if timeout is None else timeout)
        except _WaitTimeout:
            self.pgconn.finish()  # whatever comes now would be an answer to an older question
            raise psycopg.OperationalError("timeout: the database does not answer") from None


def engine_for(url: URL, member: str = "") -> Engine:
    """An engine of such connections; ``member``: of this process, which is one of several. Parameters are hidden
    because errors end up in logs, and what is written here is secret.
    """
    args, named = url.get_dialect()().create_connect_args(url)
    named = {
        "connect_timeout": CONNECT_WITHIN,
        "options": f"{_SESSION} {_MEMBER}{member}" if member else _SESSION,
        **named,
    }
    engine = create_engine(
        url, creator=lambda: Impatient.connect(*args, **named), pool_timeout=CONNECT_WITHIN, hide_parameters=True
    )
    _look_at_the_idle(engine)
    return engine


def _look_at_the_idle(engine: Engine) -> None:
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
