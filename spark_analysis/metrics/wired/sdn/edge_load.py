"""How the load is spread over the edges between clusters."""

from __future__ import annotations

from spark_analysis.metrics.metric import LINKS, ON_WIRES, OVERHEAD, Metric

_EDGE = (
    " An edge is all links between two clusters. Both directions count together, as the paper counts them, and all "
    "frames in the measured window, headers of links included."
)

MIN_RESIDUAL = Metric(
    name="min_residual",
    order=900,
    unit="bit/s",
    definition="Least residual bandwidth of an edge between clusters: its rate in one direction, less its load."
    + _EDGE,
    source="Wang et al. 2016, definition 3; captures",
    compute="SELECT min(capacity_bps - load_bps) AS value FROM edge_use",
    needs=("edge_use",),
    kinds=ON_WIRES,
    label="least residual bandwidth of an edge",
    group=LINKS,
    better="higher",
    short_label="min residual, bit/s",
    shown_in={"terminal": 12, "answer": 10, "edge-load": 1, "differences": 10},
    in_every_run=False,
)

LINK_FAIRNESS = Metric(
    name="link_fairness",
    order=910,
    unit="1",
    definition="Jain's index of the loads of the edges between clusters: 1 if all carry alike, 1/n if one carries all."
    + _EDGE,
    source="Jain et al. 1984; captures",
    compute="""
        SELECT pow(sum(load_bps), 2) / nullif(count(*) * sum(load_bps * load_bps), 0) AS value FROM edge_use""",
    needs=("edge_use",),
    kinds=ON_WIRES,
    label="fairness of the load on edges (Jain)",
    group=LINKS,
    better="higher",
    shown_in={"edge-load": 3},
    in_every_run=False,
)

TOTAL_LINK_LOAD = Metric(
    name="total_link_load_bps",
    order=920,
    unit="bit/s",
    definition="Load of all edges between clusters together." + _EDGE,
    source="ours; captures",
    compute="SELECT sum(load_bps) AS value FROM edge_use",
    needs=("edge_use",),
    kinds=ON_WIRES,
    label="load of all edges",
    group=OVERHEAD,
    better="lower",
    short_label="load of edges, bit/s",
    shown_in={"terminal": 13, "answer": 11, "edge-load": 2, "differences": 11},
    in_every_run=False,
)
