"""The record that holds a game: one fixed-size, aligned NumPy structure, read and written as ``s.field``."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

#: A game's state: a scalar of the game's record type. It is a view into its array, so rules change it in place.
State = Any
States = NDArray[Any]

LARGEST = 512


def record_dtype(fields: list[Any]) -> np.dtype[Any]:
    """The record type with these fields. They must be signed: unsigned numbers behave differently in plain mode."""
    aligned = np.dtype(fields, align=True)
    if aligned.itemsize > LARGEST:
        raise ValueError(f"a state of {aligned.itemsize} bytes is larger than {LARGEST}")
    return np.dtype((np.record, aligned))
