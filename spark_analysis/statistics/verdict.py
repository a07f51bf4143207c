"""The verdict on a difference, from its interval and its p values."""

from __future__ import annotations

from enum import Enum
from math import isfinite

from schema.intervals import ROUNDING
from spark_analysis.statistics.intervals import LEVEL


class Outcome(Enum):
    """The verdict on one difference; the value is how reports word it."""

    SIGNIFICANT = "significant"
    NOT_FOUND = "no difference found"
    NOT_AFTER_CORRECTION = "not after correction"
    CONSTANT = "same difference in every replication"
    IDENTICAL = "identical in every replication"
    UNTESTED = "not tested"

    @property
    def differs(self) -> bool:
        """Whether there is a difference: one that a test found, or that has no noise to be tested against."""
        return self in {Outcome.SIGNIFICANT, Outcome.CONSTANT}


def outcome(n: int, mean: float, low: float, high: float, p: float, p_holm: float) -> Outcome:
    """Of a difference `mean` from `low` to `high` over `n` replications; without Holm's p value `p` decides."""
    if n < 2 or not isfinite(mean):
        return Outcome.UNTESTED
    if high - low <= ROUNDING * abs(mean):
        return Outcome.CONSTANT if mean else Outcome.IDENTICAL
    decisive = p_holm if isfinite(p_holm) else p
    if not isfinite(decisive):
        return Outcome.UNTESTED
    if decisive < LEVEL:
        return Outcome.SIGNIFICANT
    return Outcome.NOT_AFTER_CORRECTION if p < LEVEL else Outcome.NOT_FOUND
