"""``stich verify``: every record of some files against the rules and, where the seed is there, against its deals."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from stichwerk.bulk.verify import verify_file
from stichwerk.cli.output import Bar, printable
from stichwerk.errors import BadRecord
from stichwerk.play.fairness import KeptReceipt, read_receipts
from stichwerk.play.report import Report


def run(asked: argparse.Namespace) -> int:
    """Check the files; one line for each that is broken, in doubt, or of an unknown game, then one for all."""
    reports = []
    unreadable = 0
    kept = _kept(asked.receipts)
    for name in asked.files:
        try:
            reports.append(_check_file(name, kept, asked.workers))
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


def _check_file(name: str, kept: Sequence[KeptReceipt], workers: int | None) -> Report:
    path = source(name)
    with Bar(f"Verifying {path.name}", path.stat().st_size if path.is_file() else None, sizes=True) as bar:
        return Report.of(_told(name, each) for each in verify_file(path, kept, workers, bar.advance))


def _told(name: str, found: Report) -> Report:
    """Tell of each record that is broken, doubtful or of an unknown game, as they stand in the file."""
    told = [(breach.line, breach.reason.message) for breach in (*found.broken, *found.unknown)]
    told += [(doubt.line, f"it holds, but {'; '.join(doubt.reasons)}") for doubt in found.doubtful]
    for line, what in sorted(told):
        print(f"{name}:{line}: {printable(what)}")
    return found


def source(name: str) -> Path:
    """The file of this name; ``-`` is standard input."""
    return Path("/dev/stdin") if name == "-" else Path(name)
