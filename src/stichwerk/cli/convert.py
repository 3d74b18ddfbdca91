"""``stich convert``: records into a table of decisions (Parquet), and back."""

import argparse
from pathlib import Path

from stichwerk.bulk.convert import to_jsonl, to_parquet
from stichwerk.bulk.parquet import MAGIC, PARQUET, check_can_write
from stichwerk.cli.output import Bar, check_new_file, whole_file, whole_file_of_bytes
from stichwerk.errors import BadNotation, BadRecord


def run(asked: argparse.Namespace) -> int:
    """Convert a file, whichever of the two it is, into the other."""
    source, target = Path(asked.source), Path(asked.target)
    back = _is_parquet(source)
    if (target.suffix == f".{PARQUET}") == back:
        kinds = ("Parquet", "records (.jsonl)") if back else ("records", "Parquet (.parquet)")
        raise BadNotation(f"{source} holds {kinds[0]}, so the other file must be of {kinds[1]}, not {target.name}")
    check_can_write()
    check_new_file(target, asked.force)
    with Bar(f"Converting {source.name}", None) as bar:
        if back:
            with whole_file(target, asked.force) as lines:
                games = to_jsonl(source, lines, asked.workers, bar.advance)
        else:
            with whole_file_of_bytes(target, asked.force) as table:
                games = to_parquet(source, table, asked.workers, bar.advance)
    print(f"{games:,} game{'s' * (games != 1)} written to {target}")
    return 0


def _is_parquet(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError as problem:
        raise BadRecord(f"cannot read {path}: {(problem.strerror or 'it is no file').lower()}", "no-file") from None
