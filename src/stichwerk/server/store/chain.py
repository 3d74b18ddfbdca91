"""The chain: every line of a log has a hash over itself and the line before, so that damage is noticed, not played.

Of each table the number and the hash of its last line are kept as well (its head), a few seconds after it was written.
So a line that was changed, lost or put elsewhere shows when the table is loaded, also if it was the last.

Lines of before version 0002 of the database have no hash. The first line that is appended behind them is chained to all
of them as if they had one, and from then on they are watched too. Once a line has a hash, all that follow must.

This is against accidents: a disk, half of a copy, a hand that slipped. Whoever can write to the database can compute
hashes as well. Not noticed is, too, when all there is of a table (log, head, row of the index) is that of an earlier
day, or gone; when lines at the end are lost that were written in the last seconds before a crash; and a change in old
lines behind which nothing has been appended since.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any, Literal, NamedTuple

from stichwerk.server.domain.facts import Line

#: Hashes have so many bytes: enough for any accident, and little beside a fact.
_SIZE = 16
#: What the first line of a log follows.
BEGINNING = bytes(_SIZE)


def link(before: bytes, table: str, seq: int, at: int, fact: bytes) -> bytes:
    """The hash of a line that follows one with the hash ``before``."""
    return blake2b(b"%b%b %d %d %b" % (before, table.encode(), seq, at, fact), digest_size=_SIZE).digest()


def links(table: str, lines: Iterable[Line]) -> Iterator[bytes]:
    """The hashes of all lines of a log."""
    found = BEGINNING
    for line in lines:
        found = link(found, table, line.seq, line.at, line.fact)
        yield found


class StoredLine(NamedTuple):
    """A line as the database has it: after an accident, with anything in it."""

    seq: Any
    at: Any
    fact: Any
    hash: Any


class Head(NamedTuple):
    """Number and hash of the last line of a log, or of one shortly before."""

    seq: Any
    hash: Any


@dataclass(frozen=True)
class Flaw:
    """Something wrong with a log, at a line or from there on. ``hash``: that of the line as it is now.

    The kinds: ``hash``: only the hash is wrong, for what follows was made from the line as it is. ``cut``: lines are
    missing at the end. ``head``: the log is whole, but does not end as was kept.
    """

    kind: Literal["missing", "changed", "hash", "cut", "head"]
    line: int
    text: str
    hash: bytes | None = None


@dataclass
class Checked:
    """A log compared with its chain: its lines before the first flaw, and all flaws."""

    lines: list[Line] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)
    head: Head = field(default_factory=lambda: Head(0, BEGINNING))
    chained: bool = False  # whether there are hashes at all


def check(table: str, stored: Sequence[StoredLine], head: Head | None) -> Checked:
    """Compare a log, in the order of its lines, with its chain and its head (None: it has none yet).

    >>> lines = [Line(1, 0, b"opened"), Line(2, 9, b"sat")]
    >>> stored = [StoredLine(line.seq, line.at, line.fact, hash) for line, hash in zip(lines, links("T", lines))]
    >>> check("T", stored, None).flaws
    []
    >>> [flaw.text for flaw in check("T", stored[1:], None).flaws]
    ['line 1 is missing']
    """
    walk = _Walk(table)
    for each in stored:
        walk.meet(each)
    if head is not None:
        walk.arrive(head)
    return walk.found


class _Walk:
    """From line to line. Behind one that was changed it is open which is wrong, the line or its hash: the next line
    was made from one of them, and tells.
    """

    def __init__(self, table: str) -> None:
        self.found = Checked()
        self._table, self._seq = table, 0
        # The hash of the line before: as it is kept and, if that differs, as it was found.
        self._before: tuple[Any, ...] = (BEGINNING,)
        self._kept: dict[int, Any] = {}

    def meet(self, stored: StoredLine) -> None:
        """The next line."""
        if not isinstance(stored.seq, int) or stored.seq <= self._seq:
            self._flaw("missing", f"a line behind line {self._seq} has no right number")
            return
        if stored.seq > self._seq + 1:
            self._flaw("missing", _missing(self._seq + 1, stored.seq - 1), self._seq + 1)
            self._before = ()
        self._seq = stored.seq
        self._kept[stored.seq] = stored.hash
        if not isinstance(stored.at, int) or not isinstance(stored.fact, bytes):
            self._flaw("changed", f"line {self._seq} cannot be read")
            self._before = (stored.hash,)
            return
        line = Line(stored.seq, stored.at, stored.fact)
        self._compare(line, stored.hash)
        if not self.found.flaws:
            self.found.lines.append(line)
            self.found.head = Head(self._seq, self._before[0])

    def _compare(self, line: Line, kept: Any) -> None:
        found = [
            link(before, self._table, line.seq, line.at, line.fact) if isinstance(before, bytes) else None
            for before in self._before
        ]
        own = next((each for each in found if each is not None), None)
        if kept is None and not self.found.chained:
            self._before = (own,)
        elif kept is not None and kept in found:
            self._tell_which(found.index(kept))
            self._before = (kept,)
        else:
            if own is not None:
                text = f"line {self._seq} was changed" if kept is not None else f"line {self._seq} has no hash"
                self._flaw("changed", text, hash=own)
            self._before = (kept, own)
        self.found.chained |= kept is not None

    def _tell_which(self, place: int) -> None:
        """What follows was made from the hash beside the last line (0), or from the line itself (1)."""
        if place == 1:
            last = self.found.flaws.pop()
            self.found.flaws.append(replace(last, kind="hash", text=f"the hash of line {last.line} was changed"))

    def arrive(self, head: Head) -> None:
        """The end, where the head should be."""
        if isinstance(head.seq, int) and head.seq > self._seq:
            self._flaw("cut", _missing(self._seq + 1, head.seq) + " at the end", self._seq + 1)
        elif head.seq == self._seq and head.hash in self._before:
            self._tell_which(self._before.index(head.hash))
        elif not self.found.flaws and self._kept.get(head.seq, head) != head.hash:
            self._flaw("head", f"it does not end as was kept, with line {head.seq}")

    def _flaw(self, kind: Any, text: str, line: int | None = None, hash: bytes | None = None) -> None:  # noqa: A002
        self.found.flaws.append(Flaw(kind, line or self._seq, text, hash))


def _missing(first: int, last: int) -> str:
    return f"line {first} is missing" if first == last else f"lines {first} to {last} are missing"
