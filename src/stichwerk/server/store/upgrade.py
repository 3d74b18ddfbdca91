"""Bring a database to the version that this Stichwerk knows: the newest step in ``migrations``. Alembic does it all."""

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from stichwerk.server.errors import StoreError

_FOLDER = Path(__file__).parent / "migrations"


def upgrade(connection: Connection) -> None:
    """Make the missing steps, all in one transaction; refuse a database that a newer Stichwerk has written."""
    found, newest = MigrationContext.configure(connection).get_current_revision(), _steps()[-1]
    if found == newest:
        return
    if found is None and inspect(connection).get_table_names():
        raise StoreError(
            "the database belongs to another program (it has tables, but none of Stichwerk's): name another one",
            "db-foreign",
        )
    if found is not None and found not in _steps():
        raise StoreError(
            f"the database has version {found}, newer than {newest}, which this Stichwerk knows: update it", "db-newer"
        )
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@cache
def _steps() -> tuple[str, ...]:
    """The versions that there have been, the oldest first."""
    scripts = ScriptDirectory.from_config(_config())
    return tuple(script.revision for script in scripts.walk_revisions())[::-1]


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
