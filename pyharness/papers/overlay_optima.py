"""The exact overlays of a run of switches: the instance is what its hosts published and wanted.

The events of the measured window are the demand, so that the optimum bounds what the captures of the run show.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from pyharness.papers.optima import ExactPlanner
from schema.digests import write_whole
from schema.errors import UsageError
from schema.manifest import read_manifest
from schema.papers.optima import OVERLAY_OPTIMA, OverlayOptimumRow
from schema.traces import read_run_table

_KIND = "wired"
_IN_FRONT = 2 + 40 + 8
"""Bytes of PPP, IPv6 and UDP in front of a message."""


def overlay_instance(run: Path) -> str:
    """Return the instance of the run in a folder, as `python -m pyharness.overlays` reads it.

    Raises UsageError where the folder has no finished run of switches.
    """
    manifest = read_manifest(run)
    if manifest is None:
        raise UsageError(f"{run}: it has no manifest, expected a finished run of sdn")
    parameters = {**manifest.parameters, **manifest.varying}
    start_ns, end_ns = (round(float(parameters[name]) * 1e9) for name in ("warmup", "duration"))
    edges = _edges(run)
    if not edges:
        raise UsageError(f"{run}: it has no clusters, expected a finished run of sdn")
    lines = [f"clusters {1 + max(end for edge in edges for end in edge)}"]
    lines += [f"edge {a} {b} {capacity:.17g}" for (a, b), capacity in sorted(edges.items())]
    bits, wanted = _demand(run, start_ns, end_ns)
    window_s = (end_ns - start_ns) / 1e9
    for topic, by_cluster in sorted(bits.items()):
        load = sum(by_cluster.values())
        lines.append(f"topic {topic} {load / window_s:.17g}")
        lines += [f"publish {topic} {cluster} {sent / load:.17g}" for cluster, sent in sorted(by_cluster.items())]
        lines += [f"subscribe {topic} {cluster}" for cluster in sorted(wanted[topic])]
    return "\n".join(lines) + "\n"


def _edges(run: Path) -> dict[tuple[int, int], float]:
    """Each edge between clusters and its rate in one direction."""
    roles = read_run_table(run, "link_roles", _KIND)
    links = read_run_table(run, "links", _KIND).rows
    rate = {(row["from_node"], row["to_node"]): float(row["rate_bps"]) for row in links}
    found: dict[tuple[int, int], float] = defaultdict(float)
    for row, role in zip(roles.rows, roles.column("role") if len(roles.rows) else (), strict=True):
        if role == "trunk" and row["cluster_a"] < row["cluster_b"]:
            found[int(row["cluster_a"]), int(row["cluster_b"])] += rate[row["from_node"], row["to_node"]]
    return found


def _demand(run: Path, start_ns: int, end_ns: int) -> tuple[dict[str, dict[int, int]], dict[str, set[int]]]:
    """Topic -> cluster -> bits of the events that its hosts published, and topic -> clusters that wanted any."""
    hosts = read_run_table(run, "hosts", _KIND).rows
    cluster = dict(zip(hosts["node"].tolist(), hosts["cluster"].tolist(), strict=True))
    sent = read_run_table(run, "transmissions", _KIND).rows
    octets: dict[tuple[int, int], int] = {}
    for node, publisher, sequence, size in zip(
        *(sent[name].tolist() for name in ("node", "publisher", "sequence", "bytes")), strict=True
    ):
        if node == publisher:
            octets.setdefault((publisher, sequence), size + _IN_FRONT)
    published = read_run_table(run, "publications", _KIND)
    topics = published.column("topic").tolist() if len(published.rows) else []
    bits: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    topic_of: dict[tuple[int, int], str] = {}
    for topic, time_ns, publisher, sequence in zip(
        topics, *(published.rows[name].tolist() for name in ("time_ns", "publisher", "sequence")), strict=True
    ):
        if start_ns <= time_ns <= end_ns:
            topic_of[publisher, sequence] = topic
            bits[topic][cluster[publisher]] += 8 * octets.get((publisher, sequence), _IN_FRONT)
    wanted: dict[str, set[int]] = defaultdict(set)
    due = read_run_table(run, "due", _KIND).rows
    for publisher, sequence, node in zip(
        *(due[name].tolist() for name in ("publisher", "sequence", "node")), strict=True
    ):
        if (publisher, sequence) in topic_of:
            wanted[topic_of[publisher, sequence]].add(cluster[node])
    return {topic: dict(each) for topic, each in bits.items()}, wanted


def _arguments(run: Path, cache: Path) -> list[str]:
    """Write the instance beside the cached results and return the arguments of the planner."""
    text = overlay_instance(run)
    file = cache / "instances" / f"{sha256(text.encode()).hexdigest()[:16]}.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, text)
    return [str(file), "--objective", "residual"]


def _row(variant: str, replication: int, printed: Mapping[str, Any]) -> OverlayOptimumRow:
    return OverlayOptimumRow(
        variant=variant,
        replication=replication,
        best_residual_bps=float(printed["min_residual"]),
        bound_residual_bps=float(printed["bound"]),
        total_link_load_bps=float(printed["total_link_load_bps"]),
    )


BALANCED_OVERLAYS = ExactPlanner(module="pyharness.overlays", arguments=_arguments, row=_row, table=OVERLAY_OPTIMA)
"""One tree for each topic, so that the least residual bandwidth of an edge is the greatest possible."""
