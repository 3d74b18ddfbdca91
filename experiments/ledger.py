"""A file of results that grows line by line, so that a long run can be interrupted and goes on where it stopped."""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).with_name("results")


class Ledger:
    """Rows of a CSV file. The first columns say what was played (the key), the others what came of it."""

    def __init__(self, name: str, key: Sequence[str], values: Sequence[str]) -> None:
        self._path, self._key, self._columns = RESULTS / f"{name}.csv", tuple(key), [*key, *values]
        self.rows: list[dict[str, str]] = []
        if self._path.exists():
            with self._path.open(newline="") as file:
                self.rows = list(csv.DictReader(file))
        self._done = {tuple(row[column] for column in self._key) for row in self.rows}

    def has(self, *key: Any) -> bool:
        """Whether this was played."""
        return tuple(map(str, key)) in self._done

    def add(self, row: Mapping[str, Any]) -> None:
        """Write a row, at once."""
        RESULTS.mkdir(exist_ok=True)
        written = {column: str(row[column]) for column in self._columns}
        new = not self._path.exists()
        with self._path.open("a", newline="") as file:
            writer = csv.DictWriter(file, self._columns, lineterminator="\n")
            if new:
                writer.writeheader()
            writer.writerow(written)
        self.rows.append(written)
        self._done.add(tuple(written[column] for column in self._key))

    def column(self, name: str, **wanted: Any) -> list[float]:
        """The numbers of a column, in the rows where the others are as wanted."""
        return [
            float(row[name]) for row in self.rows if all(row[column] == str(value) for column, value in wanted.items())
        ]


def write_part(document: Path, part: str, lines: Sequence[str]) -> None:
    """Replace the generated part of a document, between the two comments that name it."""
    begin, end = f"<!-- {part} -->", f"<!-- end of {part} -->"
    text = document.read_text()
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    document.write_text(before + "\n".join([begin, "", *lines, "", end]) + after)
