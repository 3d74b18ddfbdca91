"""The states of many games as columns: a number of all games side by side, then the next number of all games.

On a card neighbouring threads play neighbouring games, and what they read at the same time comes in one piece only if
it lies in one piece. The rules do not notice: they read and write ``s.field`` as ever. ``n`` columns of a number are
``n`` games; with a single one the layout is that of the record itself.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def words_of(record: np.dtype[Any]) -> int:
    """How many words of 64 bits a state takes."""
    return record.itemsize // 8


def field_columns(words: NDArray[np.int64], record: np.dtype[Any], name: str, n: int) -> NDArray[Any]:
    """One field of all games, with a row for each game as in an array of records; not a copy."""
    fields: Any = record.fields
    kind, start = fields[name][:2]
    there = words.view(np.uint8)[start * n : (start + kind.itemsize) * n].view(kind.base)
    return np.moveaxis(there.reshape(*kind.shape, n), -1, 0)


class PlainColumn:
    """The state of game ``i`` among ``n``, for the simulator."""

    def __init__(self, words: Any, record: np.dtype[Any], n: int, i: int) -> None:
        fields = {name: field_columns(words, record, name, n) for name in record.names or ()}
        object.__setattr__(self, "_rows", {name: rows[i : i + 1] for name, rows in fields.items()})

    def __getattr__(self, name: str) -> Any:
        return self._rows[name][0]

    def __setattr__(self, name: str, value: Any) -> None:
        self._rows[name][0] = value


def plain_column(record: np.dtype[Any]) -> Any:
    """What `column_type.column` is on a card, for the simulator."""

    def column(words: Any, n: int, i: int) -> PlainColumn:
        # What a simulated kernel is given comes wrapped.
        return PlainColumn(words if isinstance(words, np.ndarray) else words._item._ary, record, n, i)

    return column


def plain_row(array: Any, i: int, width: int) -> Any:
    """What `column_type.row` is on a card, for the simulator."""
    return array[i]


def plain_copy(source: PlainColumn, target: PlainColumn) -> None:
    """What `column_type.copy` is on a card, for the simulator."""
    for name, row in source._rows.items():
        target._rows[name][...] = row
