"""``stich verify``: every record of some files against the rules and, where the seed is there, against its deals."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from stichwerk.cli.output import Bar, printable
from stichwerk.errors import BadRecord
from stichwerk.play.fairness import KeptReceipt, read_receipts
from stichwerk.play.record import read_file
from stichwerk.play.report import Report, checked, no_records


def run(asked: argparse.Namespace) -> int:
    """Check the files; one line per broken record and for each doubt, then one for all."""
    reports = []
    unreadable = 0
    kept = _kept(asked.receipts)
    for name in asked.files:
        try:
            reports.append(_check_file(name, kept))
        except BadRecord as problem:
            unreadable += 1
            sys.stdout.flush()
            print(f"error: {printable(problem.message)}", file=sys.stderr)
    found = Report.of(reports)
    if reports:
        print(found)
    if unreadable:
        return 2
    return 0 if found.ok else 1


def _kept(name: str | None) -> list[KeptReceipt]:
    if name is None:
        return []
    try:
        return read_receipts(Path(name).read_bytes())
    except OSError as problem:
        reason = (problem.strerror or "it is no file").lower()
        raise BadRecord(f"cannot read {name}: {reason}", "no-file") from None


def _check_file(name: str, kept: Sequence[KeptReceipt]) -> Report:
    path = source(name)
    with Bar(f"Verifying {path.name}", _lines(path)) as bar:
        found = Report.of(_told(name, path, kept, bar))
    if found == Report():
        raise no_records(name)
    return found


def _told(name: str, path: Path, kept: Sequence[KeptReceipt], bar: Bar) -> Iterator[Report]:
    for line, record in read_file(path):
        found = checked(line, record, kept)
        for breach in found.broken:
            print(f"{name}:{line}: {printable(breach.reason.message)}")
        for doubt in found.doubtful:
            print(f"{name}:{line}: it holds, but {printable('; '.join(doubt.reasons))}")
        bar.advance()
        yield found


def source(name: str) -> Path:
    """The file of this name; ``-`` is standard input."""
    return Path("/dev/stdin") if name == "-" else Path(name)


def _lines(path: Path) -> int | None:
    """How many lines the bar will have to go."""
    if not sys.stderr.isatty() or not path.is_file():
        return None
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
