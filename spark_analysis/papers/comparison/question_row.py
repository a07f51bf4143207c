"""A row of a page's table that answers a question of ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from schema.intervals import Estimate, estimate


@dataclass(frozen=True)
class QuestionRow:
    """What the row is about, and an estimate for each column; None where there is none."""

    labels: tuple[str, ...]
    values: Sequence[Estimate | None]


def mean_estimate(values: pd.Series | Sequence[float]) -> Estimate | None:
    """Return the mean with its interval, of the values that there are; None without any."""
    numbers = [float(value) for value in pd.Series(values, dtype=float).dropna()]
    return estimate(numbers) if numbers else None
