"""The inputs and targets of the paper's model: T(n), T(n-1), dS(n), dA(n) -> T(n+1). All inputs end at step n."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spark_analysis.prediction.series.link_series import LinkSeries
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries

TRAFFIC_INPUTS = ("traffic", "previous_traffic")
CHANGE_INPUTS = ("subscription_change", "advertisement_change")
INPUTS = TRAFFIC_INPUTS + CHANGE_INPUTS
"""The names of the columns of `Examples.inputs`, in their order."""
FIRST_TARGET = 2
"""The first step that has both a T(n) and a T(n-1) before it."""


class Examples(NamedTuple):
    inputs: np.ndarray
    targets: np.ndarray


def inputs_for(series: LinkSeries, first: int, with_changes: bool = True) -> np.ndarray:
    """The inputs for the predictions of steps `first` to len(series), one row each; the last step is beyond the series.

    Raises UnusableSeries if `first` has less than two steps before it, or is beyond the step after the last.
    """
    if not FIRST_TARGET <= first <= len(series):
        raise UnusableSeries(Fault.TOO_SHORT, f"step {first} of a series of {len(series)} steps has no inputs")
    last = slice(first - 1, len(series))
    columns = [series.traffic[last], series.traffic[first - 2 : len(series) - 1]]
    if with_changes:
        columns += [series.subscription_change[last], series.advertisement_change[last]]
    return np.column_stack(columns)


def examples(series: LinkSeries, with_changes: bool = True) -> Examples:
    """All inputs of `series` whose target is in it. Raises UnusableSeries for less than three steps."""
    if len(series) <= FIRST_TARGET:
        raise UnusableSeries(Fault.TOO_SHORT, f"a series of {len(series)} steps has no example, needed are at least 3")
    return Examples(inputs_for(series, FIRST_TARGET, with_changes)[:-1], series.traffic[FIRST_TARGET:])
