"""The steps of a run that its series have: whole steps in which the workload publishes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from schema.run_files import done_manifest
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries
from spark_analysis.run.runs import Run

NS_PER_S = 1_000_000_000


@dataclass(frozen=True)
class MeasuredSteps:
    """Steps of `length_ns` from step `first` to the one before `end`, counted from the start of the simulation."""

    length_ns: int
    first: int
    end: int

    def restricted(self, columns: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Only the rows of these steps."""
        kept = (columns["step"] >= self.first) & (columns["step"] < self.end)
        return {name: values[kept] for name, values in columns.items()}


def measured_steps(run: Run, length_ns: int | None = None) -> MeasuredSteps:
    """The whole steps between the warm-up and the drain, in which nothing is published.

    The length is by default that of the brokers' window. Raises UnusableSeries where no whole step is left.
    """
    length = length_ns or run.step_ns
    manifest = done_manifest(Path(run.path))
    drain_s = float({**manifest.parameters, **manifest.varying}.get("drain", 0))
    first = -(-run.start_ns // length)
    end = (run.end_ns - round(drain_s * NS_PER_S)) // length
    if end <= first:
        raise UnusableSeries(
            Fault.TOO_SHORT, f"the run measures no whole step of {length / NS_PER_S:g} s between warm-up and drain"
        )
    return MeasuredSteps(length, first, end)
