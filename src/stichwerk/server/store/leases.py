"""Who leads which table, where several processes share a PostgreSQL database.

A table (or whatever else has a log) is led by the process that its row in ``leases`` names. That holds as long as the
process is heard of: again and again it writes the time into its own row of ``processes``. Who was silent for `SILENT`
counts as dead, and its leases may be taken, each with the next epoch. All times are the database's.

None of this has to be believed by those who write: `Fence.append` looks at the rows in the very statement that
appends, and holds them until the transaction ends. So a process that was frozen, and has not heard that others went on,
can write nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, text

from stichwerk.server.errors import Fenced
from stichwerk.server.store import rows

#: After so many milliseconds without a word a process counts as dead. (Nor is one alive that was heard of in the
#: future: the clock of the database was set back.)
SILENT = 3_000
#: Rows of processes that were silent for so long are removed.
_FORGOTTEN = 3_600_000

_NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
_ALIVE = f"abs({_NOW} - processes.beat) < {SILENT}"
_LIVES = f"EXISTS (SELECT FROM processes WHERE processes.id = leases.holder AND {_ALIVE})"


class Process(NamedTuple):
    """A process of the cluster. ``secret``: a fingerprint of the secret that it was given."""

    id: str
    address: str
    machine: str
    version: str
    speaks: int
    secret: str


class Lease(NamedTuple):
    """Who leads a table, as the database says. ``holder``: None if nobody does who is alive."""

    epoch: int
    holder: Process | None


# ---------------------------------------------------------------- processes

_FIELDS = ", ".join(Process._fields)
_BEAT = text(
    "WITH before AS (SELECT beat FROM processes WHERE id = :id) "
    f"INSERT INTO processes ({_FIELDS}, beat) VALUES (:id, :address, :machine, :version, :speaks, :secret, {_NOW}) "
    "ON CONFLICT (id) DO UPDATE SET beat = excluded.beat, address = excluded.address RETURNING beat, "
    f"EXISTS (SELECT FROM before WHERE abs(processes.beat - before.beat) < {SILENT})"
)
_LIVING = text(f"SELECT {_FIELDS} FROM processes WHERE {_ALIVE} ORDER BY id")
_FORGET = text(f"DELETE FROM processes WHERE beat < {_NOW} - {_FORGOTTEN}")
_TOUCH = text("UPDATE processes SET beat = beat WHERE id = :id")
_BURY = text("DELETE FROM processes WHERE id = :id")
#: Two processes that begin at once look at each other one after the other; any number of our own will do.
_BEGINNING = 5_713_003
_BEGIN = text(f"SELECT pg_advisory_xact_lock({_BEGINNING})")
_CLOCK = text(f"SELECT {_NOW}")


def beat(connection: Connection, process: Process) -> tuple[int, bool]:
    """A process is alive. Returns what the database's clock shows, and whether it has counted as alive since it said so
    last: else others may lead by now what it believes to lead.
    """
    clock, unbroken = connection.execute(_BEAT, process._asdict()).one()
    return int(clock), bool(unbroken)


def living(connection: Connection) -> list[Process]:
    """All that are alive."""
    return [Process(*found) for found in connection.execute(_LIVING)]


def clock(connection: Connection) -> int:
    """What the database's clock shows."""
    return int(connection.execute(_CLOCK).scalar_one())


def one_begins(connection: Connection) -> None:
    """Until the transaction ends, no other process begins."""
    connection.execute(_BEGIN)
    connection.execute(_FORGET)


def touch(connection: Connection, process: str) -> None:
    """Write something that is no news."""
    connection.execute(_TOUCH, {"id": process})


def bury(connection: Connection, process: str) -> None:
    """A process is gone for certain: nobody has to wait until it counts as dead."""
    connection.execute(_BURY, {"id": process})


# ---------------------------------------------------------------- leases

_ASK = text(
    f"SELECT leases.epoch, {', '.join('processes.' + name for name in Process._fields)} FROM leases "
    f"LEFT JOIN processes ON processes.id = leases.holder AND {_ALIVE} WHERE leases.table_id = :table"
)
_TAKE = text(
    "INSERT INTO leases (table_id, epoch, holder) SELECT CAST(:table AS varchar), 1, CAST(:me AS varchar) WHERE EXISTS "
    "(SELECT FROM log WHERE table_id = CAST(:table AS varchar)) "
    "ON CONFLICT (table_id) DO UPDATE SET holder = :me, epoch = leases.epoch + 1, people = 0 "
    f"WHERE leases.holder IS NULL OR NOT {_LIVES} RETURNING epoch"
)
_HELD = text("SELECT table_id, epoch FROM leases WHERE holder = :me")
# Whoever locks several of these rows does it in the order of their ids, so that nobody waits for each other.
_RELEASE = text(
    "UPDATE leases SET holder = NULL, people = 0 WHERE table_id IN (SELECT table_id FROM leases "
    "WHERE holder = :me AND table_id = ANY(:tables) ORDER BY table_id FOR UPDATE)"
)
_PEOPLE = text("UPDATE leases SET people = :people WHERE table_id = :table AND holder = :me")
_TOLD = text(f"SELECT table_id, people FROM leases WHERE people > 0 AND table_id = ANY(:tables) AND {_LIVES}")


def lease_of(connection: Connection, table: str) -> Lease | None:
    """Who leads a table; None if nobody ever has."""
    found = connection.execute(_ASK, {"table": table}).first()
    if found is None:
        return None
    epoch, *process = found
    return Lease(int(epoch), None if process[0] is None else Process(*process))


def take(connection: Connection, table: str, me: str) -> int | None:
    """Lead a table that nobody leads who is alive: the new epoch. None if somebody does, or if it has no log."""
    return connection.execute(_TAKE, {"table": table, "me": me}).scalar()


def held_by(connection: Connection, me: str) -> dict[str, int]:
    """All that a process leads, with the epochs."""
    return {str(table): int(epoch) for table, epoch in connection.execute(_HELD, {"me": me})}


def release(connection: Connection, tables: Iterable[str], me: str) -> None:
    """Give leases back: whoever comes first may have them."""
    connection.execute(_RELEASE, {"tables": list(tables), "me": me})


def tell_people(connection: Connection, people: Mapping[str, int], me: str) -> None:
    """How many people are connected at tables that this process leads, for the lists of all."""
    if people:
        connection.execute(_PEOPLE, [{"table": table, "people": people[table], "me": me} for table in sorted(people)])


def people_at(connection: Connection, tables: Iterable[str]) -> dict[str, int]:
    """How many are connected at these tables, as their leaders have told."""
    return {str(table): int(n) for table, n in connection.execute(_TOLD, {"tables": list(tables)})}


# ---------------------------------------------------------------- the fence

# What every append needs stands here as the database takes it, and is not built anew each time.
_NEW = "INSERT INTO leases (table_id, epoch, holder) VALUES (%s, 1, %s) ON CONFLICT DO NOTHING RETURNING table_id"
_LED = "SELECT table_id, epoch FROM leases WHERE holder = %s AND table_id = ANY(%s)"
_APPEND = (
    "WITH led AS MATERIALIZED (SELECT leases.table_id FROM leases JOIN unnest(%s::varchar[], %s::bigint[]) AS believed "
    "(table_id, epoch) USING (table_id, epoch) WHERE holder = %s ORDER BY leases.table_id FOR SHARE OF leases) "
    f"{rows.ADD_COLUMNS} WHERE (SELECT count(*) FROM led) = %s"
)
#: A single line, as most are: a third of the work, here and in the database.
_APPEND_ONE = (
    "INSERT INTO log (table_id, seq, at, fact, hash) SELECT %s, %s, %s, %s, %s FROM leases "
    "WHERE table_id = %s AND epoch = %s AND holder = %s FOR SHARE"
)


class Fence:
    """What a process leads, as far as it knows, and the check that it is so. Used by the writer, in its thread, and by
    those who lead, in theirs: single steps of a dictionary need no lock.
    """

    def __init__(self, me: str) -> None:
        self.me = me
        self.held: dict[str, int] = {}

    def open(self, connection: Connection, firsts: Mapping[str, int]) -> list[str]:
        """Whoever writes the first line of a table leads it. ``firsts``: the number of the first line for each; those
        that are new are returned, to be `led` when the transaction is durable. Refused at once are those that this
        process itself does not believe to lead.
        """
        new = [table for table, first in firsts.items() if first == 1 and table not in self.held]
        for table in firsts:
            if table not in new and table not in self.held:
                raise Fenced(table)
        for table in new:
            if connection.exec_driver_sql(_NEW, (table, self.me)).scalar() is None:
                raise Fenced(table)
        return new

    def append(self, connection: Connection, lines: Sequence[rows.LineValues], new: Sequence[str]) -> None:
        """Append to tables: all of it, or nothing and refused if this process does not lead them all. Until the
        transaction ends, nobody takes them. ``new``: those that `open` returned.
        """
        if not lines:
            return
        believed = {table: 1 if table in new else self.held.get(table) for table in sorted({line[0] for line in lines})}
        if None not in believed.values() and self._append(connection, lines, believed) == len(lines):
            return
        raise Fenced(self._lost(connection, believed))

    def _append(
        self, connection: Connection, lines: Sequence[rows.LineValues], believed: Mapping[str, int | None]
    ) -> int:
        """How many lines were appended: all or none."""
        if len(lines) == 1:
            [(table, epoch)] = believed.items()
            return connection.exec_driver_sql(_APPEND_ONE, (*lines[0], table, epoch, self.me)).rowcount
        asked = list(believed), list(believed.values()), self.me, *rows.columns_of(lines), len(believed)
        return connection.exec_driver_sql(_APPEND, asked).rowcount

    def _lost(self, connection: Connection, believed: Mapping[str, int | None]) -> str:
        """One of these tables that this process does not lead, and does not believe to lead any more."""
        asked = connection.exec_driver_sql(_LED, (self.me, list(believed)))
        found = {str(table): int(epoch) for table, epoch in asked}
        lost = [table for table, epoch in believed.items() if epoch is None or found.get(table) != epoch]
        for table in lost:
            if self.held.get(table) == believed[table]:
                self.held.pop(table, None)
        return lost[0] if lost else next(iter(believed))  # it was led again in the very moment: look at it anew

    def led(self, new: Iterable[str]) -> None:
        """The first lines of these tables are durable."""
        for table in new:
            self.held[table] = 1
