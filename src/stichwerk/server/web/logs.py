"""What the server writes down: lines for people, or JSON lines for programs. Never tokens, cards, invites or codes.

Nothing is logged that a client has sent; what is logged about a table is that something happened, not what.
"""

import json
import logging
import sys
import time
import traceback
from typing import Any, Literal


def configure(how: Literal["text", "json"], level: int = logging.INFO) -> None:
    """Write log lines to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if how == "json" else Lines("%(asctime)s %(levelname)s %(message)s"))
    for name in ("stichwerk", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        # uvicorn tells every connection, with the address it came for; only its troubles are of interest.
        logger.setLevel(level if name == "stichwerk" else logging.WARNING)


class Lines(logging.Formatter):
    """A line per message. Of an error only its kind and its place: its text may have come from a client."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the name is logging's
        """Where something went wrong, and what kind of error it was."""
        kind, problem, _ = ei
        told = []
        while problem is not None:
            told.append("".join(traceback.format_tb(problem.__traceback__)) + type(problem).__qualname__)
            problem = problem.__cause__ or (None if problem.__suppress_context__ else problem.__context__)
        return "Traceback (most recent call last):\n" + "\ncame from:\n".join(told) if told else str(kind)


class JsonLines(Lines):
    """A line of JSON per message.

    >>> import logging
    >>> record = logging.LogRecord("stichwerk.server", logging.INFO, "", 0, "%d tables", (3,), None)
    >>> record.created = 0
    >>> JsonLines().format(record)
    '{"at": "1970-01-01T00:00:00+0000", "level": "info", "logger": "stichwerk.server", "message": "3 tables"}'
    """

    converter = staticmethod(time.gmtime)

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S+0000"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["trouble"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)
