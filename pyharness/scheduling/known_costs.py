"""The costs of runs that have ended: this plan's from the index, and a few of other plans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from pyharness.experiment.plan import Plan, PlannedRun
from pyharness.store.run_folders import StoredRuns
from schema.manifest import EXPERIMENT, RUNS, Manifest, Scalar, read_experiment, read_manifest

READ_AT_MOST, OF_EACH = 200, 40
"""Manifests read of other plans, and of each: more slows start-up without improving the estimate."""


class Cost(NamedTuple):
    """What one run has taken."""

    seconds: float
    memory_bytes: float
    disk_bytes: float


Example = tuple[Mapping[str, Scalar], Cost]
"""Parameters and cost of a run of another build, other parameters or another experiment."""


def costs_of_plan(stored: StoredRuns) -> list[tuple[PlannedRun, Cost]]:
    """Return every finished run of the plan with its cost."""
    costs = (Cost(entry.wall_seconds, entry.peak_memory_bytes, entry.bytes) for entry in stored.done_entries)
    return list(zip(stored.done, costs, strict=True))


def costs_of_other_plans(plan: Plan, stored: StoredRuns, folder: Path, results: Path) -> list[Example]:
    """Return runs of the same program: in `folder` of another build or other parameters, then of others in `results`.

    Call it before a sweep moves the outdated runs of `folder` away.
    """
    if not stored.missing:
        return []
    places = [*_spread(stored.outdated, READ_AT_MOST // 2), *_elsewhere(plan, folder, results)]
    read = (read_manifest(place) for place in places)
    fit = (each for each in read if each and each.state == "done" and each.program == plan.experiment.program)
    return [(each.parameters, cost_of(each)) for each in islice(fit, READ_AT_MOST)]


def cost_of(manifest: Manifest) -> Cost:
    """Return the cost of the run with this manifest."""
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
    """Return at most `most` of `places`, evenly spread."""
    return places[:: -(-len(places) // most) or 1]
