"""Expected cost of a run (real time, memory, disk), estimated from runs that have ended.

The logarithm of each cost is linear in the logarithms of the program's numeric parameters, with a step for each value
of a text parameter: a ridge regression around usual values. Every parameter point deviates from that line by a term of
its own, which is known once a run of it has ended. The model uses the parameters alone, not what the program does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pyharness.scheduling.capacity import Array
from pyharness.scheduling.known_costs import Cost, Example
from schema.manifest import Scalar

USUAL = {
    "nodes": (50, 1.5, 0.8, 1.0),
    "duration": (60, 1.0, 0.1, 1.0),
    "range": (250, 0.5, 0.0, 0.3),
    "event_rate": (1, 0.3, 0.1, 0.5),
    "publishers": (5, 0.3, 0.1, 0.5),
}
"""Parameters of most programs: a common value, and the powers of it that seconds, memory and disk are proportional to.
They are the model before the first run has ended."""
USUAL_COST = (1.0, 1e8, 1e6)
"""Seconds, bytes of memory and bytes of disk at those values."""
LEAST = (1e-3, 1e6, 1.0)
"""Lower limit of each cost."""
SLOPE, STEP, SHIFT, LEVEL = 1.0, 1.0, 0.3, 30.0
"""Standard deviation from the usual of a power, of a text's step, of other builds and experiments, and of the level.
All but the powers are natural logarithms."""
OWN, NOISE, ABROAD = 0.3, 0.25, 1.0
"""Standard deviation of a point from the line, of a run from its point, and of a run of another plan from it."""
MOST_WORDS = 30
"""A text parameter with more values is left out."""
PACE_OF, FEW = 30, 10
"""Number of last runs that the machine's pace is estimated from; and the number of ended runs at which half of a
correction is applied."""


class CostModel:
    """Expected costs at each of `points`, which have the same values for the keys in `same`. For one thread."""

    def __init__(
        self, points: Sequence[Mapping[str, Scalar]], same: Iterable[str] = (), examples: Sequence[Example] = ()
    ) -> None:
        self._own, self.examples = len(points), len(examples)
        rows = [*points, *(parameters for parameters, _ in examples)]
        self._usual = _usual(rows)
        self._features, self._doubt = _features(rows, self._own, frozenset(same))
        self._runs = np.zeros(len(rows))
        self._sums = np.zeros((len(rows), 3))  # of logarithms
        self._whole = np.zeros(3)  # of what own runs took
        self._last: list[tuple[int, float]] = []
        if examples:
            self._runs[self._own :] = 1
            self._sums[self._own :] = _logarithms(np.array([cost for _, cost in examples], float))
        here = {frozenset(point.items()): row for row, point in enumerate(points)} if examples else {}
        twins = [(here.get(frozenset(each.items())), row) for row, (each, _) in enumerate(examples, start=self._own)]
        self._twins = {point: row for point, row in twins if point is not None}
        self._fitted: Array | None = None

    @property
    def judged_by(self) -> int:
        """Runs of this plan that the model has learned from."""
        return int(self._runs[: self._own].sum())

    @property
    def seen(self) -> NDArray[np.bool_]:
        """Whether a run of each point has ended, of this build or an earlier one."""
        known: NDArray[np.bool_] = self._runs[: self._own] > 0
        known[list(self._twins)] = True
        return known

    def remember(self, points: Sequence[int], costs: Sequence[Cost]) -> None:
        """Learn from runs at `points` that have ended some time ago."""
        if costs:
            taken = np.array(costs, float)
            np.add.at(self._runs, points, 1)
            np.add.at(self._sums, points, _logarithms(taken))
            self._whole += taken.sum(axis=0)
            self._fitted = None

    def learn(self, point: int, cost: Cost) -> None:
        """Learn from a run at `point` that has ended just now."""
        self.remember([point], [cost])
        self._last = [*self._last[1 - PACE_OF :], (point, float(np.log(max(cost.seconds, LEAST[0]))))]

    def expected(self, at_least: Mapping[int, float] | None = None) -> Array:
        """Return seconds, bytes of memory and bytes of disk for each point, shape (points, 3).

        `at_least` holds, for points where no run has ended, the seconds since a run of it began.
        """
        late = {point: seconds for point, seconds in (at_least or {}).items() if not self._runs[point]}
        if self._fitted is None:
            self._fitted = self._fit({})
        late = {point: seconds for point, seconds in late.items() if seconds > np.exp(self._fitted[point, 0])}
        fitted = self._fit(late) if late else self._fitted
        found: Array = np.exp(np.clip(fitted[: self._own], -7, 40)) * self._correction(fitted)
        return found

    def _fit(self, late: Mapping[int, float]) -> Array:
        """Return logarithms of the costs for each row. A point in `late` counts as if its run had ended now."""
        runs, sums = self._runs.copy(), self._sums.copy()
        rough = self._fitted
        for point, seconds in late.items():
            assert rough is not None, "only fitted points can be late"
            runs[point], sums[point] = 1, [np.log(1.2 * seconds), *rough[point, 1:]]
        seen = np.flatnonzero(runs)
        variance = OWN**2 + NOISE**2 / runs[seen] + np.where(seen < self._own, 0, ABROAD**2)
        features, off = self._features[seen], sums[seen] / runs[seen, None] - self._usual[seen]
        weighted = features / variance[:, None]
        slopes = np.linalg.solve(weighted.T @ features + np.diag(self._doubt**-2), weighted.T @ off)
        line = self._usual + self._features @ slopes
        own = np.zeros_like(line)
        own[seen] = (off - features @ slopes) * (OWN**2 / (OWN**2 + NOISE**2 / runs[seen]))[:, None]
        for point, twin in self._twins.items():
            if not runs[point]:
                own[point] = own[twin]
        return line + own

    def _correction(self, fitted: Array) -> Array:
        """Return factors that match the sum over the ended runs, and the seconds of the last runs."""
        runs = self._runs[: self._own]
        if not runs.any():
            return np.ones(3)
        ratio = np.clip(self._whole / (runs @ np.exp(fitted[: self._own])), 0.5, 2)
        factor = ratio ** (runs.sum() / (runs.sum() + FEW))
        if self._last:
            off = sum(seconds - fitted[point, 0] - np.log(factor[0]) for point, seconds in self._last)
            factor[0] *= np.exp(off / (len(self._last) + FEW))
        corrected: Array = factor
        return corrected


def _logarithms(costs: Array) -> Array:
    found: Array = np.log(np.maximum(costs, LEAST))
    return found


def _usual(rows: Sequence[Mapping[str, Scalar]]) -> Array:
    """Return logarithms of the usual costs at each row."""
    usual = np.tile(np.log(USUAL_COST), (len(rows), 1))
    for key, (common, *powers) in USUAL.items():
        column = _numbers([row.get(key, common) for row in rows])
        if column is not None:
            usual += (_bent(column) - _bent(np.array([common])))[:, None] * powers
    return usual


def _features(rows: Sequence[Mapping[str, Scalar]], own: int, same: frozenset[str]) -> tuple[Array, Array]:
    """Return the columns of the regression and the standard deviation of each column's factor.

    A column for all rows, one for the rows after the first `own`, one for each number that differs, and one for each
    value of a text that differs.
    """
    columns, doubt = [np.ones(len(rows)), (np.arange(len(rows)) >= own).astype(float)], [LEVEL, SHIFT]
    first = rows[0] if rows else {}
    for key, given in first.items():
        if key in same and all(row.get(key, given) == given for row in rows[own:]):
            continue
        values = [row.get(key, given) for row in rows]
        numbers = _numbers(values)
        if numbers is not None:
            bent = _bent(numbers)
            if np.ptp(bent) > 0:
                columns.append(bent - bent.mean())
                doubt.append(SLOPE)
            continue
        words, place = np.unique([str(value) for value in values], return_inverse=True)
        if 1 < len(words) <= MOST_WORDS:
            columns += list(np.eye(len(words))[place].T)
            doubt += [STEP] * len(words)
    return np.column_stack(columns), np.array(doubt)


def _numbers(values: Sequence[Scalar]) -> Array | None:
    """Return a column of numbers, or None where a value is a text or a truth value."""
    if any(isinstance(value, bool | str) for value in values):
        return None
    return np.array(values, float)


def _bent(numbers: Array) -> Array:
    """Return the logarithm of 1 + |x| with the sign of x."""
    bent: Array = np.sign(numbers) * np.log1p(np.abs(numbers))
    return bent
