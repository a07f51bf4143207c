"""The runs of a sweep, started one after the other as places and memory become free, until all have ended."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pyharness.experiment.plan import PlannedRun
from pyharness.scheduling.capacity import Numbers, Room, order, time_left
from pyharness.scheduling.cost_model import Array, Costs
from pyharness.scheduling.known_costs import Cost, Example, Parameters
from schema.text import size

THINK_EVERY_S, IDLE_S, THINKING_SHARE = 0.5, 2.0, 0.05
"""The line is put in order anew when a run has ended, but not more often than this; when none has, after IDLE_S; and
never for a greater share of the time."""
LEAST_LEFT = 0.1
"""A run that takes longer than was expected takes this share of its time longer still."""


class Line:
    """Runs that wait to be started, the next one first, and those that are under way. For one thread."""

    def __init__(
        self,
        runs: Sequence[PlannedRun],
        room: Room,
        ended: Sequence[tuple[PlannedRun, Cost]] = (),
        examples: Sequence[Example] = (),
        same: Iterable[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`runs` to be carried out, of which others of the same plan have `ended`; `examples` of other plans; `same`:
        parameters that are the same in all of the plan."""
        place: dict[str, int] = {}
        variants = [run.variant for run in (*runs, *(run for run, _ in ended))]
        points: list[Parameters] = []
        for each in variants:
            if each.name not in place:
                place[each.name] = len(points)
                points.append(each.parameters)
        self.runs, self.room = runs, room
        self.points: Numbers = np.array([place[run.variant.name] for run in runs], np.intp)
        """Of each run its place in `costs`."""
        self.costs = Costs(points, same, examples)
        self.costs.remember([place[run.variant.name] for run, _ in ended], [cost for _, cost in ended])
        self._waiting: Numbers = np.arange(len(runs))
        self._since: dict[int, float] = {}  # run under way -> when it began
        self._took: dict[int, float] = {}
        self._by_others_s = 0.0
        self._clock, self._began = clock, clock()
        self._learned = False
        self._think_at = 0.0
        self._ends: float | None = None
        self._needs: Array = np.zeros(0)  # bytes, of each that waits
        self._think()

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def under_way(self) -> int:
        """Runs that have been started and have not ended."""
        return len(self._since)

    @property
    def left_s(self) -> float | None:
        """Seconds until all will have ended; None where nothing is known that would tell."""
        now = self._clock()
        if now >= self._think_at + (0 if self._learned else IDLE_S):
            self._think()
        return None if self._ends is None else max(0.0, self._ends - now)

    def next(self) -> tuple[int, str] | None:
        """A run that may start now, which is then under way, and what is to be said of it; None where none may."""
        if self._learned and self._clock() >= self._think_at:
            self._think()
        place = self.room.choose(self._needs)
        if place is None:
            return None
        run, need = int(self._waiting[place]), float(self._needs[place])
        self.room.start(run, need, place)
        self._since[run] = self._clock()
        self._waiting, self._needs = _without(self._waiting, place), _without(self._needs, place)
        limit = self.room.memory
        if limit is None or need <= limit:
            return run, ""
        return run, f"{self.runs[run].label} may take {size(need)} of memory, more than {size(limit)}: it runs alone"

    def freed(self, run: int) -> None:
        """Its program has ended."""
        self._took[run] = self._clock() - self._since[run]
        self.leave(run)

    def leave(self, run: int) -> None:
        """It takes no room any more. May be said twice."""
        self.room.end(run)
        self._since.pop(run, None)

    def wait(self, run: int) -> None:
        """It has to be started after all: whoever was about it has given up."""
        self._waiting, self._needs = np.append(self._waiting, run), np.append(self._needs, 0.0)
        self._think()

    def learn(self, run: int, cost: Cost, ours: bool) -> None:
        """What it has taken. Where another harness did it, that one is taken to go on helping."""
        seconds = self._took.pop(run, cost.seconds)  # with the wait for a place in a cluster's queue
        point = int(self.points[run])
        if ours:
            self.costs.learn(point, cost._replace(seconds=seconds))
        else:
            self.costs.remember([point], [cost])
            self._by_others_s += cost.seconds
        self._learned = True

    def _think(self) -> None:
        """Put those that wait in order, by all that is known now, and foresee the end."""
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
        self._waiting = order(self.points, self._waiting, seconds, known)
        waiting = self.points[self._waiting]
        self._needs, self._ends = expected[waiting, 1], None
        if self.costs.judged_by or self.costs.examples:
            under_way = [
                (max(seconds[self.points[run]] - taken, LEAST_LEFT * taken), self.room.taken[run])
                for run, taken in since.items()
            ]
            jobs = self.room.jobs + round(self._by_others_s / max(now - self._began, 1.0))
            self._ends = now + time_left(under_way, seconds[waiting], self._needs, jobs, self.room.memory)
        self._learned = False
        after = self._clock()
        self._think_at = after + max(THINK_EVERY_S, (after - now) / THINKING_SHARE)


def _without(line: NDArray[Any], place: int) -> NDArray[Any]:
    """A view where the first goes, since there may be 100,000."""
    return line[1:] if place == 0 else np.delete(line, place)
