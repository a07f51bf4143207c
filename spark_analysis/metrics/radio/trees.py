"""The metrics of the trees: who had whom as parent when an event was published or a moment was looked at."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from schema import filters
from schema.similarity import var_bleu
from schema.traces import NO_NODE
from spark_analysis.metrics.radio.positions import links, positions
from spark_analysis.run.run_tables import RunTables

Parents = dict[int, dict[int, int]]
"""Root -> node -> parent; nodes without a parent are not in it."""


def parents_at(tables: RunTables, times: np.ndarray) -> Iterator[Parents]:
    """The parents at each of `times` (ns, ascending): the state after every change up to that time."""
    rows = tables.trace("parents").rows
    parents: Parents = defaultdict(dict)
    at = 0
    for time in times.tolist():
        while at < len(rows) and rows["time_ns"][at] <= time:
            root, node, parent = (int(rows[name][at]) for name in ("root", "node", "new_parent"))
            if parent == NO_NODE:
                parents[root].pop(node, None)
            else:
                parents[root][node] = parent
            at += 1
        yield parents


def is_treeless(tables: RunTables) -> bool:
    """Whether events arrived although nobody ever had a parent: the protocol makes no trees."""
    parents, deliveries = (tables.trace(table).rows for table in ("parents", "deliveries"))
    return len(parents) == 0 and len(deliveries) > 0


def parent_changes_per_node_min(tables: RunTables) -> float:
    """Changes of parent in the measured window, per node and minute; NaN without trees."""
    if is_treeless(tables):
        return math.nan
    nodes = len(tables.trace("nodes").rows)
    times = tables.trace("parents").rows["time_ns"]
    changes = np.count_nonzero((times >= tables.run.start_ns) & (times <= tables.run.end_ns))
    return changes / nodes / ((tables.run.end_ns - tables.run.start_ns) / 6e10)


def overhead_of_event(root: int, parent: dict[int, int], due: set[int]) -> int:
    """O of one event (TopSim, formulas 2 and 3): its proxies in the tree, 2 each if unwanted there, 1 if wanted.

    A node that the root is not at the end of the chain of is in no tree and makes nobody a proxy.
    """
    proxies: set[int] = set()
    for node in due:
        chain: list[int] = []
        while node != root and node in parent and len(chain) <= len(parent):
            node = parent[node]
            chain.append(node)
        if node == root:
            proxies.update(chain)
    return sum(1 if node in due and node != root else 2 for node in proxies)


def pst_overhead(tables: RunTables) -> float:
    """O(E) of the realised tree, over all events at the time of their publication; NaN without trees."""
    if is_treeless(tables):
        return math.nan
    publications = tables.trace("publications").rows
    due_rows = tables.trace("due").rows
    due: dict[tuple[int, int], set[int]] = defaultdict(set)
    for publisher, sequence, node in zip(
        *(due_rows[n].tolist() for n in ("publisher", "sequence", "node")), strict=True
    ):
        due[publisher, sequence].add(node)
    total = 0
    for event, parents in zip(publications, parents_at(tables, publications["time_ns"]), strict=True):
        root = int(event["publisher"])
        total += overhead_of_event(root, parents[root], due[root, int(event["sequence"])])
    return float(total)


class Interests:
    """Who wants what at a moment, filters in the order they were subscribed; advance it with `until`."""

    def __init__(self, tables: RunTables) -> None:
        trace = tables.trace("subscriptions")
        self._rows = list(
            zip(
                trace.rows["time_ns"].tolist(),
                trace.rows["node"].tolist(),
                trace.column("filter").tolist(),
                trace.rows["active"].tolist(),
                strict=True,
            )
        )
        self._at = 0
        self.topics: dict[int, list[str]] = defaultdict(list)

    def until(self, time: int) -> dict[int, list[str]]:
        """The filters of each node after all changes up to `time` (ns)."""
        while self._at < len(self._rows) and self._rows[self._at][0] <= time:
            _, node, wanted, active = self._rows[self._at]
            if active:
                self.topics[node].append(wanted)
            elif wanted in self.topics[node]:
                self.topics[node].remove(wanted)
            self._at += 1
        return self.topics


def tree_similarity(tables: RunTables) -> float:
    """Mean varBLEU of a child's first topic with its parent's closest; NaN without an edge between subscribers."""
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
    return filters.parse(wanted).topic


def orphan_time_fraction(tables: RunTables) -> float:
    """Share of (second, reachable subscriber, tree) without a parent; NaN without range, way or tree."""
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
