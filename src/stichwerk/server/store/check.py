"""Look through a whole database: is every log as it was written, and does the index follow from it?

Only what is known for sure is repaired, and no line of a log is ever removed or made up. A row of the index follows
from a sound log; a hash, from the lines around it; a byte that has flipped is found by trying all others, for only the
right one gives the hash. A log whose end is missing can be accepted as it is: what is lost stays lost, but the table
can be played on from there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from msgspec import structs
from sqlalchemy import Connection, text

from stichwerk.errors import UnknownGame
from stichwerk.server.domain import summaries
from stichwerk.server.domain.facts import Line
from stichwerk.server.domain.index import Row, row_from_log
from stichwerk.server.domain.shared_pads import readable
from stichwerk.server.domain.table import Table
from stichwerk.server.errors import StoreError, UnreadableLog
from stichwerk.server.store import chain, rows
from stichwerk.server.store.log import Store

#: In longer lines no flipped byte is looked for: that would take minutes, and no fact is so long.
_LONGEST_MENDED = 4096


@dataclass(frozen=True)
class Findings:
    """What was found out about a table. ``flaws``: what is wrong with its log. ``index``: what with its row there.

    ``not_here``: why its log, which is sound, cannot be played here. ``done``: what has been repaired. ``chained``:
    whether there is a chain to compare the log with.
    """

    table: str
    flaws: tuple[str, ...] = ()
    index: str = ""
    not_here: str = ""
    done: tuple[str, ...] = ()
    chained: bool = True


def findings(store: Store, repair: bool = False) -> Iterator[Findings]:
    """One table after the other; if wished, what can be repaired is."""
    for table in store.read(rows.all_tables):
        try:
            if repair:
                yield store.write(partial(_repaired, table)).result()
            else:
                yield store.read(partial(_looked_at, table))
        except StoreError as problem:
            yield Findings(table, (problem.message,))
    for pad in store.read(rows.all_pads):
        yield store.write(partial(_pad_repaired, pad)).result() if repair else store.read(partial(_pad_looked_at, pad))


def how_many(store: Store) -> int:
    """Of how many tables and shared score pads the database has anything."""
    return len(store.read(rows.all_tables)) + len(store.read(rows.all_pads))


def page_faults(store: Store) -> list[str]:
    """What SQLite finds wrong with its own file."""
    if store.url.get_backend_name() != "sqlite":
        return []
    found = store.read(lambda connection: connection.execute(text("PRAGMA quick_check(5)")).scalars().all())
    return [line for each in found if each != "ok" for line in str(each).splitlines()]


# ---------------------------------------------------------------- looking


@dataclass(frozen=True)
class _Found:
    """All there is of a table, and what its log tells."""

    stored: list[chain.StoredLine]
    head: chain.Head | None
    checked: chain.Checked
    row: Row | None
    told: Row | None

    @classmethod
    def of(cls, connection: Connection, table: str) -> "_Found":
        stored, head = rows.stored_log(connection, table)
        checked = chain.check(table, stored, head)
        return cls(stored, head, checked, rows.index_row(connection, table), row_from_log(table, checked.lines))

    @property
    def readable(self) -> bool:
        """Whether the lines before any flaw make a table."""
        return self.told is not None and self.told.sure


def _looked_at(table: str, connection: Connection) -> Findings:
    return _findings(table, _Found.of(connection, table))


def _findings(table: str, found: _Found, done: tuple[str, ...] = ()) -> Findings:
    flaws = tuple(flaw.text for flaw in found.checked.flaws)
    not_here = ""
    if not found.stored and not flaws:
        flaws = ("all of its lines are missing",)
    elif not flaws and not found.readable:
        flaws, not_here = _why_unreadable(table, found.checked.lines)
    index = "" if flaws else _index_fault(found)
    return Findings(table, flaws, index, not_here, done, found.checked.chained)


def _why_unreadable(table: str, lines: list[Line]) -> tuple[tuple[str, ...], str]:
    seq = 0
    try:
        for grown in Table.growing(table, lines):
            seq = grown.seq
    except UnknownGame as problem:
        return (), problem.message
    except UnreadableLog as problem:
        return ((problem.message,), "") if problem.code == UnreadableLog.code else ((), problem.message)
    except Exception:
        pass
    return (f"what line {seq + 1} tells cannot have happened",), ""


def _index_fault(found: _Found) -> str:
    if found.row is None:
        return "its row of the index is missing"
    if found.readable and not _same(found.row, found.told):
        return "its row of the index is not what its log tells"
    return ""


def _same(one: Row, other: Row | None) -> bool:
    def plain(row: Row) -> tuple[Row, summaries.Summary | None]:
        summary: Any = row.summary  # after an accident, anything
        told = summaries.decode(summary) if isinstance(summary, bytes) else None
        return replace(row, summary=b"", tokens=tuple(sorted(row.tokens, key=repr))), told

    if other is None:
        return False
    (row, told), (other_row, other_told) = plain(one), plain(other)
    if told is not None and other_told is not None and told.round is None:
        # Written before rows told the round, and were written anew with each deal.
        unsaid = {"round": None, "totals": (), "changed_at": told.changed_at}
        other_row, other_told = replace(other_row, changed_at=row.changed_at), structs.replace(other_told, **unsaid)
    return (row, told) == (other_row, other_told)


def _pad_looked_at(pad: str, connection: Connection, done: tuple[str, ...] = ()) -> Findings:
    """A score pad has a log like a table's, and no row in the index."""
    checked = chain.check(pad, *rows.stored_log(connection, pad))
    flaws = tuple(flaw.text for flaw in checked.flaws) or tuple(readable(pad, checked.lines))
    return Findings(pad, flaws, done=done, chained=checked.chained)


# ---------------------------------------------------------------- repairing


def _pad_repaired(pad: str, connection: Connection) -> Findings:
    stored, head = rows.stored_log(connection, pad)
    checked = chain.check(pad, stored, head)
    done = tuple(_mend_lines(connection, pad, stored, checked))
    return _pad_looked_at(pad, connection, done)


def _repaired(table: str, connection: Connection) -> Findings:
    found = _Found.of(connection, table)
    done = [*_mend_lines(connection, table, found.stored, found.checked)]
    if done:
        found = _Found.of(connection, table)
    kinds = {flaw.kind for flaw in found.checked.flaws}
    if kinds and kinds <= {"cut", "head"} and found.readable:
        done += [f"accepted without what is lost: {flaw.text}" for flaw in found.checked.flaws]
        rows.write_heads(connection, {table: found.checked.head})
        found = _Found.of(connection, table)
    done += _tidy_up(connection, table, found)
    return _findings(table, _Found.of(connection, table), tuple(done))


def _mend_lines(
    connection: Connection, table: str, stored: list[chain.StoredLine], checked: chain.Checked
) -> Iterator[str]:
    """Set right what the hashes around it prove."""
    kept = {each.seq: each for each in stored}
    for flaw in checked.flaws:
        if flaw.kind == "hash" and flaw.hash is not None:
            rows.write_hashes(connection, table, [(flaw.line, flaw.hash)])
            yield f"the hash of line {flaw.line} is right again"
        elif flaw.kind == "changed" and flaw.line in kept:
            before = chain.BEGINNING if flaw.line == 1 else kept[flaw.line - 1].hash if flaw.line - 1 in kept else None
            line = mended(table, before, kept[flaw.line])
            if line is not None:
                rows.rewrite_line(connection, table, line)
                yield f"line {flaw.line} is as it was written: a byte had flipped"


def mended(table: str, before: bytes | None, stored: chain.StoredLine) -> Line | None:
    """The line as it was written, if one byte of the fact, or one bit of the time, is another now.

    >>> [hash] = chain.links("T", [Line(1, 5, b"sat")])
    >>> mended("T", chain.BEGINNING, chain.StoredLine(1, 5, b"cat", hash))
    Line(seq=1, at=5, fact=b'sat')
    """
    if not all(isinstance(each, bytes) for each in (before, stored.fact, stored.hash)) or not isinstance(
        stored.at, int
    ):
        return None
    assert before is not None
    line = Line(stored.seq, stored.at, stored.fact)
    return next(
        (each for each in _nearly(line) if chain.link(before, table, each.seq, each.at, each.fact) == stored.hash), None
    )


def _nearly(line: Line) -> Iterator[Line]:
    for bit in range(63):
        yield replace(line, at=line.at ^ 1 << bit)
    if len(line.fact) > _LONGEST_MENDED:
        return
    for place in range(len(line.fact)):
        for byte in range(256):
            yield replace(line, fact=line.fact[:place] + bytes([byte]) + line.fact[place + 1 :])


def _tidy_up(connection: Connection, table: str, found: _Found) -> Iterator[str]:
    """Write anew what follows from the log: all of it if the log is sound, else only what is not there at all."""
    sound = not found.checked.flaws and bool(found.checked.lines)
    if found.told is not None and (
        found.row is None or (sound and found.readable and not _same(found.row, found.told))
    ):
        rows.free_for(connection, found.told)
        rows.write_row(connection, found.told)
        yield "its row of the index is written anew"
    if sound and found.readable and not found.checked.chained:
        lines = found.checked.lines
        hashes = zip((line.seq for line in lines), chain.links(table, lines), strict=True)
        rows.write_hashes(connection, table, hashes)
        yield "its lines are chained"
    if sound and found.head != found.checked.head:  # after a crash it is some lines behind: that is no fault
        rows.write_heads(connection, {table: found.checked.head})
