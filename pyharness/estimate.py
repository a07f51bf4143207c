"""What the runs that are still to come will take, judged by those that are done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from pyharness.plan import PlannedRun
from schema.manifest import Manifest, read_manifest

READ_AT_MOST = 1000
"""Manifests; more would make nobody wiser, but everybody wait."""


@dataclass(frozen=True)
class Estimate:
    """Of all runs that are missing, together."""

    seconds: float
    """From start to end, with several runs at a time."""
    bytes: int
    judged_by: int
    """Runs."""


def estimate(missing: Sequence[PlannedRun], measured: Collection[Path], jobs: int) -> Estimate | None:
    """`measured`: folders of runs that were done. Each missing run is taken to cost the median of its variant, or of
    all where none of its variant is done. None where nothing is measured or nothing missing."""
    manifests = [manifest for place in _spread(measured) if (manifest := read_manifest(place)) is not None]
    done = [manifest for manifest in manifests if manifest.state == "done"]
    if not done or not missing:
        return None
    of_all = _medians(done)
    by_variant = defaultdict(list)
    for manifest in done:
        by_variant[manifest.variant].append(manifest)
    known = {variant: _medians(runs) for variant, runs in by_variant.items()}
    costs = [known.get(run.variant.name, of_all) for run in missing]
    longest = max(seconds for seconds, _ in costs)
    together = sum(seconds for seconds, _ in costs) / jobs
    return Estimate(max(longest, together), round(sum(size for _, size in costs)), len(done))


def _medians(runs: Iterable[Manifest]) -> tuple[float, float]:
    """Seconds and bytes of a run."""
    costs = [(manifest.wall_seconds, sum(file.bytes for file in manifest.files)) for manifest in runs]
    return median(seconds for seconds, _ in costs), median(size for _, size in costs)


def _spread(places: Collection[Path]) -> list[Path]:
    """Not too many, evenly from all."""
    every = -(-len(places) // READ_AT_MOST) or 1
    return list(places)[::every]
