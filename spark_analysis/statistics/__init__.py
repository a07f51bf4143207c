"""Intervals, paired differences and verdicts over replications, and the result tables they are written to."""

from __future__ import annotations

from spark_analysis.statistics.intervals import (
    BOOTSTRAP_FROM,
    LEVEL,
    differences,
    holm,
    means,
    welch,
)

__all__ = ["BOOTSTRAP_FROM", "LEVEL", "differences", "holm", "means", "welch"]
