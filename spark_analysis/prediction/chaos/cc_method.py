"""The C-C method of Kim, Eykholt and Salas (Physica D 127, 1999): delay time and delay time window of an embedding.

A series of N values is split into t disjoint subseries of every t-th value. With C(m, r) the correlation integral in m
dimensions, S(m, r, t) is the mean over the subseries of C(m, r) - C(1, r)^m. Inside a subseries the delay is 1, which
is t in the whole series; to embed with t again would make it t squared.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spark_analysis.capture.kernels.compiler import cached
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries, varying_values

DIMENSIONS = (2, 3, 4, 5)
RADII = (0.5, 1.0, 1.5, 2.0)
"""In standard deviations of the series."""
LEAST_SUBSERIES = 10
"""Values that the shortest subseries must have."""


@dataclass(frozen=True, eq=False)
class CorrelationStatistics:
    """Over t = 1, 2, ...: the mean of S over dimensions and radii, and the mean over dimensions of its range."""

    mean: np.ndarray
    spread: np.ndarray

    @property
    def delay(self) -> int:
        """The first local minimum of `spread`. Raises UnusableSeries if there is none."""
        inner = self.spread[1:-1]
        minima = np.flatnonzero((inner < self.spread[:-2]) & (inner <= self.spread[2:])) + 2
        if not len(minima):
            raise UnusableSeries(Fault.TOO_SHORT, f"the C-C method finds no delay up to {len(self.spread)} steps")
        return int(minima[0])

    @property
    def first_zero(self) -> int | None:
        """The paper's other candidate for the delay: the first t at which `mean` has changed its sign, if any."""
        changes = np.flatnonzero(np.sign(self.mean) != np.sign(self.mean[0]))
        return int(changes[0]) + 1 if len(changes) else None

    @property
    def window(self) -> int:
        """The delay time window: where spread + |mean| is least."""
        return int(np.argmin(self.spread + np.abs(self.mean))) + 1

    @property
    def dimension(self) -> int:
        """window / delay + 1, rounded, at least 2."""
        return max(2, round(self.window / self.delay) + 1)


def correlation_statistics(values: object, longest_delay: int = 200) -> CorrelationStatistics:
    """The statistics for t = 1 to `longest_delay`.

    `window` depends on `longest_delay`, because the curve has many minima of nearly one depth.
    Raises UnusableSeries for a constant or too short series.
    """
    series = varying_values(values, LEAST_SUBSERIES * longest_delay)
    radii = np.asarray(RADII) * series.std()
    mean, spread = np.empty(longest_delay), np.empty(longest_delay)
    for t in range(1, longest_delay + 1):
        statistic = np.mean([_statistic(series[start::t], radii) for start in range(t)], axis=0)
        mean[t - 1] = statistic.mean()
        spread[t - 1] = np.ptp(statistic, axis=1).mean()
    return CorrelationStatistics(mean, spread)


def _statistic(subseries: np.ndarray, radii: np.ndarray) -> np.ndarray:
    """C(m, r) - C(1, r)^m, one row per dimension and one column per radius."""
    close = _close_pairs(np.ascontiguousarray(subseries), radii, DIMENSIONS[-1])
    points = len(subseries) - np.arange(DIMENSIONS[-1])
    integrals = close / (points * (points - 1) / 2)[:, np.newaxis]
    return np.stack([integrals[m - 1] - integrals[0] ** m for m in DIMENSIONS])


@cached
def _close_pairs(values: np.ndarray, radii: np.ndarray, dimensions: int) -> np.ndarray:
    """Pairs of vectors nearer than each radius in the maximum norm, for dimensions 1, 2, ... and delay 1.

    `radii` ascends. The distance cannot fall with the dimension, so a pair beyond the last radius is done.
    """
    count = len(values)
    close = np.zeros((dimensions, len(radii)))
    for i in range(count):
        for j in range(i + 1, count):
            distance = 0.0
            for m in range(min(dimensions, count - j)):
                distance = max(distance, abs(values[i + m] - values[j + m]))
                if distance >= radii[-1]:
                    break
                for k in range(len(radii)):
                    if distance < radii[k]:
                        close[m, k] += 1.0
    return close
