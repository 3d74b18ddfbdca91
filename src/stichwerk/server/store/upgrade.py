"""Bring a database to the version that this Stichwerk knows: the newest step in ``migrations``. Alembic does it all."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text

from stichwerk.server.errors import StoreError

_FOLDER = Path(__file__).parent / "migrations"


def upgrade(connection: Connection, alone: Callable[[], AbstractContextManager[Any]]) -> None:
    """Make the missing steps, all in one transaction; refuse a database that a newer Stichwerk has written.

    A database with tables in it is changed only when nobody else works with it (``alone``): an older server that runs
    would go on to write lines without what this version needs.
    """
    found = _version(connection)
    if found == _steps()[-1]:
        return
    from alembic import command  # a server that starts seldom needs it, and it takes a quarter of a second
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    with alone() if found is not None else nullcontext():
        command.upgrade(config, "head")


def refuse_others(connection: Connection) -> None:
    """Refuse a database that this version would have to change before it can be used."""
    found, newest = _version(connection), _steps()[-1]
    if found is None:
        raise StoreError("the database is empty: name another one with --db", "db-missing")
    if found != newest:
        raise StoreError(
            f"the database has version {found}, older than {newest}: start the server once, which brings it up to "
            "date (make a copy first)",
            "db-older",
        )


def _version(connection: Connection) -> str | None:
    """The version of a database, one of `_steps`; None if it is empty."""
    there = inspect(connection)
    asked = text("SELECT version_num FROM alembic_version")
    found = connection.execute(asked).scalar() if there.has_table("alembic_version") else None
    if found is None and there.get_table_names():
        raise StoreError(
            "the database belongs to another program (it has tables, but none of Stichwerk's): name another one",
            "db-foreign",
        )
    if found is not None and found not in _steps():
        newest = _steps()[-1]
        raise StoreError(
            f"the database has version {found}, newer than {newest}, which this Stichwerk knows: update it", "db-newer"
        )
    return found


@cache
def _steps() -> tuple[str, ...]:
    """The versions that there have been, the oldest first: each has a file, with its number in the name."""
    return tuple(sorted(step.name[1:5] for step in (_FOLDER / "versions").glob("v[0-9]*.py")))
