"""One run of an overlay: its links at the beginning and at the end, and how much its brokers had to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from schema.manifest import RUNS
from schema.traces import read_run_table
from spark_analysis.report.data.settings import panels_shown
from spark_analysis.report.data.story import Story
from spark_analysis.run.overlays.link_history import LinkChange, OverlayLink, links_at
from spark_analysis.run.overlays.step_length import step_length
from spark_analysis.run.runs import run_window

KIND = "wired"
PARTS = 10
"""The load is that of the first and of the last tenth of the steps of the measured window, of one step at least."""


@dataclass(frozen=True)
class OverlayState:
    """The overlay at one end of a run."""

    links: Sequence[OverlayLink]
    loads: Mapping[int, float]
    """Every broker and the notifications per second that it received from brokers then."""


@dataclass(frozen=True)
class OverlayMap:
    """A run."""

    variant: str
    label: str
    replication: int
    brokers: Sequence[int]
    moves: int
    before: OverlayState
    after: OverlayState


def read_overlay_map(story: Story) -> OverlayMap | None:
    """The run with the most moves among the first done replications of the first panel; None without an overlay."""
    panel = panels_shown(story)[0] if story.variants else None
    found: list[OverlayMap] = []
    for label, variant in panel.variants.items() if panel else ():
        done = sorted(manifest.replication for manifest in story.inputs.done if manifest.variant == variant.name)
        if not done:
            continue
        where = ", ".join(part for part in (label, panel.where if panel else "") if part)
        run = story.inputs.folder / RUNS / variant.name / str(done[0])
        try:
            one = _read(run, variant.name, where, done[0])
        except (OSError, ValueError):
            continue
        found += [one] if one is not None else []
    return max(found, key=lambda one: one.moves, default=None)


def link_changes(run: Path) -> list[LinkChange]:
    """The changes of an overlay's links, in order of time; at one moment those that end are first."""
    rows = read_run_table(run, "overlay_links", KIND).rows
    rows = rows[np.lexsort((rows["up"], rows["time_ns"]))]
    columns = (rows[name].tolist() for name in ("time_ns", "a", "b", "up"))
    return [LinkChange(time_ns, (a, b), bool(up)) for time_ns, a, b, up in zip(*columns, strict=True)]


def overlay_brokers(run: Path) -> list[int]:
    """The brokers of an overlay, in order; none of a run without one."""
    return sorted(read_run_table(run, "overlay_brokers", KIND).rows["node"].tolist())


def _read(run: Path, variant: str, label: str, replication: int) -> OverlayMap | None:
    brokers = overlay_brokers(run)
    known = set(brokers)
    changes = [change for change in link_changes(run) if set(change.link) <= known]
    if not changes:
        return None
    start_ns, end_ns = run_window(run)
    plans = read_run_table(run, "plans", KIND)
    done = (plans.column("state") == "done") & (plans.rows["time_ns"] <= end_ns)
    steps = read_run_table(run, "overlay_steps", KIND).rows
    steps = steps[(steps["time_ns"] >= start_ns) & (steps["time_ns"] < end_ns)]
    step_ns = step_length(steps["time_ns"], end_ns - start_ns)
    part_ns = max(1, (end_ns - start_ns) // (PARTS * step_ns)) * step_ns
    first, last = steps[steps["time_ns"] < start_ns + part_ns], steps[steps["time_ns"] >= end_ns - part_ns]
    return OverlayMap(
        variant,
        label,
        replication,
        brokers,
        len(np.unique(plans.rows["plan"][done])),
        OverlayState(links_at(changes, start_ns), _loads(first, brokers, part_ns)),
        OverlayState(links_at(changes, end_ns), _loads(last, brokers, part_ns)),
    )


def _loads(steps: np.ndarray, brokers: Sequence[int], part_ns: int) -> dict[int, float]:
    at = np.searchsorted(brokers, steps["b"])
    at = np.minimum(at, len(brokers) - 1)
    mine = np.asarray(brokers)[at] == steps["b"]
    counts = np.bincount(at[mine], weights=steps["notifications"][mine], minlength=len(brokers))
    return dict(zip(brokers, (counts / (part_ns / 1e9)).tolist(), strict=True))
