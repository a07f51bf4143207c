"""The autocorrelation of a series by the fast Fourier transform, and reconstruction delays taken from it."""

from __future__ import annotations

import math
from enum import Enum

import numpy as np
from scipy import fft

from spark_analysis.prediction.series.unusable import Fault, UnusableSeries, varying_values


class DelayRule(Enum):
    """The lag at which the delay is read off, by the threshold that the autocorrelation falls below."""

    FIRST_ZERO = 0.0
    ONE_OVER_E = 1 / math.e
    ONE_MINUS_ONE_OVER_E = 1 - 1 / math.e
    """Rosenstein, Collins and De Luca (Physica D 65, 1993)."""


def autocorrelation(values: object) -> np.ndarray:
    """r(0) = 1, r(1), ... of `values`: the biased estimate, zero-padded so that the ends do not meet.

    Raises UnusableSeries for a constant series.
    """
    series = varying_values(values)
    centred = series - series.mean()
    size = fft.next_fast_len(2 * len(series) - 1, real=True)
    power = np.abs(fft.rfft(centred, size)) ** 2
    covariance = fft.irfft(power, size)[: len(series)]
    return np.asarray(covariance / covariance[0])


def autocorrelation_delay(values: object, rule: DelayRule = DelayRule.ONE_MINUS_ONE_OVER_E) -> int:
    """The first lag at which the autocorrelation is below the rule's threshold. Raises UnusableSeries if none is."""
    below = np.flatnonzero(autocorrelation(values) < rule.value)
    if not len(below):
        raise UnusableSeries(Fault.TOO_SHORT, f"the autocorrelation never falls below {rule.value:.3g}")
    return int(below[0])
