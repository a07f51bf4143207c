"""The error of prediction by nearest neighbours: the statistic that tells determinism from noise best in tests against
surrogates (Schreiber and Schmitz, Phys. Rev. E 55, 1997)."""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist

from spark_analysis.prediction.chaos.embedding import Embedding, embedded
from spark_analysis.prediction.series.unusable import varying_values

NEIGHBOURS = 5


def neighbour_prediction_error(values: object, embedding: Embedding, theiler_window: int) -> float:
    """The root mean squared error of x(n + 1) as the mean successor of the vector's NEIGHBOURS nearest neighbours.

    In standard deviations of the series: about 1 for noise, near 0 for a deterministic series. Neighbours are more than
    `theiler_window` steps away. Raises UnusableSeries for a constant or too short series.
    """
    series = varying_values(values, embedding.span + 2 * theiler_window + NEIGHBOURS + 3)
    vectors = embedded(series[:-1], embedding)
    successors = series[embedding.span + 1 :]
    times = np.arange(len(vectors))
    squares = 0.0
    for block in np.array_split(times, max(1, len(times) // 512)):
        distance = cdist(vectors[block], vectors, "sqeuclidean")
        distance[np.abs(block[:, np.newaxis] - times) <= theiler_window] = np.inf
        nearest = np.argpartition(distance, NEIGHBOURS - 1, axis=1)[:, :NEIGHBOURS]
        squares += float(((successors[nearest].mean(axis=1) - successors[block]) ** 2).sum())
    return float(np.sqrt(squares / len(vectors)) / series.std())
