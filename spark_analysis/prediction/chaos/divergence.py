"""The divergence of nearest neighbours: the small data sets method (Rosenstein et al., Physica D 65, 1993).

Each embedding vector has a nearest neighbour that is more than `theiler_window` steps away in time. The curve is the
mean logarithm of their distance after 0, 1, 2, ... steps. In a chaotic series it climbs with the largest Lyapunov
exponent as slope until the distance is that of any two vectors: the saturation level.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

import numpy as np
from scipy.spatial.distance import cdist

from spark_analysis.prediction.chaos.embedding import Embedding, embedded
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries, varying_values

LEAST_PAIRS = 10
_ROWS_AT_ONCE = 512
_SAMPLED_VECTORS = 1000
"""Vectors whose distances from all others give the saturation level."""


class Norm(Enum):
    """The distance of two vectors, by its name in scipy. Rosenstein's is Euclidean, many programs take the maximum."""

    EUCLIDEAN = "euclidean"
    MAXIMUM = "chebyshev"


@dataclass(frozen=True, eq=False)
class DivergenceCurve:
    """The mean ln(distance) after 0, 1, ... steps, the pairs behind each mean, and the level of unrelated vectors."""

    mean_log_distance: np.ndarray
    pairs: np.ndarray
    saturation_level: float

    @property
    def saturation_step(self) -> int | None:
        """The first step at which the curve has done 90 % of its way to the saturation level; None if it never has."""
        start = self.mean_log_distance[0]
        near = np.flatnonzero(self.mean_log_distance >= start + 0.9 * (self.saturation_level - start))
        return int(near[0]) if len(near) else None


def divergence_curve(
    values: object, embedding: Embedding, theiler_window: int, steps: int, norm: Norm = Norm.EUCLIDEAN
) -> DivergenceCurve:
    """The curve after 0 to `steps` steps, of the vectors that can be followed that long.

    Equal vectors have no logarithm: they are no neighbours, and pairs that meet are left out of the mean of that step.
    Raises UnusableSeries for a series that is constant, too short, or has less than LEAST_PAIRS pairs at a step.
    """
    needed = embedding.span + steps + theiler_window + 2 + LEAST_PAIRS
    vectors = embedded(varying_values(values, needed), embedding)
    followed = len(vectors) - steps
    neighbours = _nearest_neighbours(vectors[:followed], theiler_window, norm)
    points = np.flatnonzero(neighbours >= 0)
    curve, pairs = np.empty(steps + 1), np.empty(steps + 1, dtype=np.int64)
    for step in range(steps + 1):
        separation = vectors[points + step] - vectors[neighbours[points] + step]
        distance = np.linalg.norm(separation, np.inf if norm is Norm.MAXIMUM else 2, axis=1)
        pairs[step] = np.count_nonzero(distance)
        if pairs[step] < LEAST_PAIRS:
            raise UnusableSeries(
                Fault.TOO_SHORT,
                f"only {pairs[step]} pairs of neighbours differ after {step} steps: {LEAST_PAIRS} needed",
            )
        curve[step] = np.log(distance[distance > 0]).mean()
    return DivergenceCurve(curve, pairs, _saturation_level(vectors[:followed], theiler_window, norm))


def _distances(
    vectors: np.ndarray, rows: np.ndarray, theiler_window: int, norm: Norm
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Blocks of `rows` with their distances from all vectors; equal ones and those near in time are infinitely far."""
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        block = rows[start : start + _ROWS_AT_ONCE]
        distance = cdist(vectors[block], vectors, norm.value)
        near = np.arange(max(0, block[0] - theiler_window), min(len(vectors), block[-1] + theiler_window + 1))
        is_near = np.abs(block[:, np.newaxis] - near) <= theiler_window
        distance[:, near[0] : near[-1] + 1][is_near] = np.inf
        distance[distance == 0] = np.inf
        yield block, distance


def _nearest_neighbours(vectors: np.ndarray, theiler_window: int, norm: Norm) -> np.ndarray:
    """The index of each vector's nearest neighbour; -1 where it has none."""
    neighbours = np.full(len(vectors), -1)
    for block, distance in _distances(vectors, np.arange(len(vectors)), theiler_window, norm):
        nearest = distance.argmin(axis=1)
        is_found = np.isfinite(distance[np.arange(len(block)), nearest])
        neighbours[block[is_found]] = nearest[is_found]
    return neighbours


def _saturation_level(vectors: np.ndarray, theiler_window: int, norm: Norm) -> float:
    """The mean ln(distance) of vectors whatever their distance is."""
    stride = max(1, len(vectors) // _SAMPLED_VECTORS)
    total, count = 0.0, 0
    for _, distance in _distances(vectors, np.arange(0, len(vectors), stride), theiler_window, norm):
        finite = distance[np.isfinite(distance)]
        total += float(np.log(finite).sum())
        count += len(finite)
    return total / count
