"""The paper's formula (3): values scaled by their extremes to 0..1, and back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spark_analysis.prediction.series.unusable import finite_values


@dataclass(frozen=True)
class Scaling:
    """x' = (x - low) / (high - low). With low = high every value becomes 0, and every result becomes `low` again."""

    low: float
    high: float

    def scaled(self, values: np.ndarray) -> np.ndarray:
        width = self.high - self.low
        return np.zeros(np.shape(values)) if width == 0 else (np.asarray(values, dtype=np.float64) - self.low) / width

    def restored(self, scaled: np.ndarray) -> np.ndarray:
        return self.low + np.asarray(scaled, dtype=np.float64) * (self.high - self.low)


def training_extremes(training: np.ndarray) -> Scaling:
    """The scaling by the extremes of the training part. Raises UnusableSeries."""
    values = finite_values(training, name="the training part")
    return Scaling(float(values.min()), float(values.max()))


def extremes(series: np.ndarray, training_steps: int, leak_whole_series_extremes: bool = False) -> Scaling:
    """The scaling by the extremes of the first `training_steps` values.

    LEAK, only to reproduce the paper: with `leak_whole_series_extremes` the extremes are those of all values, so that
    the training part is scaled with the help of values that come later. Raises UnusableSeries.
    """
    return training_extremes(series if leak_whole_series_extremes else series[:training_steps])
