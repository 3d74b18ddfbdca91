"""Reviews that were made once, as they are read and written over a connection."""

from sqlalchemy import Connection, delete, insert, select

from stichwerk.server.store import schema


def kept_review(connection: Connection, table: str, game: int, wanted: int) -> bytes | None:
    """The review of a game at a table; None: there is none, or one of another format."""
    columns = schema.reviews.c
    asked = select(columns.review).where(columns.table_id == table, columns.game == game, columns.format == wanted)
    found: bytes | None = connection.execute(asked).scalar()
    return found


def keep_review(connection: Connection, table: str, game: int, written: int, review: bytes) -> None:
    """Keep the review of a game, instead of one that is there."""
    columns = schema.reviews.c
    connection.execute(delete(schema.reviews).where(columns.table_id == table, columns.game == game))
    connection.execute(insert(schema.reviews).values(table_id=table, game=game, format=written, review=review))
