"""Intervals and paired differences; every formula is scipy's.

Student's t intervals over replications, 95 % unless a stopping rule asks for another. Replication k has the same
mobility and workload in every variant, so differences are taken pair by pair (Law, Simulation Modeling and Analysis,
section 10.2).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy import stats

CONFIDENCE = 0.95


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
        """See half_width."""
        return half_width(self.ci_low, self.ci_high)


def half_width(low: float, high: float) -> float:
    """Half the width of an interval: what stands behind ±; NaN where there is none."""
    return (high - low) / 2


def estimate(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Mean, standard deviation and Student's interval of at least one value."""
    sample = np.asarray(values, dtype=float)
    mean = float(sample.mean())
    if len(sample) < 2:
        return Estimate(len(sample), mean, math.nan, math.nan, math.nan)
    sd = float(sample.std(ddof=1))
    if sd == 0:
        return Estimate(len(sample), mean, 0.0, mean, mean)
    scale = sd / math.sqrt(len(sample))
    low, high = (mean + quantile * scale for quantile in _quantiles(confidence, len(sample) - 1))
    return Estimate(len(sample), mean, sd, low, high)


@cache
def _quantiles(confidence: float, degrees: int) -> tuple[float, float]:
    """The ends of Student's interval around 0; scipy takes longer for them than for all the rest."""
    low, high = stats.t.interval(confidence, degrees)
    return float(low), float(high)


def paired_p_value(differences: Sequence[float]) -> float:
    """Two-sided paired t test of no difference; NaN where all differences are the same or there is but one."""
    sample = np.asarray(differences, dtype=float)
    if len(sample) < 2 or np.ptp(sample) == 0:
        return math.nan
    return float(stats.ttest_1samp(sample, 0.0).pvalue)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down adjustment of one family of tests (Scand. J. Statist. 6, 1979); NaN stays NaN."""
    tested = [index for index, p in enumerate(p_values) if not math.isnan(p)]
    adjusted = [math.nan] * len(p_values)
    highest = 0.0
    for rank, index in enumerate(sorted(tested, key=lambda i: p_values[i])):
        highest = max(highest, min(1.0, (len(tested) - rank) * p_values[index]))
        adjusted[index] = highest
    return adjusted
