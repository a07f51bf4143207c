"""What a run will take, real time, memory and disk, judged by runs that have ended.

The logarithm of each is taken to be linear in the logarithms of the program's numbers, with a step for each of its
words (a ridge regression around what is usual). Every parameter point is off that line by something of its own, which
is known once a run of it has ended. What a program does is not known here, only what it is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pyharness.scheduling.known_costs import Cost, Example, Parameters
from schema.manifest import Scalar

Array = NDArray[np.float64]

USUAL = {
    "nodes": (50, 1.5, 0.8, 1.0),
    "duration": (60, 1.0, 0.1, 1.0),
    "range": (250, 0.5, 0.0, 0.3),
    "event_rate": (1, 0.3, 0.1, 0.5),
    "publishers": (5, 0.3, 0.1, 0.5),
}
"""Parameters that mean the same in most programs: a common value, and the power of it that seconds, memory and disk go
with, before anything has been seen."""
USUAL_COST = (1.0, 1e8, 1e6)
"""At those values."""
LEAST = (1e-3, 1e6, 1.0)
"""What nothing is taken for."""
SLOPE, STEP, SHIFT, LEVEL = 1.0, 1.0, 0.3, 30.0
"""How far a power, a word's step, other builds and experiments, and the whole may well be from what is usual; all but
the powers in natural logarithms."""
OWN, NOISE, ABROAD = 0.3, 0.25, 1.0
"""How far a point is from the line, a run from its point, and a run of another experiment or build from it."""
MOST_WORDS = 30
"""A text with more values says nothing of what comes."""
PACE_OF, FEW = 30, 10
"""The last so many runs tell whether the machine has become slower. What is corrected by the runs that have ended, is
the less corrected the fewer they are."""


class Costs:
    """Expected costs at each of `points`, which differ in nothing but the keys not in `same`. For one thread."""

    def __init__(
        self, points: Sequence[Parameters], same: Iterable[str] = (), examples: Sequence[Example] = ()
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
        """Runs that were learned from, examples apart."""
        return int(self._runs[: self._own].sum())

    @property
    def seen(self) -> NDArray[np.bool_]:
        """Of each point, whether a run of it has ended, of an earlier build at least."""
        known: NDArray[np.bool_] = self._runs[: self._own] > 0
        known[list(self._twins)] = True
        return known

    def remember(self, points: Sequence[int], costs: Sequence[Cost]) -> None:
        """Runs at `points` have taken `costs`, some time ago."""
        if costs:
            taken = np.array(costs, float)
            np.add.at(self._runs, points, 1)
            np.add.at(self._sums, points, _logarithms(taken))
            self._whole += taken.sum(axis=0)
            self._fitted = None

    def learn(self, point: int, cost: Cost) -> None:
        """A run at `point` has ended just now."""
        self.remember([point], [cost])
        self._last = [*self._last[1 - PACE_OF :], (point, float(np.log(max(cost.seconds, LEAST[0]))))]

    def expected(self, at_least: Mapping[int, float] | None = None) -> Array:
        """Seconds, bytes of memory and bytes of disk for each point, shape (points, 3).

        `at_least`: seconds that a run at a point without a run so far is already taking.
        """
        late = {point: seconds for point, seconds in (at_least or {}).items() if not self._runs[point]}
        if self._fitted is None:
            self._fitted = self._fit({})
        late = {point: seconds for point, seconds in late.items() if seconds > np.exp(self._fitted[point, 0])}
        fitted = self._fit(late) if late else self._fitted
        found: Array = np.exp(np.clip(fitted[: self._own], -7, 40)) * self._correction(fitted)
        return found

    def _fit(self, late: Mapping[int, float]) -> Array:
        """Logarithms for each row. What is late is taken for a run that has ended now, as to its time."""
        runs, sums = self._runs.copy(), self._sums.copy()
        rough = self._fitted
        for point, seconds in late.items():
            assert rough is not None, "late is said of what was fitted"
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
        """What brings the sum over the runs that have ended to what they took, and time to the pace of the last."""
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


def _usual(rows: Sequence[Parameters]) -> Array:
    """What is usual at each row, logarithms."""
    usual = np.tile(np.log(USUAL_COST), (len(rows), 1))
    for key, (common, *powers) in USUAL.items():
        column = _numbers([row.get(key, common) for row in rows])
        if column is not None:
            usual += (_bent(column) - _bent(np.array([common])))[:, None] * powers
    return usual


def _features(rows: Sequence[Parameters], own: int, same: frozenset[str]) -> tuple[Array, Array]:
    """A column for each number that differs, for each word of a text that does, for all and for what is not `own`;
    and how far from 0 each column's factor may well be."""
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
    """A column, or None where one of the values is no number (a truth value is none)."""
    if any(isinstance(value, bool | str) for value in values):
        return None
    return np.array(values, float)


def _bent(numbers: Array) -> Array:
    """The logarithm, for 0 and below as well."""
    bent: Array = np.sign(numbers) * np.log1p(np.abs(numbers))
    return bent
