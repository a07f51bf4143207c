"""The load of the edges between clusters, and the sizes of the flow tables.

`edge_loads` has a row for each edge, `a` < `b`, and period of the statistics that ends at `time_ns`. `capacity_bps` is
the sum over the trunks of the edge, `planned_bps` the load that the server gave it, `measured_bps` what the counters
of the ports say about the busier direction. `flow_tables` has a row after each change of a switch's tables.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "edge_loads",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("a", "u32"),
            ("b", "u32"),
            ("capacity_bps", "f64"),
            ("planned_bps", "f64"),
            ("measured_bps", "f64"),
        ),
        in_every_run=False,
    )
)
register_table(
    TraceTable(
        "flow_tables",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("switch", "u32"),
            ("entries", "u32"),
            ("groups", "u32"),
            ("buckets", "u32"),
        ),
        in_every_run=False,
    )
)
