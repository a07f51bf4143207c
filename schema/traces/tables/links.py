"""Every direction of every link between two nodes.

`rate_bps` is the rate of the sending device, `delay_ns` the propagation delay.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "links",
        kinds=("wired",),
        columns=(
            ("from_node", "u32"),
            ("to_node", "u32"),
            ("rate_bps", "u64"),
            ("delay_ns", "i64"),
        ),
    )
)
