"""``stich verify``: every record of some files against the rules and, where the seed is there, against its deals."""

import argparse
import sys
from collections import Counter
from pathlib import Path

from stichwerk.cli.output import Bar, printable
from stichwerk.errors import BadRecord, StichwerkError
from stichwerk.play.record import Record, read_file
from stichwerk.play.verify import check

HOLDS, UNFINISHED, BROKEN = "holds", "unfinished", "broken"


def run(asked: argparse.Namespace) -> int:
    """Check the files; one line per broken record, then one for all."""
    found: Counter[str] = Counter()
    unreadable = 0
    for name in asked.files:
        try:
            found += _check_file(name)
        except BadRecord as problem:
            unreadable += 1
            sys.stdout.flush()
            print(f"error: {printable(problem.message)}", file=sys.stderr)
    if found:
        print(_summary(found))
    if unreadable:
        return 2
    return 1 if found[BROKEN] else 0


def _check_file(name: str) -> "Counter[str]":
    found: Counter[str] = Counter()
    path = source(name)
    with Bar(f"Verifying {path.name}", _lines(path)) as bar:
        for line, record in read_file(path):
            verdict, reason = _verdict(record)
            found[verdict] += 1
            if verdict == BROKEN:
                print(f"{name}:{line}: {printable(reason)}")
            bar.advance()
    if not found:
        raise BadRecord(f"there is no record in {name}: the file is empty", "empty-file")
    return found


def source(name: str) -> Path:
    """The file of this name; ``-`` is standard input."""
    return Path("/dev/stdin") if name == "-" else Path(name)


def _verdict(record: Record | StichwerkError) -> tuple[str, str]:
    if isinstance(record, StichwerkError):
        return BROKEN, record.message
    try:
        check(record)
    except StichwerkError as problem:
        return BROKEN, problem.message
    return (HOLDS if record.winners is not None else UNFINISHED), ""


def _lines(path: Path) -> int | None:
    """How many lines the bar will have to go."""
    if not sys.stderr.isatty() or not path.is_file():
        return None
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


def _summary(found: "Counter[str]") -> str:
    records = found.total()
    parts = [f"{found[HOLDS]:,} hold" if found[HOLDS] != 1 else "1 holds"]
    if found[UNFINISHED]:
        parts.append(f"{found[UNFINISHED]:,} unfinished but valid")
    parts.append(f"{found[BROKEN]:,} broken")
    return f"{records:,} record{'s' * (records != 1)}: {', '.join(parts)}"
