"""The record that holds a game: one fixed-size, aligned NumPy structure, read and written as ``s.field``."""

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
    """A state as plain Python numbers and lists: for reading from Python, quickly. A field is fetched when it is first
    asked for, so do not keep a snapshot of a state that goes on.
    """

    def __init__(self, states: States, i: int = 0) -> None:
        self._states, self._i = states, i

    def __getattr__(self, name: str) -> Any:
        try:
            value = self._states[name][self._i].tolist()
        except ValueError:
            raise AttributeError(f"a state has no field {name!r}") from None
        setattr(self, name, value)  # from now on it is found without coming here
        return value


def snapshot(states: States, i: int = 0) -> State:
    """A state to be read as ``s.field``."""
    return Snapshot(states, i)
