"""The mean period of a series: the reciprocal of the mean frequency of its power spectrum (Rosenstein et al. 1993)."""

from __future__ import annotations

import numpy as np
from scipy import fft

from spark_analysis.prediction.series.unusable import varying_values


def mean_period(values: object) -> float:
    """In steps, at least 2. Raises UnusableSeries for a constant series."""
    series = varying_values(values)
    power = np.abs(fft.rfft(series - series.mean())) ** 2
    frequency = fft.rfftfreq(len(series))
    return float(power.sum() / (power * frequency).sum())
