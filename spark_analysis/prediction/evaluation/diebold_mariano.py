"""The test of Diebold and Mariano (J. Business Econ. Stat. 13, 1995) with its small-sample correction.

The correction and Student's t are those of Harvey, Leybourne and Newbold (Int. J. Forecasting 13, 1997).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from scipy import stats

from spark_analysis.prediction.series.unusable import Fault, UnusableSeries, finite_values

LEAST_STEPS = 8


class DieboldMariano(NamedTuple):
    """A negative statistic means that the first predictor has less loss. Both are NaN where no variance is left."""

    statistic: float
    p_value: float


def diebold_mariano(
    errors: np.ndarray, other_errors: np.ndarray, steps_ahead: int = 1, power: int = 2
) -> DieboldMariano:
    """Two-sided, of the mean difference of |error|^power over the same steps.

    The variance has the autocovariances up to lag `steps_ahead` - 1. If it is not positive, or all differences are
    equal, there is no test: NaN. Raises UnusableSeries for different lengths or less than LEAST_STEPS steps.
    """
    one = finite_values(errors, LEAST_STEPS, "the first errors")
    other = finite_values(other_errors, LEAST_STEPS, "the other errors")
    if len(one) != len(other):
        raise UnusableSeries(Fault.SHAPE, f"{len(one)} and {len(other)} errors are not of the same steps")
    loss = np.abs(one) ** power - np.abs(other) ** power
    count, mean = len(loss), float(loss.mean())
    centred = loss - mean
    covariances = [float(centred[lag:] @ centred[: count - lag]) / count for lag in range(steps_ahead)]
    variance = (covariances[0] + 2 * sum(covariances[1:])) / count
    if variance <= 0 or np.ptp(loss) == 0:
        return DieboldMariano(math.nan, math.nan)
    correction = (count + 1 - 2 * steps_ahead + steps_ahead * (steps_ahead - 1) / count) / count
    statistic = mean / math.sqrt(variance) * math.sqrt(correction)
    return DieboldMariano(statistic, float(2 * stats.t.sf(abs(statistic), count - 1)))
