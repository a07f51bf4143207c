"""Which run starts next and when all will have ended: the longest first, within the memory budget.

One run of a parameter point of unknown cost starts before all others. A wrong guess then costs little, and the order
of the many runs that are left is a good one.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
"""Indices of any shape."""
Indices = NDArray[np.intp]
REPLAYED = 5000
"""Runs that are replayed one by one; with more, the memory budget is shared evenly."""


def schedule(points: Indices, left: Indices, seconds: Array, known: NDArray[np.bool_]) -> Indices:
    """Return the runs `left` in the order in which they should start; equals keep the order of the plan.

    `points` holds the parameter point of each run. `seconds` (expected) and `known` (a run of it has ended or is under
    way) hold a value for each point.
    """
    of_left = points[left]
    later = np.ones(len(left), bool)
    _, first = np.unique(of_left, return_index=True)
    later[first] = known[of_left[first]]
    return left[np.lexsort((left, -seconds[of_left], later))]


@dataclass
class Capacity:
    """What concurrent runs may take: `jobs` places and `memory` bytes (None: no limit)."""

    jobs: int
    memory: float | None
    taken: dict[int, float] = field(default_factory=dict)
    """Run under way to the bytes it is expected to hold."""
    free: Callable[[], float | None] | None = None
    """Returns the machine's free memory in bytes, where other programs use it, too."""
    beside: set[int] = field(default_factory=set)
    """Runs that have overtaken one that did not fit: they fit together with that one."""

    def choose(self, needs: Array) -> int | None:
        """Return the index of the next run among those that wait and need `needs` bytes; None where none may start."""
        if len(self.taken) >= self.jobs or not len(needs):
            return None
        if self.memory is None or not self.taken:
            return 0
        free = self.memory - sum(self.taken.values())
        now = self.free() if self.free else None
        free = free if now is None else min(free, now)
        first = min(float(needs[0]), self.memory)  # what needs more than there is runs alone
        if first <= free:
            return 0
        free = min(free, self.memory - first - sum(self.taken[run] for run in self.beside))
        fits = needs <= free
        place = int(np.argmax(fits))
        return place if fits[place] else None

    def start(self, run: int, need: float, place: int) -> None:
        """Count run `run` as under way; `choose` has returned its index `place`."""
        if place == 0:
            self.beside.clear()
        else:
            self.beside.add(run)
        self.taken[run] = min(need, self.memory) if self.memory is not None else need

    def end(self, run: int) -> None:
        """Count run `run` as ended. A second call has no effect."""
        self.taken.pop(run, None)
        self.beside.discard(run)


def time_left(
    under_way: Iterable[tuple[float, float]], seconds: Array, needs: Array, jobs: int, memory: float | None
) -> float:
    """Return the seconds until all runs have ended.

    `under_way` holds seconds left and bytes held of each run under way. The runs that wait take `seconds` and hold
    `needs` bytes, in the order in which they start.
    """
    ends = sorted((float(end), need) for end, need in under_way)
    busy = [end for end, _ in ends]
    if memory is None or not len(needs) or jobs * max([*(need for _, need in ends), needs.max()]) <= memory:
        return _without_limit(busy, seconds.tolist(), jobs)
    if len(seconds) > REPLAYED:
        shared = float(seconds @ np.minimum(needs, memory)) / memory
        return max(_without_limit(busy, seconds.tolist(), jobs), shared)
    return _replayed(ends, seconds, needs, Capacity(jobs, memory))


def _without_limit(busy: Sequence[float], seconds: Sequence[float], jobs: int) -> float:
    free = [0.0] * max(0, jobs - len(busy)) + list(busy)
    heapq.heapify(free)
    last = max(busy, default=0.0)
    for each in seconds:
        end = free[0] + each
        heapq.heapreplace(free, end)
        last = max(last, end)
    return last


def _replayed(under_way: Sequence[tuple[float, float]], seconds: Array, needs: Array, capacity: Capacity) -> float:
    """Return the time at which the last run ends when runs start as in the sweep itself."""
    ends = [(end, -1 - place) for place, (end, _) in enumerate(under_way)]
    for (_, run), (_, need) in zip(ends, under_way, strict=True):
        capacity.start(run, need, 0)
    heapq.heapify(ends)
    left = np.arange(len(seconds))
    now = 0.0
    while len(left) or ends:
        place = capacity.choose(needs[left])
        if place is None:
            now, run = heapq.heappop(ends)
            capacity.end(run)
        else:
            run = int(left[place])
            capacity.start(run, float(needs[run]), place)
            heapq.heappush(ends, (now + float(seconds[run]), run))
            left = np.delete(left, place)
    return now
