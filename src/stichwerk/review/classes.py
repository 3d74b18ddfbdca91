"""The classes, Novice to Master: by what our own levels lose under the same reviewer. Where a game does not say what
that is, by how far its points spread.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from statistics import fmean, stdev

from stichwerk.bots.levels import LEVELS
from stichwerk.games import Game
from stichwerk.review.measured import level_losses

#: What the levels lose per decision in a game that does not say, as shares of the standard deviation of its rounds: the
#: means of those that do.
_GENERAL = (0.103, 0.073, 0.059, 0.027, 0.008)


@dataclass(frozen=True)
class Standing:
    """A class: the ``level`` of ours that loses about as much, and its ``name``. One game says only so much: it may as
    well be any from ``lowest`` to ``highest``.
    """

    level: int
    name: str
    lowest: int
    highest: int


def standing(game: Game, losses: Sequence[float], spread: float) -> Standing | None:
    """The class of somebody who lost so much with each decision; None if there was none. ``spread`` is the standard
    deviation of what a round brings.
    """
    return _standing(losses, level_losses(game) or [share * spread for share in _GENERAL])


def standing_in(game: Game, phase: str, losses: Sequence[float]) -> Standing | None:
    """The same for the decisions of one phase; None in a game that does not say what the levels lose in it."""
    measured = level_losses(game, phase)
    return None if measured is None else _standing(losses, falling(measured))


def falling(losses: Sequence[float]) -> list[float]:
    """What the levels lose, evened out where it rises: these cannot be told apart.

    >>> falling([5, 2, 4, 1])
    [5.0, 3.0, 3.0, 1.0]
    """
    parts: list[list[float]] = []
    for loss in losses:
        parts.append([loss])
        while len(parts) > 1 and fmean(parts[-1]) > fmean(parts[-2]):
            parts[-2:] = [parts[-2] + parts[-1]]
    return [fmean(part) for part in parts for _ in part]


def _standing(losses: Sequence[float], measured: Sequence[float]) -> Standing | None:
    if not losses:
        return None
    limits = limits_of(measured)
    mean = sum(losses) / len(losses)
    margin = 2 * stdev(losses) / sqrt(len(losses)) if len(losses) > 1 else mean
    level = _level(mean, limits)
    return Standing(level, LEVELS[level - 1].name, _level(mean + margin, limits), _level(mean - margin, limits))


def limits_of(losses: Sequence[float]) -> list[float]:
    """Where one class ends and the next begins: half way between what two levels lose.

    >>> limits_of([5, 3, 2, 1, 0])
    [4.0, 2.5, 1.5, 0.5]
    """
    return [(more + less) / 2 for more, less in pairwise(losses)]


def _level(loss: float, limits: Sequence[float]) -> int:
    """The level that loses about so much.

    >>> [_level(loss, [4.0, 2.5, 1.5, 0.5]) for loss in (9.0, 2.0, 0.0)]
    [1, 3, 5]
    """
    return 1 + sum(loss < limit for limit in limits)
