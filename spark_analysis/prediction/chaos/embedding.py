"""The delay embedding of a series (Takens, Lecture Notes in Mathematics 898, 1981)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spark_analysis.prediction.series.unusable import Fault, UnusableSeries


@dataclass(frozen=True)
class Embedding:
    """Vectors (x(j), x(j + delay), ..., x(j + (dimension - 1) delay)). Raises ValueError for numbers below 1."""

    dimension: int
    delay: int

    def __post_init__(self) -> None:
        if self.dimension < 1 or self.delay < 1:
            raise ValueError(f"an embedding of dimension {self.dimension} and delay {self.delay} does not exist")

    @property
    def span(self) -> int:
        """Steps from the first to the last coordinate of a vector."""
        return (self.dimension - 1) * self.delay


def embedded(values: np.ndarray, embedding: Embedding) -> np.ndarray:
    """The vectors of `values`, one row each. Raises UnusableSeries if there is none."""
    count = len(values) - embedding.span
    if count < 1:
        raise UnusableSeries(
            Fault.TOO_SHORT, f"the series has {len(values)} values, an embedding vector spans {embedding.span + 1}"
        )
    return np.column_stack(
        [values[k * embedding.delay : k * embedding.delay + count] for k in range(embedding.dimension)]
    )
