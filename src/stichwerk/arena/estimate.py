"""A mean with its 95 % interval, from one value per deal."""

from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

import numpy as np

#: The 97.5 % quantiles of Student's t for 1, 2, … degrees of freedom, where the series below is not good enough.
_FEW = (12.7062, 4.30265, 3.18245, 2.77645, 2.57058)
_NORMAL = 1.959963984540054


@dataclass(frozen=True)
class Estimate:
    """A mean over deals and how far the truth may be from it, with a confidence of 95 %."""

    mean: float
    margin: float
    deals: int

    @property
    def low(self) -> float:
        return self.mean - self.margin

    @property
    def high(self) -> float:
        return self.mean + self.margin

    @property
    def clear(self) -> bool:
        """Whether 0 lies outside the interval."""
        return abs(self.mean) > self.margin

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.margin:.2f}"


def estimate(values: Any) -> Estimate:
    """The mean of independent values with Student's interval; the margin of a single value is infinite.

    >>> print(estimate([1.0, 2.0, 3.0, 6.0]))
    +3.00 ± 3.44
    """
    values = np.asarray(values, np.float64)
    count = values.size
    if count == 0:
        return Estimate(float("nan"), inf, 0)
    if count == 1:
        return Estimate(float(values[0]), inf, 1)
    return Estimate(float(values.mean()), student(count - 1) * float(values.std(ddof=1)) / sqrt(count), count)


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t (Cornish and Fisher's series, right to three digits).

    >>> [round(student(freedom), 3) for freedom in (1, 6, 30, 1000)]
    [12.706, 2.447, 2.042, 1.962]
    """
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    z = _NORMAL
    series = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / float(freedom) ** power for power, term in enumerate(series))
