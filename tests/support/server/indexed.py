"""What a database keeps beside its log."""

from typing import Any

from sqlalchemy import create_engine

from stichwerk.server.store import schema


def index_of(url: str) -> list[Any]:
    """All that the index says."""
    with create_engine(url).connect() as connection:
        return [sorted(connection.execute(table.select())) for table in (schema.tables, schema.seats)]
