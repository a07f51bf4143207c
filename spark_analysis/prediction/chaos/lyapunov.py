"""The largest Lyapunov exponent: the slope of a divergence curve over a stated range of steps."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import stats

from spark_analysis.prediction.chaos.divergence import DivergenceCurve
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries


@dataclass(frozen=True)
class FitRange:
    """The first and the last step of a fit, both included. Raises ValueError for less than two steps."""

    first: int
    last: int

    def __post_init__(self) -> None:
        if not 0 <= self.first < self.last:
            raise ValueError(f"steps {self.first} to {self.last} are no range of a fit")


@dataclass(frozen=True)
class LyapunovExponent:
    """The slope in 1/time, with the fit that it comes from.

    It says nothing about chaos where `is_saturated`: the neighbours were as far apart as any two vectors before the
    fit's end, so that the slope is the way to saturation over the length of the range.
    """

    exponent: float
    standard_error: float
    """Of the straight line's slope; NaN for a fit over two steps."""
    r_squared: float
    fit: FitRange
    saturation_step: int | None

    @property
    def is_saturated(self) -> bool:
        return self.saturation_step is not None and self.saturation_step <= self.fit.last


def largest_exponent(curve: DivergenceCurve, fit: FitRange, time_step: float = 1.0) -> LyapunovExponent:
    """The slope by least squares. Raises UnusableSeries if the curve ends before the range does."""
    if fit.last >= len(curve.mean_log_distance):
        raise UnusableSeries(
            Fault.TOO_SHORT,
            f"the divergence curve ends at step {len(curve.mean_log_distance) - 1}, the fit at step {fit.last}",
        )
    steps = np.arange(fit.first, fit.last + 1)
    line = stats.linregress(steps * time_step, curve.mean_log_distance[steps])
    error = float(line.stderr) if len(steps) > 2 else math.nan
    return LyapunovExponent(float(line.slope), error, float(line.rvalue**2), fit, curve.saturation_step)


def range_before_saturation(curve: DivergenceCurve, share: float = 0.6) -> FitRange | None:
    """From step 0 to the last step before the curve has done `share` of its way to the saturation level.

    None if that are less than three steps: the neighbours separate at once, and there is no slope to fit.
    """
    start = curve.mean_log_distance[0]
    beyond = np.flatnonzero(curve.mean_log_distance >= start + share * (curve.saturation_level - start))
    last = int(beyond[0]) - 1 if len(beyond) else len(curve.mean_log_distance) - 1
    return FitRange(0, last) if last >= 2 else None
