"""Bring a database to the version that this Stichwerk knows, with Alembic."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from stichwerk.server.errors import StoreError

#: The version of the database that this Stichwerk reads and writes: the newest step in ``migrations``.
VERSION = "0001"
_FOLDER = Path(__file__).parent / "migrations"


def upgrade(connection: Connection) -> None:
    """Make the missing steps, all in one transaction; refuse a database that a newer Stichwerk has written."""
    found = _version(connection)
    if found == VERSION:
        return
    from alembic import command  # only here: loading it takes as long as opening the database
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise StoreError(
            f"the database has version {found}, newer than {VERSION}, which this Stichwerk knows: update it", "db-newer"
        )
    if found is None and inspect(connection).get_table_names():
        raise StoreError(
            "the database belongs to another program (it has tables, but none of Stichwerk's): name another one",
            "db-foreign",
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    row = connection.execute(text("SELECT version_num FROM alembic_version")).first()
    return None if row is None else str(row[0])
