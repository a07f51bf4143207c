"""How much state the switches and the server keep."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_WIRES, SWITCHES, Metric

_AT_END = " At the end of the measured window."

FLOW_ENTRIES = Metric(
    name="flow_entries",
    order=940,
    unit="entries",
    definition="Entries in the flow table of a switch, mean over switches." + _AT_END,
    source="ours; traces",
    compute="SELECT avg(entries) AS value FROM last_flow_tables",
    needs=("last_flow_tables",),
    kinds=ON_WIRES,
    label="flow entries per switch",
    group=SWITCHES,
    better="lower",
    short_label="flow entries",
    shown_in={"terminal": 14, "switch-state": 1},
    in_every_run=False,
)

FLOW_ENTRIES_MAX = Metric(
    name="flow_entries_max",
    order=941,
    unit="entries",
    definition="Entries in the largest flow table of a switch." + _AT_END,
    source="ours; traces",
    compute="SELECT max(entries)::DOUBLE AS value FROM last_flow_tables",
    needs=("last_flow_tables",),
    kinds=ON_WIRES,
    label="flow entries of the fullest switch",
    group=SWITCHES,
    better="lower",
    shown_in={"switch-state": 2},
    in_every_run=False,
)

GROUP_ENTRIES = Metric(
    name="group_entries",
    order=942,
    unit="entries",
    definition="Groups of a switch, mean over switches." + _AT_END,
    source="ours; traces",
    compute="SELECT avg(groups) AS value FROM last_flow_tables",
    needs=("last_flow_tables",),
    kinds=ON_WIRES,
    label="groups per switch",
    group=SWITCHES,
    better="lower",
    shown_in={"switch-state": 3},
    in_every_run=False,
)

CODE_BITS_MAX = Metric(
    name="code_bits_max",
    order=943,
    unit="bit",
    definition="Length of the longest code of a topic.",
    source="ours; traces",
    compute="SELECT max(length(code::VARCHAR))::DOUBLE AS value FROM topic_codes",
    needs=("topic_codes",),
    kinds=ON_WIRES,
    label="longest code of a topic",
    group=SWITCHES,
    better="lower",
    shown_in={"switch-state": 4},
    in_every_run=False,
)

STORED_EDGES = Metric(
    name="stored_edges",
    order=944,
    unit="edges",
    definition="Edges that the server keeps for the overlays of all topics: of a topic that continues that of its "
    "father only the difference." + _AT_END,
    source="Wang et al. 2016, section 4.3; traces",
    compute="""
        SELECT stored_edges::DOUBLE AS value FROM route_updates, run WHERE computed_ns <= end_ns
        ORDER BY computed_ns DESC, stored_edges DESC LIMIT 1""",
    needs=("route_updates", "run"),
    kinds=ON_WIRES,
    label="stored edges",
    group=SWITCHES,
    better="lower",
    shown_in={"route-effort": 2},
    in_every_run=False,
)

EDGES_EXAMINED = Metric(
    name="edges_examined",
    order=945,
    unit="edges",
    definition="Edges that the server looked at to compute routes, an edge as often as it was looked at, from the "
    "start of the run to the end of the measured window.",
    source="Wang et al. 2016, section 4.4; traces",
    compute="""
        SELECT sum(edges_examined)::DOUBLE AS value FROM route_updates, run WHERE computed_ns <= end_ns""",
    needs=("route_updates", "run"),
    kinds=ON_WIRES,
    label="edges examined",
    group=SWITCHES,
    better="lower",
    shown_in={"route-effort": 1},
    in_every_run=False,
)
