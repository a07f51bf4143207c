"""Every change of a node's subscription.

`filter` is a text of schema.filters; `active` is 1 where the node subscribes and 0 where it unsubscribes.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "subscriptions",
        kinds=("radio", "wired"),
        columns=(
            ("time_ns", "i64"),
            ("node", "u32"),
            ("filter", "str"),
            ("active", "u8"),
        ),
    )
)
