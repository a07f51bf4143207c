"""One run of switches: its clusters and where they are drawn, the load of the edges, and the overlay of each topic."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from schema.manifest import RUNS
from schema.traces import NO_NODE, read_run_table
from spark_analysis.graphs.graph_layout import graph_layout
from spark_analysis.report.data.settings import panels_shown
from spark_analysis.report.data.story import Story
from spark_analysis.run.runs import run_window

KIND = "wired"
Edge = tuple[int, int]
"""Two clusters, the smaller number first."""
Place = tuple[float, float]


@dataclass(frozen=True)
class TopicOverlay:
    """A topic with its overlay at the end of the measured window."""

    topic: str
    edges: frozenset[Edge]
    """Of all sources together, where each has a tree of its own."""
    sources: int
    """Trees that it has; 1 where all sources share one."""
    publishers: frozenset[int]
    subscribers: frozenset[int]
    """Clusters of hosts that its events were due to."""
    events: int
    """Published in the measured window."""


@dataclass(frozen=True)
class ClusterMap:
    """A run."""

    variant: str
    label: str
    replication: int
    names: Mapping[int, str]
    """Every cluster."""
    places: Mapping[int, Place]
    capacities: Mapping[Edge, float]
    """Every edge and its rate in one direction, bit/s."""
    loads: Mapping[Edge, float]
    """Of each edge both directions together in the measured window, bit/s; empty without captures."""
    topics: Sequence[TopicOverlay]
    """Those with the most events first."""


def read_cluster_map(story: Story) -> ClusterMap | None:
    """The first done run of the first panel that has clusters; one with overlays if there is any."""
    panel = panels_shown(story)[0] if story.variants else None
    found: list[ClusterMap] = []
    for label, variant in panel.variants.items() if panel else ():
        done = sorted(manifest.replication for manifest in story.inputs.done if manifest.variant == variant.name)
        if not done:
            continue
        where = ", ".join(part for part in (label, panel.where if panel else "") if part)
        try:
            one = _read(story, variant.name, where, done[0])
        except (OSError, ValueError):
            continue
        found += [one] if one is not None else []
    return next((one for one in found if one.topics), found[0] if found else None)


def edges_of(run: Path) -> dict[Edge, list[tuple[int, int]]]:
    """Each edge between clusters and the directions of its trunks, as nodes. Empty in runs without clusters."""
    roles = read_run_table(run, "link_roles", KIND)
    trunks = roles.rows[roles.column("role") == "trunk"] if len(roles.rows) else roles.rows
    found: dict[Edge, list[tuple[int, int]]] = defaultdict(list)
    for start, end, a, b in zip(
        *(trunks[name].tolist() for name in ("from_node", "to_node", "cluster_a", "cluster_b")), strict=True
    ):
        found[min(a, b), max(a, b)].append((start, end))
    return dict(sorted(found.items()))


def cluster_of_hosts(run: Path) -> dict[int, int]:
    """Host -> cluster."""
    rows = read_run_table(run, "hosts", KIND).rows
    return dict(zip(rows["node"].tolist(), rows["cluster"].tolist(), strict=True))


def overlay_history(run: Path) -> list[tuple[int, str, int, Edge, bool]]:
    """Time, topic, source, edge and whether it joins the overlay, in order of time."""
    trees = read_run_table(run, "topic_trees", KIND)
    columns = [trees.rows[name].tolist() for name in ("time_ns", "source", "a", "b", "present")]
    topics = trees.column("topic").tolist() if len(trees.rows) else []
    rows = [
        (time_ns, topic, source, (a, b), bool(present))
        for topic, time_ns, source, a, b, present in zip(topics, *columns, strict=True)
    ]
    return sorted(rows, key=lambda row: row[0])


def _read(story: Story, variant: str, label: str, replication: int) -> ClusterMap | None:
    run = story.inputs.folder / RUNS / variant / str(replication)
    clusters = read_run_table(run, "clusters", KIND)
    if not len(clusters.rows):
        return None
    edges = edges_of(run)
    names = dict(zip(clusters.rows["cluster"].tolist(), clusters.column("name").tolist(), strict=True))
    start_ns, end_ns = run_window(run)
    rates = read_run_table(run, "links", KIND).rows
    rate = dict(
        zip(zip(rates["from_node"].tolist(), rates["to_node"].tolist(), strict=True), rates["rate_bps"], strict=True)
    )
    return ClusterMap(
        variant,
        label,
        replication,
        names,
        graph_layout(sorted(names), edges),
        {edge: sum(float(rate[way]) for way in ways) / 2 for edge, ways in edges.items()},
        _loads(story.inputs.links, variant, replication, edges, rate),
        _topics(run, start_ns, end_ns),
    )


def _loads(
    links: pd.DataFrame,
    variant: str,
    replication: int,
    edges: Mapping[Edge, Collection[tuple[int, int]]],
    rate: Mapping[tuple[int, int], int],
) -> dict[Edge, float]:
    rows = links[(links["variant"] == variant) & (links["replication"] == replication)]
    used = dict(zip(zip(rows["node"], rows["link_to"], strict=True), rows["utilisation"], strict=True))
    if not used:
        return {}
    return {edge: sum(float(used.get(way, 0.0)) * rate[way] for way in ways) for edge, ways in edges.items()}


def _topics(run: Path, start_ns: int, end_ns: int) -> tuple[TopicOverlay, ...]:
    edges: dict[str, set[tuple[int, Edge]]] = defaultdict(set)
    for time_ns, topic, source, edge, joins in overlay_history(run):
        if time_ns <= end_ns:
            (edges[topic].add if joins else edges[topic].discard)((source, edge))
    published = read_run_table(run, "publications", KIND)
    inside = (published.rows["time_ns"] >= start_ns) & (published.rows["time_ns"] <= end_ns)
    names = published.column("topic")[inside].tolist() if len(published.rows) else []
    hosts = published.rows["publisher"][inside].tolist()
    event = zip(hosts, published.rows["sequence"][inside].tolist(), strict=True)
    topic_of = dict(zip(event, names, strict=True))
    cluster = cluster_of_hosts(run)
    publishers, subscribers = defaultdict[str, set[int]](set), defaultdict[str, set[int]](set)
    for host, topic in zip(hosts, names, strict=True):
        publishers[topic].add(cluster[host])
    due = read_run_table(run, "due", KIND).rows
    for host, sequence, node in zip(*(due[name].tolist() for name in ("publisher", "sequence", "node")), strict=True):
        if (host, sequence) in topic_of:
            subscribers[topic_of[host, sequence]].add(cluster[node])
    events = Counter(names)
    found = [
        TopicOverlay(
            topic,
            frozenset(edge for _, edge in edges[topic]),
            max(1, len({source for source, _ in edges[topic]} - {NO_NODE})),
            frozenset(publishers[topic]),
            frozenset(subscribers[topic]),
            events[topic],
        )
        for topic in edges
    ]
    return tuple(sorted(found, key=lambda one: (-one.events, one.topic)))


def edge_shares(story: Story) -> pd.DataFrame:
    """The load of each edge of each run as a share of its rate: `variant`, `replication`, `rank`, `value` in per cent.

    The busiest edge of a run has rank 1.
    """
    rows: list[tuple[str, int, int, float]] = []
    links = story.inputs.links
    for (variant, replication), part in links.groupby(["variant", "replication"], sort=False):
        try:
            edges = edges_of(story.inputs.folder / RUNS / str(variant) / str(replication))
        except (OSError, ValueError):
            continue
        used = dict(zip(zip(part["node"], part["link_to"], strict=True), part["utilisation"], strict=True))
        shares = [
            200 * float(np.mean([used.get(way, 0.0) for way in ways])) for ways in edges.values()
        ]  # the mean over both directions, twice: both together
        for rank, share in enumerate(sorted(shares, reverse=True), 1):
            rows.append((str(variant), int(replication), rank, share))
    return pd.DataFrame(rows, columns=["variant", "replication", "rank", "value"])
