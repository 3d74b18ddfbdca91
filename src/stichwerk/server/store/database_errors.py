"""What a database says when something is wrong, as a sentence that says what to do."""

import re
from pathlib import Path

from sqlalchemy import URL

from stichwerk.server.errors import StoreError

_SQLITE_PROBLEMS = [
    ("locked|busy", "db-locked", "the database {where} is locked by another program: close it, or wait and try again"),
    ("readonly", "db-read-only", "the database {where} cannot be written: make it and its folder writable"),
    ("is full", "db-full", "there is no room left for the database {where}: make room on its disk"),
    ("unable to open", "db-missing", "the database {where} cannot be opened: is there a folder {folder}, and may it be "
     "written?"),
    ("not a database|malformed|decode to utf-8", "db-foreign", "{where} is not a database, or it is damaged: name "
     "another file"),
]  # fmt: skip
_POSTGRES_PROBLEMS = [
    ("invalid page|read block|corrupt|chunk number", "db-foreign", "the database {where} is damaged: restore a copy"),
    ("no space|disk full|could not extend", "db-full", "there is no room left for the database {where}: make room"),
    ("read-only", "db-read-only", "the database {where} can only be read: connect to the main server"),
    ("permission denied for", "db-no-entry", "this user may not make tables in {where}: make it the owner"),
    ("lock timeout|deadlock", "db-locked", "the database {where} is locked by another program: wait and try again"),
    ("does not exist", "db-missing", "there is no database {where}, or no such user: create it first"),
    ("password|authentication", "db-no-entry", "the database {where} does not accept this user or password"),
    ("connect|connection|refused|resolve|timeout", "db-missing", "the database server of {where} does not answer: is "
     "it running?"),
]  # fmt: skip


def explained(url: URL, problem: Exception) -> StoreError:
    """An error of the database with this URL."""
    sqlite = url.get_backend_name() == "sqlite"
    where = url.database if sqlite else url.set(drivername="postgresql").render_as_string(hide_password=True)
    cause = getattr(problem, "orig", None) or problem
    text = str(cause).strip().splitlines()[0] if str(cause).strip() else type(cause).__name__
    for pattern, code, sentence in _SQLITE_PROBLEMS if sqlite else _POSTGRES_PROBLEMS:
        if re.search(pattern, text, re.IGNORECASE):
            return StoreError(sentence.format(where=where, folder=Path(where or ".").parent), code)
    return StoreError(f"the database {where} cannot be used: {text}")
