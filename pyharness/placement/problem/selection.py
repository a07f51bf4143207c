"""Choosing the best of several values so that sums rounded differently lead to the same choice.

Candidates are looked at in order. One replaces the best so far only if it exceeds it by more than 1e-9, relative to the
best where that is above 1. So the first of equal values is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

TOLERANCE = 1e-9


def exceeds(value: float, best: float) -> bool:
    """Return whether `value` is larger than `best` by more than the tolerance."""
    if best == -np.inf:
        return value > best
    return value > best + TOLERANCE * max(1.0, abs(best))


def index_of_best(values: ArrayLike) -> int:
    """Return the index of the largest of `values`, the first where several are equal. -inf excludes a candidate."""
    return int(best_of_rows(np.asarray(values, dtype=np.float64)[None, :])[0])


def best_of_rows(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return for each row the index of its largest value, the first where several are equal.

    The first value within half a tolerance of the maximum is what the scan ends with, unless a value lies between half
    a tolerance and three below the maximum. Such rows are scanned value by value.
    """
    maxima = values.max(axis=1, keepdims=True)
    with np.errstate(invalid="ignore"):  # rows of -inf
        margins = TOLERANCE * np.maximum(1.0, np.abs(maxima))
        near = values >= maxima - 0.5 * margins
        doubtful = ((values >= maxima - 3 * margins) & ~near).any(axis=1)
    best: NDArray[np.int64] = near.argmax(axis=1)
    for row in np.flatnonzero(doubtful):
        best[row] = _scan(values[row])
    return best


def _scan(values: NDArray[np.float64]) -> int:
    best = 0
    for index, value in enumerate(values):
        if exceeds(float(value), float(values[best])):
            best = index
    return best


def ranked(candidates: Iterable[int], keys: Sequence[ArrayLike], count: int | None = None) -> list[int]:
    """Return the `count` best candidates (all without it), the best first.

    `keys` are looked up by candidate: the first decides, the next where it is equal, and the smaller candidate last.
    """
    left = sorted(candidates)
    columns = [np.asarray(key, dtype=np.float64) for key in keys]
    chosen: list[int] = []
    for _ in range(len(left) if count is None else min(count, len(left))):
        best = left[0]
        for candidate in left[1:]:
            if _precedes(candidate, best, columns):
                best = candidate
        chosen.append(best)
        left.remove(best)
    return chosen


def _precedes(candidate: int, best: int, columns: Sequence[NDArray[np.float64]]) -> bool:
    for column in columns:
        if exceeds(column[candidate], column[best]):
            return True
        if exceeds(column[best], column[candidate]):
            return False
    return False
