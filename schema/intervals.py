"""Student's interval of a mean: the stopping rule and the report take it from here.

The interval has 95 % confidence unless a stopping rule asks for another.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy import stats

CONFIDENCE = 0.95
ROUNDING = 1e-9
"""Values that differ by less than this share of the greatest value count as equal: floating point leaves that much."""


@dataclass(frozen=True)
class Estimate:
    """A mean with its interval; one replication has no interval (NaN)."""

    n: int
    mean: float
    sd: float
    ci_low: float
    ci_high: float

    @property
    def half_width(self) -> float:
        """Half the width of the interval, NaN where there is none."""
        return half_width(self.ci_low, self.ci_high)


def half_width(low: float, high: float) -> float:
    """Return half the width of an interval, the number behind ±; NaN for an interval of NaN."""
    return (high - low) / 2


def estimate(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Return mean, standard deviation and Student's interval of `values`, which holds at least one value."""
    sample = np.asarray(values, dtype=float)
    n, mean = len(sample), float(sample.mean())
    if n < 2:
        return Estimate(n, mean, math.nan, math.nan, math.nan)
    if is_constant(sample):
        return Estimate(n, mean, 0.0, mean, mean)
    sd = float(sample.std(ddof=1))
    low, high = (mean + quantile * sd / math.sqrt(n) for quantile in t_quantiles(confidence, n - 1))
    return Estimate(n, mean, sd, low, high)


@cache
def t_quantiles(confidence: float, degrees: int) -> tuple[float, float]:
    """Return the ends of Student's interval around 0. Cached, because scipy takes longer for them than for the rest."""
    low, high = stats.t.interval(confidence, degrees)
    return float(low), float(high)


def is_constant(sample: np.ndarray) -> np.ndarray:
    """Return for each row along the last axis whether all its values are equal, up to `ROUNDING`."""
    constant: np.ndarray = np.ptp(sample, axis=-1) <= ROUNDING * np.abs(sample).max(axis=-1)
    return constant
