"""Logs, heads and rows of the index, as they are read and written over a connection."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from sqlalchemy import Column, Connection, delete, insert, select, type_coerce
from sqlalchemy import update as update_rows
from sqlalchemy.types import NullType

from stichwerk.server.domain.facts import Line
from stichwerk.server.domain.index import Row
from stichwerk.server.domain.shared_pads import PREFIX
from stichwerk.server.store import schema
from stichwerk.server.store.chain import Head, StoredLine

#: What every move needs stands here as the database takes it, and is not built anew each time.
_ADD_LINE = "INSERT INTO log (table_id, seq, at, fact, hash) VALUES (?, ?, ?, ?, ?)"
#: SQLite takes several at once, and passes over those that only fill up: of few different statements each is prepared
#: only once.
_ONE_OF_THEM = "(?, ?, ?, ?, ?)"
_ADD_SEVERAL = "INSERT INTO log (table_id, seq, at, fact, hash) SELECT * FROM (VALUES {}) WHERE column1 IS NOT NULL"
_FILLS_UP = (None,) * 5
#: PostgreSQL takes them as columns: one statement, however many lines there are.
ADD_COLUMNS = (
    "INSERT INTO log (table_id, seq, at, fact, hash) SELECT lines.* FROM unnest(%s::varchar[], %s::bigint[], "
    "%s::bigint[], %s::bytea[], %s::bytea[]) AS lines (table_id, seq, at, fact, hash)"
)
#: The most lines in one statement. Each of SQLite's makes this thread and the one that serves wait for each other.
AT_ONCE = 1024
_SET_HEAD = (
    "INSERT INTO heads (table_id, seq, hash) VALUES (?, ?, ?) "
    "ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash"
)
#: A line with its table in front and its hash behind.
LineValues = tuple[str, int, int, bytes, bytes]


def stored_log(connection: Connection, table: str) -> tuple[list[StoredLine], Head | None]:
    """A table's log and its head, as they are: nothing is checked.

    The head is read first: what is appended meanwhile must not look as if it were missing.
    """
    head = connection.execute(_raw(schema.heads.c, "seq", "hash").where(schema.heads.c.table_id == table)).first()
    columns = schema.log.c
    asked = _raw(columns, "seq", "at", "fact", "hash").where(columns.table_id == table).order_by(columns.seq)
    stored = [StoredLine(*found) for found in connection.execute(asked)]
    return stored, None if head is None else Head(*head)


def as_it_is(column: Column[Any]) -> Any:
    """After an accident SQLite may have a text where a number should be: take what is there."""
    return type_coerce(column, NullType())


def _raw(columns: Any, *names: str) -> Any:
    return select(*(as_it_is(columns[name]) for name in names))


def hash_of(connection: Connection, table: str, seq: int) -> bytes | None:
    """The hash of a line; None if it has none, or is not there."""
    columns = schema.log.c
    asked = select(columns.hash).where(columns.table_id == table, columns.seq == seq)
    return connection.execute(asked).scalar()


def append_lines(connection: Connection, lines: Sequence[LineValues]) -> None:
    """Add lines to the logs of any tables: in one statement, if there are no more than `AT_ONCE`."""
    sqlite = connection.dialect.name == "sqlite"
    for begin in range(0, len(lines), AT_ONCE):
        some = lines[begin : begin + AT_ONCE]
        if len(some) == 1:
            connection.exec_driver_sql(_ADD_LINE if sqlite else _ADD_LINE.replace("?", "%s"), some[0])
        elif sqlite:
            places = 1 << (len(some) - 1).bit_length()  # 2, 4, 8 … of them
            values = [*some, *[_FILLS_UP] * (places - len(some))]
            statement = _ADD_SEVERAL.format(", ".join([_ONE_OF_THEM] * places))
            connection.exec_driver_sql(statement, tuple(chain.from_iterable(values)))
        else:
            connection.exec_driver_sql(ADD_COLUMNS, columns_of(some))


def columns_of(lines: Sequence[LineValues]) -> tuple[list[Any], ...]:
    """The values of lines, column by column."""
    return tuple(map(list, zip(*lines, strict=True)))


def write_heads(connection: Connection, heads: Mapping[str, Head]) -> None:
    """Keep where logs end now."""
    _do_for_all(connection, _SET_HEAD, [(table, head.seq, head.hash) for table, head in heads.items()])


def _do_for_all(connection: Connection, statement: str, values: Sequence[tuple[Any, ...]]) -> None:
    if values:
        sqlite = connection.dialect.name == "sqlite"
        connection.exec_driver_sql(statement if sqlite else statement.replace("?", "%s"), list(values))


def write_hashes(connection: Connection, table: str, hashes: Iterable[tuple[int, bytes]]) -> None:
    """Set the hashes of lines, by their numbers."""
    columns = schema.log.c
    for seq, found in hashes:
        changed = update_rows(schema.log).where(columns.table_id == table, columns.seq == seq).values(hash=found)
        connection.execute(changed)


def rewrite_line(connection: Connection, table: str, line: Line) -> None:
    """Put back what a line was."""
    columns = schema.log.c
    changed = update_rows(schema.log).where(columns.table_id == table, columns.seq == line.seq)
    connection.execute(changed.values(at=line.at, fact=line.fact))


def index_row(connection: Connection, table: str) -> Row | None:
    """A table's row of the index, with its seats, as it is: nothing is checked."""
    columns, seats = schema.tables.c, schema.seats.c
    names = ("id", "code", "status", "listed", "changed_at", "summary", "same_cards", "points")
    found = connection.execute(_raw(columns, *names).where(columns.id == table)).first()
    if found is None:
        return None
    held = connection.execute(_raw(seats, "token", "seat").where(seats.table_id == table))
    values = dict(zip(names, found, strict=True))
    return Row(**values, tokens=tuple((token, seat) for token, seat in held))


def write_row(connection: Connection, row: Row) -> None:
    """Write a table's row of the index, with its seats."""
    values = {
        "code": row.code,
        "status": row.status,
        "listed": row.listed,
        "changed_at": row.changed_at,
        "summary": row.summary,
        "same_cards": row.same_cards,
        "points": row.points,
    }
    changed = connection.execute(update_rows(schema.tables).where(schema.tables.c.id == row.id).values(values))
    if not changed.rowcount:
        connection.execute(insert(schema.tables).values(id=row.id, **values))
    connection.execute(delete(schema.seats).where(schema.seats.c.table_id == row.id))
    if row.tokens:
        connection.execute(
            insert(schema.seats), [{"token": token, "table_id": row.id, "seat": seat} for token, seat in row.tokens]
        )


def free_for(connection: Connection, row: Row) -> None:
    """Take the code and the tokens of a row from where they do not belong."""
    tables, seats = schema.tables.c, schema.seats.c
    if row.code is not None:
        others = update_rows(schema.tables).where(tables.code == row.code, tables.id != row.id)
        connection.execute(others.values(code=None))
    connection.execute(delete(schema.seats).where(seats.token.in_([token for token, _ in row.tokens])))


def all_tables(connection: Connection) -> list[str]:
    """The ids of all tables of which there is anything at all."""
    return [found for found in _all_logs(connection) if not found.startswith(PREFIX)]


def all_pads(connection: Connection) -> list[str]:
    """The ids of all score pads that were shared: their logs stand beside those of tables."""
    return [found for found in _all_logs(connection) if found.startswith(PREFIX)]


def _all_logs(connection: Connection) -> list[str]:
    columns: tuple[Column[Any], ...] = (schema.log.c.table_id, schema.tables.c.id, schema.heads.c.table_id)
    return sorted(
        {str(found) for column in columns for found in connection.execute(select(column).distinct()).scalars()}
    )
