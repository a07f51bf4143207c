"""O(E): the nodes that relay events which they do not want, in the tree and on the air."""

from __future__ import annotations

import math
from collections import defaultdict

from spark_analysis.metrics.metric import ON_RADIO, TREE, Metric
from spark_analysis.metrics.radio.parents import is_treeless, parents_at
from spark_analysis.metrics.run_data import RunData


def overhead_of_event(root: int, parent: dict[int, int], due: set[int]) -> int:
    """Return O of one event (TopSim, formulas 2 and 3): each proxy counts 2 if it does not want the event, else 1.

    A node whose parent chain does not reach the root belongs to no tree, and its parents are no proxies for it.
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


def pst_overhead(tables: RunData) -> float:
    """Return O(E) of the realised tree, over all events at the time of their publication; NaN without trees."""
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


PST_OVERHEAD = Metric(
    name="pst_overhead_events",
    order=90,
    unit="events",
    definition="O(E) of the realised tree, by the parents at publication. For every event each node that proxies it "
    "counts 2 if it does not want the event itself and 1 if it does. The root counts as not interested. "
    "No value where a protocol makes no trees.",
    source="TopSim, formulas 2 and 3; traces",
    compute=pst_overhead,
    needs=("deliveries", "due", "parents", "publications"),
    kinds=ON_RADIO,
    label="O(E) of the realised tree",
    group=TREE,
    better="lower",
    short_label="O(E) tree",
    shown_in={"terminal": 4, "tree-overhead": 1},
)

RELAY_OVERHEAD = Metric(
    name="relay_overhead_events",
    order=100,
    unit="events",
    definition="The same count from what was really sent: each event frame counts 2 if its sender does not want the "
    "event and 1 if it does.",
    source="TopSim, formula 2; captures",
    compute="""
        SELECT coalesce(sum(frames * if(due.node IS NULL, 2, 1)), 0) AS value
        FROM frames LEFT JOIN due USING (publisher, sequence, node)
        WHERE is_event AND is_tx AND NOT retry HAVING (SELECT captures FROM run) > 0""",
    needs=("due", "frames", "run"),
    kinds=ON_RADIO,
    label="O(E) as relayed on the air",
    group=TREE,
    better="lower",
    short_label="O(E) relayed",
    shown_in={"terminal": 5, "answer": 4, "tree-overhead": 2, "differences": 5},
)
