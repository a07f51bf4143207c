"""Surrogates by iterated amplitude adjusted Fourier transform (IAAFT).

Schreiber and Schmitz, Phys. Rev. Lett. 77, 1996.

A surrogate has exactly the values of the series in another order, and nearly its power spectrum. It is what a linear
Gaussian process, seen through a monotonic function, could have given.
"""

from __future__ import annotations

import numpy as np
from scipy import fft

from spark_analysis.prediction.series.unusable import varying_values

MOST_ITERATIONS = 200


def iaaft_surrogates(values: object, count: int, seed: int) -> np.ndarray:
    """`count` surrogates, one row each; the same seed gives the same ones. Raises UnusableSeries.

    Iteration ends when no order of values changes any more, or after MOST_ITERATIONS.
    """
    series = varying_values(values)
    amplitudes = np.abs(fft.rfft(series))
    in_order = np.sort(series)
    draw = np.random.default_rng(seed)
    surrogates = np.stack([draw.permutation(series) for _ in range(count)])
    changing = np.arange(count)
    for _ in range(MOST_ITERATIONS):
        spectrum = fft.rfft(surrogates[changing], axis=1)
        size = np.abs(spectrum)
        phases = np.divide(spectrum, size, out=np.ones_like(spectrum), where=size > 0)
        filtered = fft.irfft(phases * amplitudes, len(series), axis=1)
        ranks = np.argsort(np.argsort(filtered, axis=1, kind="stable"), axis=1, kind="stable")
        adjusted = in_order[ranks]
        is_changed = (adjusted != surrogates[changing]).any(axis=1)
        surrogates[changing] = adjusted
        changing = changing[is_changed]
        if not len(changing):
            break
    return surrogates
