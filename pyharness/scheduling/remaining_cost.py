"""What the runs that are still to come will take together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyharness.scheduling.run_queue import Line


@dataclass(frozen=True)
class Estimate:
    """Of all runs that wait, together."""

    seconds: float
    """From start to end, with several runs at a time."""
    memory_bytes: float
    """That those which run at a time hold together, at most."""
    disk_bytes: float
    judged_by: int
    """Runs of the same plan that are done."""
    examples: int
    """Runs of other plans."""


def estimate(line: Line) -> Estimate | None:
    """None where nothing waits, or nothing has ever been measured."""
    if not len(line) or line.left_s is None:
        return None
    expected = line.costs.expected()[line.points]
    largest = float(np.sort(expected[:, 1])[-line.room.jobs :].sum())
    held = largest if line.room.memory is None else max(min(largest, line.room.memory), expected[:, 1].max())
    costs = line.costs
    return Estimate(line.left_s, held, float(expected[:, 2].sum()), costs.judged_by, costs.examples)
