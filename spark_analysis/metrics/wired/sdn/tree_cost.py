"""How many links events cross, against the fewest that they need."""

from __future__ import annotations

import math
from collections import defaultdict

from spark_analysis.metrics.metric import ON_WIRES, OVERHEAD, Metric
from spark_analysis.metrics.run_data import RunData

MOST_CLUSTERS = 12
"""Of one event: exact trees of more take too long."""

_CROSSED = """
SELECT publisher, sequence, hosts.cluster AS source, coalesce(frames, 0)::BIGINT AS frames
FROM publications JOIN hosts ON hosts.node = publisher CROSS JOIN run
LEFT JOIN (SELECT publisher, sequence, count(*) AS frames FROM trunk_events GROUP BY ALL) USING (publisher, sequence)
WHERE time_ns BETWEEN start_ns AND end_ns AND EXISTS (SELECT 1 FROM edge_use)
"""
"""Each event of the measured window, the cluster of its publisher, and the frames of it between clusters."""

_RECEIVERS = """
SELECT DISTINCT publisher, sequence, hosts.cluster FROM due JOIN hosts ON hosts.node = due.node
"""


def tree_cost_ratio(tables: RunData) -> float:
    """Return the frames of events on edges over the edges that they need; NaN without captures or without events."""
    # numba and scipy take a second, which the list of metrics need not wait for
    from spark_analysis.graphs.hop_distances import hop_distances
    from spark_analysis.graphs.steiner_size import steiner_edges

    crossed = tables.query(_CROSSED).fetchall()
    edges = tables.query("SELECT a, b FROM edge_use").fetchall()
    if not crossed or not edges:
        return math.nan
    receivers: dict[tuple[int, int], set[int]] = defaultdict(set)
    for publisher, sequence, cluster in tables.query(_RECEIVERS).fetchall():
        receivers[publisher, sequence].add(cluster)
    place = {cluster: at for at, cluster in enumerate(sorted({end for edge in edges for end in edge}))}
    distance = hop_distances(len(place), [(place[a], place[b]) for a, b in edges])
    fewest: dict[frozenset[int], float] = {}
    frames, needed = 0, 0.0
    for publisher, sequence, source, count in crossed:
        ends = frozenset(receivers[publisher, sequence] | {source})
        if len(ends) > MOST_CLUSTERS or not ends <= place.keys():
            continue
        if ends not in fewest:
            fewest[ends] = steiner_edges(distance, [place[end] for end in ends])
        if math.isfinite(fewest[ends]):
            frames += count
            needed += fewest[ends]
    return frames / needed if needed else math.nan


TREE_COST_RATIO = Metric(
    name="tree_cost_ratio",
    order=930,
    unit="1",
    definition="Frames of events on edges between clusters, over the fewest edges of a tree from the cluster of the "
    "publisher to those of all due receivers (an exact Steiner tree for each event). Events of the measured window "
    f"with {MOST_CLUSTERS} clusters at most. Frames that a Bloom filter sends by chance count. No way to forward with "
    "one copy per edge is below 1, unless events get lost.",
    source="Dreyfus and Wagner 1971; captures and traces",
    compute=tree_cost_ratio,
    needs=("due", "edge_use", "hosts", "publications", "run", "trunk_events"),
    kinds=ON_WIRES,
    label="cost of trees over exact Steiner trees",
    group=OVERHEAD,
    better="lower",
    shown_in={"edge-load": 4},
    in_every_run=False,
)
