"""Reviews that were made once, as they are read and written over a connection."""

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select

from stichwerk.server.store import schema


class Reviewed(NamedTuple):
    """Which review: of which game at which table, and whether as if everybody had known all cards."""

    table: str
    game: int
    open_cards: bool = False


def kept_review(connection: Connection, which: Reviewed, wanted: int) -> bytes | None:
    """A review; None: there is none, or one of another format."""
    columns = schema.reviews.c
    asked = select(columns.review).where(_is(which), columns.format == wanted)
    found: bytes | None = connection.execute(asked).scalar()
    return found


def keep_review(connection: Connection, which: Reviewed, written: int, review: bytes) -> None:
    """Keep a review, instead of one that is there."""
    connection.execute(delete(schema.reviews).where(_is(which)))
    row = {"table_id": which.table, "game": which.game, "open_cards": which.open_cards}
    connection.execute(insert(schema.reviews).values(**row, format=written, review=review))


def _is(which: Reviewed) -> ColumnElement[bool]:
    columns = schema.reviews.c
    return and_(columns.table_id == which.table, columns.game == which.game, columns.open_cards == which.open_cards)
