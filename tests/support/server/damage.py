"""Accidents that happen to a stored table, and what each is called."""

from collections.abc import Callable

from sqlalchemy import Connection, create_engine, delete, insert, select, update

from stichwerk.server.store import schema

LOG = schema.log.c
Accident = Callable[[Connection, str], object]


def flipped(data: bytes, place: int = 3) -> bytes:
    """These bytes with one of them changed."""
    return data[:place] + bytes([data[place] ^ 0x10]) + data[place + 1 :]


def _of(table: str, seq: int):
    return (LOG.table_id == table) & (LOG.seq == seq)


def _flip(column: str, seq: int) -> Accident:
    def happen(connection: Connection, table: str) -> None:
        [value] = connection.execute(select(LOG[column]).where(_of(table, seq))).scalars()
        other = flipped(value) if isinstance(value, bytes) else value ^ 0x10
        connection.execute(update(schema.log).where(_of(table, seq)).values({column: other}))

    return happen


def _lose(*seqs: int) -> Accident:
    def happen(connection: Connection, table: str) -> None:
        connection.execute(delete(schema.log).where(LOG.table_id == table, LOG.seq.in_(seqs)))

    return happen


def _lose_last(connection: Connection, table: str) -> None:
    last = max(connection.execute(select(LOG.seq).where(LOG.table_id == table)).scalars())
    connection.execute(delete(schema.log).where(LOG.table_id == table, LOG.seq >= last - 1))


def _lose_all(connection: Connection, table: str) -> None:
    connection.execute(delete(schema.log).where(LOG.table_id == table))


def _lose_all_and_head(connection: Connection, table: str) -> None:
    _lose_all(connection, table)
    connection.execute(delete(schema.heads).where(schema.heads.c.table_id == table))


def _move(seq: int, to: int) -> Accident:
    return lambda connection, table: connection.execute(update(schema.log).where(_of(table, seq)).values(seq=to))


def _swap_facts(connection: Connection, table: str) -> None:
    one, two = (connection.execute(select(LOG.fact).where(_of(table, seq))).scalar() for seq in (3, 4))
    connection.execute(update(schema.log).where(_of(table, 3)).values(fact=two))
    connection.execute(update(schema.log).where(_of(table, 4)).values(fact=one))


def _forget_hash(connection: Connection, table: str) -> None:
    connection.execute(update(schema.log).where(_of(table, 4)).values(hash=None))


def _older_line(connection: Connection, table: str) -> None:
    last = max(connection.execute(select(LOG.seq).where(LOG.table_id == table)).scalars())
    connection.execute(insert(schema.log).values(table_id=table, seq=last + 1, at=9, fact=b'{"fact":"Woken"}'))


#: What happens to a log of at least six lines, and what is said of it (with ``{last}`` and so on left out).
ACCIDENTS: dict[str, tuple[Accident, str]] = {
    "a byte of a fact": (_flip("fact", 3), "line 3 was changed"),
    "a byte of the first fact": (_flip("fact", 1), "line 1 was changed"),
    "a bit of a time": (_flip("at", 4), "line 4 was changed"),
    "a byte of a hash": (_flip("hash", 3), "the hash of line 3 was changed"),
    "a hash": (_forget_hash, "the hash of line 4 was changed"),
    "two facts swapped": (_swap_facts, "line 3 was changed, line 4 was changed"),
    "a number": (_move(3, 259), "line 3 is missing, lines"),
    "the first line": (_lose(1), "line 1 is missing"),
    "a line in the middle": (_lose(4), "line 4 is missing"),
    "some lines in the middle": (_lose(3, 4), "lines 3 to 4 are missing"),
    "the last lines": (_lose_last, "are missing at the end"),
    "all lines": (_lose_all, "are missing at the end"),
    "all lines and the head": (_lose_all_and_head, "all of its lines are missing"),
    "a line of an older version behind": (_older_line, "has no hash"),
}


def happens(url: object, accident: str, table: str) -> str:
    """Let it happen; what is to be said of it."""
    happen, said = ACCIDENTS[accident]
    engine = create_engine(url)  # type: ignore[call-overload]
    with engine.begin() as connection:
        happen(connection, table)
    engine.dispose()
    return said


def run_sql(url: object, *statements: str) -> None:
    """Change a database by hand."""
    engine = create_engine(url)  # type: ignore[call-overload]
    with engine.begin() as connection:
        for each in statements:
            connection.exec_driver_sql(each)
    engine.dispose()
