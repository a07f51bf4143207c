"""The publish/subscribe tree of one publisher in one run of each variant, with the similarity behind each edge."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, nan
from pathlib import Path
from statistics import fmean

import numpy as np

from schema.manifest import Manifest
from schema.traces import NO_NODE, read_trace
from spark_analysis.report.data.paired_runs import NothingToShow, PairedRuns, read_paired_runs
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.variants import Variant
from spark_analysis.run.runs import run_window

MOST_TREES = 6
"""Variants whose trees are drawn."""
_NS_PER_S = 1e9


@dataclass(frozen=True)
class ParentTree:
    """The parents of all nodes towards one root at one moment."""

    variant: str
    label: str
    replication: int
    root: int
    time_s: float
    places: Mapping[int, tuple[float, float]]
    """Where each node is, in metres."""
    parents: Mapping[int, int]
    """Node -> parent; a node without one is not in it."""
    similarities: Mapping[int, float]
    """Node -> similarity to its parent when it chose it; NaN where the protocol had none."""
    filters: Mapping[int, tuple[str, ...]]
    """Subscriber -> its filters in the order of subscription, the primary one first."""

    @cached_property
    def known(self) -> tuple[float, ...]:
        """The similarities that are numbers."""
        return tuple(value for value in self.similarities.values() if isfinite(value))

    @property
    def mean_similarity(self) -> float:
        """Over the edges whose similarity is known; NaN without one."""
        return fmean(self.known) if self.known else nan

    @property
    def orphans(self) -> frozenset[int]:
        """Nodes but the root that have no parent."""
        return frozenset(self.places.keys() - self.parents.keys() - {self.root})


def read_parent_trees(story: Story) -> PairedRuns[ParentTree]:
    """The trees at the end of the measured window, at most MOST_TREES; those with a similarity go before others."""
    found = read_paired_runs(story, _read)
    chosen = {tree.label for tree in sorted(found.shown, key=lambda tree: not tree.known)[:MOST_TREES]}
    kept = tuple(tree for tree in found.shown if tree.label in chosen)
    cut = tuple((tree.label, "only so many fit") for tree in found.shown if tree.label not in chosen)
    return PairedRuns(found.where, kept, (*cut, *found.omitted))


def _read(run: Path, variant: Variant, label: str, manifest: Manifest) -> ParentTree:
    changes = read_trace(run / "parents.trace").rows
    if not len(changes):
        raise NothingToShow("its nodes have no parents")
    publishers = read_trace(run / "publications.trace").rows["publisher"]
    root = int(min(publishers if len(publishers) else changes["root"]))
    _, end_ns = run_window(run)
    places = _places_at(run, end_ns)
    latest = {
        int(change["node"]): change
        for change in changes[(changes["root"] == root) & (changes["time_ns"] <= end_ns)]
        if int(change["node"]) != root
    }
    parents = {node: int(change["new_parent"]) for node, change in sorted(latest.items())}
    parents = {node: parent for node, parent in parents.items() if parent != NO_NODE}
    if not parents.keys() | set(parents.values()) | {root} <= places.keys():
        raise ValueError("nodes without a position")
    return ParentTree(
        variant.name,
        label,
        manifest.replication,
        root,
        end_ns / _NS_PER_S,
        places,
        parents,
        {node: float(latest[node]["similarity"]) for node in parents},
        _filters_at(run, end_ns),
    )


def _places_at(run: Path, time_ns: int) -> dict[int, tuple[float, float]]:
    """Node -> place, on the straight line between the samples before and after; the ends held still."""
    rows = read_trace(run / "positions.trace").rows
    rows = rows[np.lexsort((rows["time_ns"], rows["node"]))]
    nodes, starts = np.unique(rows["node"], return_index=True)
    samples = np.split(rows, starts[1:]) if len(nodes) else []
    return {
        int(node): (
            float(np.interp(time_ns, own["time_ns"], own["x_m"])),
            float(np.interp(time_ns, own["time_ns"], own["y_m"])),
        )
        for node, own in zip(nodes, samples, strict=True)
    }


def _filters_at(run: Path, time_ns: int) -> dict[int, tuple[str, ...]]:
    trace = read_trace(run / "subscriptions.trace")
    filters: dict[int, list[str]] = defaultdict(list)
    for change, wanted in zip(trace.rows, trace.column("filter").tolist(), strict=True):
        if change["time_ns"] > time_ns:
            continue
        own = filters[int(change["node"])]
        if change["active"]:
            own.append(wanted)
        elif wanted in own:
            own.remove(wanted)
    return {node: tuple(own) for node, own in sorted(filters.items()) if own}
