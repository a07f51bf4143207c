"""Which run is next, and when all will have ended: the longest first, and no more memory than there is.

Where nothing is known of a parameter point, one run of it goes before all others, so that it is known: a wrong guess
then costs little, and the order of the many that are left is a good one.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Numbers = NDArray[np.intp]
REPLAYED = 5000
"""Runs; with more, it does not matter how they share a limited memory."""


def order(points: Numbers, left: Numbers, seconds: Array, known: NDArray[np.bool_]) -> Numbers:
    """The runs `left` in the order in which they should start.

    `points`: of each run its parameter point; `seconds` expected and whether a run is `known` or under way: of each
    point. Of equals the first in the plan is first.
    """
    of_left = points[left]
    later = np.ones(len(left), bool)
    _, first = np.unique(of_left, return_index=True)
    later[first] = known[of_left[first]]
    return left[np.lexsort((left, -seconds[of_left], later))]


@dataclass
class Room:
    """What runs at a time may take: `jobs` places and `memory` bytes (None: not ours to limit)."""

    jobs: int
    memory: float | None
    taken: dict[int, float] = field(default_factory=dict)
    """Run -> the bytes it is expected to hold."""
    free: Callable[[], float | None] | None = None
    """What the machine has left just now, where that is to be looked at: others use it, too."""
    beside: set[int] = field(default_factory=set)
    """Runs that have gone before one that did not fit: together with that one they fit."""

    def choose(self, needs: Array) -> int | None:
        """The place of the next run in the line whose `needs` these are, bytes; None where none may start now."""
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
        """Run `run`, which `choose` found at `place`, is under way."""
        if place == 0:
            self.beside.clear()
        else:
            self.beside.add(run)
        self.taken[run] = min(need, self.memory) if self.memory is not None else need

    def end(self, run: int) -> None:
        """It no longer is. May be said twice."""
        self.taken.pop(run, None)
        self.beside.discard(run)


def time_left(
    under_way: Iterable[tuple[float, float]], seconds: Array, needs: Array, jobs: int, memory: float | None
) -> float:
    """Seconds until all have ended: runs `under_way` with the seconds and bytes that each still takes, then those that
    need `seconds` and hold `needs` bytes, in this order."""
    ends = sorted((float(end), need) for end, need in under_way)
    busy = [end for end, _ in ends]
    if memory is None or not len(needs) or jobs * max([*(need for _, need in ends), needs.max()]) <= memory:
        return _without_limit(busy, seconds.tolist(), jobs)
    if len(seconds) > REPLAYED:
        shared = float(seconds @ np.minimum(needs, memory)) / memory
        return max(_without_limit(busy, seconds.tolist(), jobs), shared)
    return _replayed(ends, seconds, needs, Room(jobs, memory))


def _without_limit(busy: Sequence[float], seconds: Sequence[float], jobs: int) -> float:
    free = [0.0] * max(0, jobs - len(busy)) + list(busy)
    heapq.heapify(free)
    last = max(busy, default=0.0)
    for each in seconds:
        end = free[0] + each
        heapq.heapreplace(free, end)
        last = max(last, end)
    return last


def _replayed(under_way: Sequence[tuple[float, float]], seconds: Array, needs: Array, room: Room) -> float:
    """As the sweep itself would choose."""
    ends = [(end, -1 - place) for place, (end, _) in enumerate(under_way)]
    for (_, run), (_, need) in zip(ends, under_way, strict=True):
        room.start(run, need, 0)
    heapq.heapify(ends)
    left = np.arange(len(seconds))
    now = 0.0
    while len(left) or ends:
        place = room.choose(needs[left])
        if place is None:
            now, run = heapq.heappop(ends)
            room.end(run)
        else:
            run = int(left[place])
            room.start(run, float(needs[run]), place)
            heapq.heappush(ends, (now + float(seconds[run]), run))
            left = np.delete(left, place)
    return now
