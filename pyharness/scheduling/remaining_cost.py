"""The expected cost of the runs that a queue still holds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyharness.scheduling.run_queue import RunQueue


@dataclass(frozen=True)
class RemainingCost:
    """Expected cost of all runs that wait, together."""

    seconds: float
    """Real time from start to end, with concurrent runs."""
    memory_bytes: float
    """Most memory that concurrent runs hold together."""
    disk_bytes: float
    judged_by: int
    """Runs of the same plan that are done."""
    examples: int
    """Runs of other plans."""


def remaining_cost(queue: RunQueue) -> RemainingCost | None:
    """Return the expected cost, or None where nothing waits or no run has ended yet."""
    if not len(queue) or queue.left_s is None:
        return None
    expected = queue.costs.expected()[queue.points]
    largest = float(np.sort(expected[:, 1])[-queue.capacity.jobs :].sum())
    held = largest if queue.capacity.memory is None else max(min(largest, queue.capacity.memory), expected[:, 1].max())
    costs = queue.costs
    return RemainingCost(queue.left_s, held, float(expected[:, 2].sum()), costs.judged_by, costs.examples)
