"""The record that holds a game: one fixed-size, aligned NumPy structure, read and written as ``s.field``."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from operator import itemgetter
from struct import Struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: A game's state: a scalar of the game's record type. It is a view into its array, so rules change it in place.
State = Any
States = NDArray[Any]

LARGEST = 512


def record_dtype(fields: list[Any]) -> np.dtype[Any]:
    """The record type of a game's state, which must be small: games are kept and copied by the hundred thousand."""
    record = record_type(fields)
    if record.itemsize > LARGEST:
        raise ValueError(f"a state of {record.itemsize} bytes is larger than {LARGEST}")
    return record


def record_type(fields: list[Any]) -> np.dtype[Any]:
    """A record with these fields. They must be signed: unsigned numbers behave differently in plain mode."""
    aligned = np.dtype(_without_gaps(fields), align=True)
    for name in aligned.names or ():
        if hasattr(np.record, name):
            raise ValueError(f"a record cannot have a field {name!r}: in plain mode NumPy has something else there")
    return np.dtype((np.record, aligned))


def _without_gaps(fields: list[Any]) -> list[Any]:
    """The fields, with others in the gaps that alignment leaves: NumPy does not copy gaps, and equal states shall
    have equal bytes.
    """
    aligned = np.dtype(fields, align=True)
    filled: list[Any] = []
    end = 0
    for name, *kind in fields:
        start = (aligned.fields or {})[name][1]
        if start > end:
            filled.append((f"_gap{end}", np.int8, (start - end,)))
        filled.append((name, *kind))
        end = start + aligned[name].itemsize
    if aligned.itemsize > end:
        filled.append((f"_gap{end}", np.int8, (aligned.itemsize - end,)))
    return filled


def copied(states: States) -> States:
    """A copy, byte by byte: NumPy by itself copies a record field by field, which takes nine times as long."""
    copy: States = states.view(np.uint8).copy().view(states.dtype)
    return copy


class Snapshot:
    """A state as plain Python numbers and rows of them, read as ``s.field``."""


def snapshot(states: States, i: int = 0) -> State:
    """A state to be read much and quickly from Python."""
    reader = _reader(states.dtype)
    numbers = reader.unpack(states[i : i + 1].tobytes())
    found = Snapshot()
    found.__dict__ = dict(zip(reader.names, reader.values(numbers), strict=True))
    for name, rows in reader.tables:
        found.__dict__[name] = rows(numbers)
    return found


class _Reader:
    """How the bytes of a record are read: all numbers at once, which is much quicker than one field after the other."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        layout, start = "=", 0
        places: dict[str, int | slice] = {}
        self.tables: list[tuple[str, Callable[[tuple[int, ...]], tuple[tuple[int, ...], ...]]]] = []
        for name in dtype.names or ():
            base, shape = dtype[name].base, dtype[name].shape
            assert base.kind == "i", "a state has signed numbers only"
            assert len(shape) <= 2, "a state has numbers, rows of them, and rows of rows"
            end = start + int(np.prod(shape))
            layout += f"{end - start}{base.char if base.itemsize < 8 else 'q'}"
            if len(shape) == 2:
                self.tables.append((name, _rows(range(start, end + 1, shape[1]))))
            else:
                places[name] = slice(start, end) if shape else start
            start = end
        record = Struct(layout)
        assert record.size == dtype.itemsize, "a record has no gaps"
        self.unpack = record.unpack
        self.names, self.values = tuple(places), itemgetter(*places.values())


def _rows(ends: Sequence[int]) -> Callable[[tuple[int, ...]], tuple[tuple[int, ...], ...]]:
    """How rows that stand one after the other are read."""
    if len(ends) == 2:
        return lambda numbers: (numbers[ends[0] : ends[1]],)
    return itemgetter(*(slice(*row) for row in pairwise(ends)))


@cache
def _reader(dtype: np.dtype[Any]) -> _Reader:
    return _Reader(dtype)
