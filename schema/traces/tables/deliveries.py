"""Every event that a node hands to its application.

`wanted` is 1 where the node's inherent subscription matches. `age_ns` is the time since publication.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "deliveries",
        kinds=("radio", "wired"),
        columns=(
            ("time_ns", "i64"),
            ("node", "u32"),
            ("publisher", "u32"),
            ("sequence", "u32"),
            ("wanted", "u8"),
            ("hops", "u16"),
            ("age_ns", "i64"),
        ),
    )
)
