"""What is known of runs that have ended, for what others will take: this plan's from the index, and a few of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from pyharness.experiment.plan import Plan, PlannedRun
from pyharness.store.run_folders import Standing
from schema.manifest import EXPERIMENT, RUNS, Manifest, Scalar, read_experiment, read_manifest

READ_AT_MOST, OF_EACH = 200, 40
"""Manifests of other plans, and of each other experiment: more would make nobody wiser, but everybody wait."""


class Cost(NamedTuple):
    """Of one run."""

    seconds: float
    memory_bytes: float
    disk_bytes: float


Parameters = Mapping[str, Scalar]
Example = tuple[Parameters, Cost]
"""A run of another build, other parameters or another experiment."""


def of_plan(standing: Standing) -> list[tuple[PlannedRun, Cost]]:
    """Every run that is done."""
    costs = (Cost(entry.wall_seconds, entry.peak_memory_bytes, entry.bytes) for entry in standing.took)
    return list(zip(standing.done, costs, strict=True))


def of_others(plan: Plan, standing: Standing, folder: Path, results: Path) -> list[Example]:
    """Runs of the same program: those in `folder` of another build or other parameters, then of other experiments in
    `results`. To be read before a sweep makes way for its own."""
    if not standing.missing:
        return []
    places = [*_spread(standing.outdated, READ_AT_MOST // 2), *_elsewhere(plan, folder, results)]
    read = (read_manifest(place) for place in places)
    fit = (each for each in read if each and each.state == "done" and each.program == plan.experiment.program)
    return [(each.parameters, cost_of(each)) for each in islice(fit, READ_AT_MOST)]


def cost_of(manifest: Manifest) -> Cost:
    """What the run has taken."""
    size = sum(file.bytes for file in manifest.files)
    return Cost(manifest.wall_seconds, manifest.peak_memory_bytes, size)


def _elsewhere(plan: Plan, folder: Path, results: Path) -> Iterator[Path]:
    for path in sorted(results.glob(f"*/{EXPERIMENT}")):
        if path.parent.resolve() == folder.resolve():
            continue
        try:
            other = read_experiment(path.parent)
        except (OSError, ValueError):
            continue
        if other.program == plan.experiment.program:
            runs = [path.parent / RUNS / variant / str(number) for variant, number in other.planned()]
            yield from _spread(runs, OF_EACH)


def _spread(places: Sequence[Path], most: int) -> Sequence[Path]:
    """At most so many, evenly from all."""
    return places[:: -(-len(places) // most) or 1]
