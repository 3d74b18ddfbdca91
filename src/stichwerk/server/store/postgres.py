"""Connections to PostgreSQL that do not wait for ever: a database may hang without saying so, and then nothing that it
promises to end by itself ends.
"""

from typing import Any

import psycopg
from psycopg.errors import _WaitTimeout
from sqlalchemy import URL, Engine, create_engine

from stichwerk.server.store.idle_connections import look_at_the_idle

#: How long a connection, and any single statement, may take, in seconds.
CONNECT_WITHIN, ANSWER_WITHIN = 3, 5.0
#: The database itself gives up earlier, with a better reason.
_SESSION = f"-c statement_timeout={int(ANSWER_WITHIN * 800)} -c lock_timeout={int(ANSWER_WITHIN * 600)}"
#: One of several processes that is frozen in the midst of a transaction must not keep the others from its tables: the
#: database ends it after so many milliseconds. It is named, so that whoever looks at the database sees who does what.
_MEMBER = "-c idle_in_transaction_session_timeout=2000 -c application_name=stichwerk-"


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
    look_at_the_idle(engine)
    return engine
