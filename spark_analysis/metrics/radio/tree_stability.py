"""How the trees of a run change, how alike their neighbours are, and how long subscribers are in none."""

from __future__ import annotations

import math

import numpy as np

from spark_analysis.metrics.metric import ON_RADIO, TREE, Metric
from spark_analysis.metrics.radio.parents import Interests, is_treeless, parents_at
from spark_analysis.metrics.radio.positions import links, positions
from spark_analysis.metrics.run_data import RunData


def parent_changes_per_node_min(tables: RunData) -> float:
    """Return the changes of parent in the measured window, per node and minute; NaN without trees."""
    if is_treeless(tables):
        return math.nan
    nodes = len(tables.trace("nodes").rows)
    times = tables.trace("parents").rows["time_ns"]
    changes = np.count_nonzero((times >= tables.run.start_ns) & (times <= tables.run.end_ns))
    return changes / nodes / ((tables.run.end_ns - tables.run.start_ns) / 6e10)


def tree_similarity(tables: RunData) -> float:
    """Return the mean varBLEU of a child's first topic with its parent's closest; NaN without edges of subscribers."""
    # Takes half a second, which the list of metrics need not wait for.
    from schema.similarity.topic_similarity import var_bleu

    publications = tables.trace("publications").rows
    interests = Interests(tables)
    known: dict[tuple[str, str], float] = {}
    values: list[float] = []
    for event, parents in zip(publications, parents_at(tables, publications["time_ns"]), strict=True):
        topics = interests.until(int(event["time_ns"]))
        for child, parent in parents[int(event["publisher"])].items():
            if topics[child] and topics[parent]:
                pairs = [(_topic(topics[child][0]), _topic(topic)) for topic in topics[parent]]
                for pair in pairs:
                    if pair not in known:
                        known[pair] = var_bleu(*pair)
                values.append(max(known[pair] for pair in pairs))
    return float(np.mean(values)) if values else math.nan


def _topic(wanted: str) -> str:
    from schema import filters

    return filters.parse(wanted).topic


def orphan_time_fraction(tables: RunData) -> float:
    """Return the share of (second, reachable subscriber, tree) without a parent; NaN without range, path or tree."""
    publishers = np.unique(tables.trace("publications").rows["publisher"]).tolist()
    if math.isnan(tables.run.range_m) or not publishers or is_treeless(tables):
        return math.nan
    where = positions(tables)
    inside = (where.times >= tables.run.start_ns) & (where.times <= tables.run.end_ns)
    times = where.times[inside]
    interests = Interests(tables)
    orphans = connected = 0
    samples = zip(times, where.places[inside], parents_at(tables, times), strict=True)
    for time, place, parents in samples:
        near = links(place, tables.run.range_m)
        subscribers = [node for node, topics in interests.until(int(time)).items() if topics]
        for root in publishers:
            reached = _reached(near, root)
            there = [node for node in subscribers if node != root and reached[node]]
            connected += len(there)
            orphans += sum(node not in parents[root] for node in there)
    return orphans / connected if connected else math.nan


def _reached(near: np.ndarray, root: int) -> np.ndarray:
    """Which nodes have a path to `root` in the adjacency matrix `near`."""
    reached: np.ndarray = np.zeros(len(near), bool)
    reached[root] = True
    while True:
        wider = np.asarray(near[reached].any(axis=0))
        if (wider == reached).all():
            return reached
        reached = wider


PARENT_CHANGES = Metric(
    name="parent_changes_per_node_min",
    order=160,
    unit="1/min",
    definition="Changes of parent in the measured window, per node and minute, over all trees. No value where there "
    "are none.",
    source="traces",
    compute=parent_changes_per_node_min,
    needs=("deliveries", "nodes", "parents"),
    kinds=ON_RADIO,
    label="parent changes per node and minute",
    group=TREE,
    better="lower",
    shown_in={"paths": 3},
)

TREE_SIMILARITY = Metric(
    name="tree_similarity",
    order=170,
    unit="1",
    definition="varBLEU between a child's first topic and its parent's closest, mean over the edges whose two ends "
    "subscribe, at the times of publication.",
    source="TopSim, formula 7; traces",
    compute=tree_similarity,
    needs=("parents", "publications", "subscriptions"),
    kinds=ON_RADIO,
    label="tree similarity (mean varBLEU)",
    group=TREE,
    report_order=185,
    shown_in={"paths": 4},
)

ORPHAN_TIME = Metric(
    name="orphan_time_fraction",
    order=180,
    unit="1",
    definition="Share of the time in which a subscriber has a path to a publisher, by positions and range, and yet no "
    "parent in its tree; sampled every second of the measured window. A recorded parent counts even when it is out of "
    "range. No value where a protocol makes no trees.",
    source="ours; traces",
    compute=orphan_time_fraction,
    needs=("deliveries", "parents", "positions", "publications", "subscriptions"),
    kinds=ON_RADIO,
    label="time without a parent",
    group=TREE,
    better="lower",
    percent=True,
    short_label="orphaned",
    shown_in={"terminal": 8},
)
