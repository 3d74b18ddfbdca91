"""Pearson's chi-square test, with a threshold that a fair draw passes all but once in a hundred thousand times."""

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from math import sqrt
from typing import TypeVar

Outcome = TypeVar("Outcome", bound=Hashable)

#: The standard normal value that is exceeded with a probability of one in a hundred thousand.
_RARE = 4.265


def assert_uniform(drawn: Sequence[Outcome], possible: Collection[Outcome]) -> None:
    """All possible outcomes were drawn equally often, as far as chance allows, and no others."""
    assert_distribution(drawn, dict.fromkeys(possible, 1))


def assert_distribution(drawn: Sequence[Outcome], weights: Mapping[Outcome, float]) -> None:
    """The outcomes were drawn in proportion to their weights, as far as chance allows, and no others."""
    counts = Counter(drawn)
    assert not set(counts) - set(weights), f"drawn but impossible: {list(set(counts) - set(weights))[:3]}"
    unit = len(drawn) / sum(weights.values())
    assert min(weights.values()) * unit >= 5, "too few draws for a chi-square test"
    statistic = sum((counts[outcome] - weight * unit) ** 2 / (weight * unit) for outcome, weight in weights.items())
    degrees = len(weights) - 1
    assert statistic <= _critical(degrees), f"chi-square {statistic:.0f} at {degrees} degrees of freedom"


def _critical(degrees: int) -> float:
    """The rare value of the distribution (Wilson and Hilferty's approximation)."""
    if degrees == 0:
        return 1e-9
    part = 2 / (9 * degrees)
    return degrees * (1 - part + _RARE * sqrt(part)) ** 3
