"""What comes of checking records: which hold, and why the others do not. (`stichwerk.play.verify` checks one.)"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stichwerk.errors import BadRecord, StichwerkError, UnknownGame
from stichwerk.play.fairness import KeptReceipt, check_kept, doubts
from stichwerk.play.record import Record
from stichwerk.play.verify import check


@dataclass(frozen=True)
class Breach:
    """A record that is broken, or that could not be checked: the line it stands in, and why."""

    line: int
    reason: StichwerkError


@dataclass(frozen=True)
class Doubt:
    """A record that holds, but proves less than it could: the line it stands in, and why."""

    line: int
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """What `verify` found: how many records hold, how many do but stop before the game is over, which are broken, which
    are of a game that is not installed; and why the deals of some that hold may have been chosen all the same.

    >>> print(Report.of([Report(holding=2), Report(unfinished=1)]))
    3 records: 2 hold, 1 unfinished but valid, 0 broken
    """

    holding: int = 0
    unfinished: int = 0
    broken: tuple[Breach, ...] = ()
    doubtful: tuple[Doubt, ...] = ()
    unknown: tuple[Breach, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every record could be checked, and none is broken."""
        return not self.broken and not self.unknown

    @classmethod
    def of(cls, parts: Iterable["Report"]) -> "Report":
        """Several reports as one."""
        holding, unfinished = 0, 0
        broken: list[Breach] = []
        doubtful: list[Doubt] = []
        unknown: list[Breach] = []
        for part in parts:
            holding, unfinished = holding + part.holding, unfinished + part.unfinished
            broken += part.broken
            doubtful += part.doubtful
            unknown += part.unknown
        return cls(holding, unfinished, tuple(broken), tuple(doubtful), tuple(unknown))

    def __str__(self) -> str:
        records = self.holding + self.unfinished + len(self.broken) + len(self.unknown)
        parts = [f"{self.holding:,} hold" if self.holding != 1 else "1 holds"]
        if self.doubtful:
            parts[0] += f" ({len(self.doubtful):,} without a whole cut)"
        if self.unfinished:
            parts.append(f"{self.unfinished:,} unfinished but valid")
        if self.unknown:
            parts.append(f"{len(self.unknown):,} of games that are not installed here")
        parts.append(f"{len(self.broken):,} broken")
        return f"{records:,} record{'s' * (records != 1)}: {', '.join(parts)}"


def checked(line: int, record: Record | StichwerkError, kept: Sequence[KeptReceipt] = ()) -> Report:
    """What is to be said of one record, or of a line that is none; ``kept``: receipts that players have."""
    try:
        if isinstance(record, StichwerkError):
            raise record
        check(record)
    except UnknownGame as problem:
        return Report(unknown=(Breach(line, problem),))
    except StichwerkError as problem:
        return Report(broken=(Breach(line, problem),))
    return held(line, record, kept)


def held(line: int, record: Record, kept: Sequence[KeptReceipt] = ()) -> Report:
    """The same of a record that keeps the rules. (Its rounds are not looked at any more.)"""
    try:
        check_kept(record, kept)
    except StichwerkError as problem:
        return Report(broken=(Breach(line, problem),))
    if record.winners is None:
        return Report(unfinished=1)
    found = doubts(record)
    return Report(holding=1, doubtful=(Doubt(line, found),) if found else ())


def no_records(name: str) -> BadRecord:
    """What is to be said of an empty file."""
    return BadRecord(f"there is no record in {name}: the file is empty", "empty-file")
