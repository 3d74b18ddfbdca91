"""What a network is shown: inputs that are on or off, made of a game's observation by its layout.

A number that may be anything from low to high becomes an input for each step between: on from there. Numbers with a
wide range (points so far, how long a game lasts) are left out: a network plays for the round.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stichwerk.games.encoding import Layout

#: Numbers with more steps than this are left out.
MOST_STEPS = 32


class Inputs(NamedTuple):
    """Each is on if the number ``source`` of the observation is larger than ``threshold``."""

    source: NDArray[np.int64]
    threshold: NDArray[np.int16]


def all_inputs(layout: Layout) -> Inputs:
    """Every input that an observation can have; which of them are ever on, play must show."""
    pairs = [
        (layout.start(feature.name) + place, threshold)
        for feature in layout.features
        if feature.high - feature.low <= MOST_STEPS
        for place in range(feature.size)
        for threshold in range(feature.low, feature.high)
    ]
    source, threshold = np.array(pairs).T
    return Inputs(source, threshold.astype(np.int16))
