"""The runs of a sweep, started one after the other as places and memory become free, until all have ended."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pyharness.experiment.plan import PlannedRun
from pyharness.scheduling.capacity import Array, Capacity, Indices, schedule, time_left
from pyharness.scheduling.cost_model import CostModel
from pyharness.scheduling.known_costs import Cost, Example
from schema.manifest import Scalar
from schema.text import size

RESCHEDULE_EVERY_S, IDLE_S, RESCHEDULING_SHARE = 0.5, 2.0, 0.05
"""Seconds between two re-schedulings, after a run has ended and otherwise; and the share of time that they may take."""
LEAST_LEFT = 0.1
"""A run that exceeds its expected time is expected to take this share of its time longer still."""


class RunQueue:
    """Runs that wait, the next one first, and runs under way. For one thread."""

    def __init__(
        self,
        runs: Sequence[PlannedRun],
        capacity: Capacity,
        ended: Sequence[tuple[PlannedRun, Cost]] = (),
        examples: Sequence[Example] = (),
        same: Iterable[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Queue `runs`. `ended` are runs of the same plan, `examples` of other plans, with their costs.

        `same` names parameters with one value in all of the plan.
        """
        place: dict[str, int] = {}
        variants = [run.variant for run in (*runs, *(run for run, _ in ended))]
        points: list[Mapping[str, Scalar]] = []
        for each in variants:
            if each.name not in place:
                place[each.name] = len(points)
                points.append(each.parameters)
        self.runs, self.capacity = runs, capacity
        self.points: Indices = np.array([place[run.variant.name] for run in runs], np.intp)
        """The parameter point of each run, an index into `costs`."""
        self.costs = CostModel(points, same, examples)
        self.costs.remember([place[run.variant.name] for run, _ in ended], [cost for _, cost in ended])
        self._waiting: Indices = np.arange(len(runs))
        self._since: dict[int, float] = {}  # run under way -> when it began
        self._duration: dict[int, float] = {}
        self._by_others_s = 0.0
        self._clock, self._began = clock, clock()
        self._has_news = False
        self._reschedule_at = 0.0
        self._ends: float | None = None
        self._needs: Array = np.zeros(0)  # bytes, of each that waits
        self._reschedule()

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def under_way(self) -> int:
        """Runs that have been started and have not ended."""
        return len(self._since)

    @property
    def left_s(self) -> float | None:
        """Seconds until all runs will have ended; None while no run has ended yet."""
        now = self._clock()
        if now >= self._reschedule_at + (0 if self._has_news else IDLE_S):
            self._reschedule()
        return None if self._ends is None else max(0.0, self._ends - now)

    def next(self) -> tuple[int, str] | None:
        """Count the next run as under way and return it with a notice for the user; None where no run may start."""
        if self._has_news and self._clock() >= self._reschedule_at:
            self._reschedule()
        place = self.capacity.choose(self._needs)
        if place is None:
            return None
        run, need = int(self._waiting[place]), float(self._needs[place])
        self.capacity.start(run, need, place)
        self._since[run] = self._clock()
        self._waiting, self._needs = _without(self._waiting, place), _without(self._needs, place)
        limit = self.capacity.memory
        if limit is None or need <= limit:
            return run, ""
        return run, f"{self.runs[run].label} may take {size(need)} of memory, more than {size(limit)}: it runs alone"

    def program_ended(self, run: int) -> None:
        """Note how long the program of `run` took, and free its place."""
        self._duration[run] = self._clock() - self._since[run]
        self.leave(run)

    def leave(self, run: int) -> None:
        """Free the place of `run`. A second call has no effect."""
        self.capacity.end(run)
        self._since.pop(run, None)

    def put_back(self, run: int) -> None:
        """Queue `run` again: the harness that had claimed it has given up."""
        self._waiting, self._needs = np.append(self._waiting, run), np.append(self._needs, 0.0)
        self._reschedule()

    def learn(self, run: int, cost: Cost, executed_here: bool) -> None:
        """Learn from the cost of `run`. A run of another harness counts as help that goes on."""
        seconds = self._duration.pop(run, cost.seconds)  # with the wait for a place in a cluster's queue
        point = int(self.points[run])
        if executed_here:
            self.costs.learn(point, cost._replace(seconds=seconds))
        else:
            self.costs.remember([point], [cost])
            self._by_others_s += cost.seconds
        self._has_news = True

    def _reschedule(self) -> None:
        """Put the runs that wait in order and estimate when all will have ended."""
        now = self._clock()
        since = {run: now - began for run, began in self._since.items()}
        at_least: dict[int, float] = {}
        for run, taken in since.items():
            point = int(self.points[run])
            at_least[point] = max(taken, at_least.get(point, 0.0))
        expected = self.costs.expected(at_least)
        seconds: Array = expected[:, 0]
        known = self.costs.seen.copy()
        known[list(at_least)] = True
        self._waiting = schedule(self.points, self._waiting, seconds, known)
        waiting = self.points[self._waiting]
        self._needs, self._ends = expected[waiting, 1], None
        if self.costs.judged_by or self.costs.examples:
            under_way = [
                (max(seconds[self.points[run]] - taken, LEAST_LEFT * taken), self.capacity.taken[run])
                for run, taken in since.items()
            ]
            jobs = self.capacity.jobs + round(self._by_others_s / max(now - self._began, 1.0))
            self._ends = now + time_left(under_way, seconds[waiting], self._needs, jobs, self.capacity.memory)
        self._has_news = False
        after = self._clock()
        self._reschedule_at = after + max(RESCHEDULE_EVERY_S, (after - now) / RESCHEDULING_SHARE)


def _without(queue: NDArray[Any], place: int) -> NDArray[Any]:
    """Return `queue` without one entry; without the first, a view, because there may be 100,000."""
    return queue[1:] if place == 0 else np.delete(queue, place)
