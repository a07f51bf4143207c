"""Which broker's store keeps which topic, from when to when, and failures and returns of stores.

`kept` is 1 where the store begins to keep and advertise the topic, 0 where it drops it. `is_live` is 0 where the store
fails and 1 where it is installed or returns.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "placement",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("node", "u32"),
            ("topic", "str"),
            ("kept", "u8"),
        ),
        in_every_run=False,
    )
)
register_table(
    TraceTable(
        "store_state",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("node", "u32"),
            ("is_live", "u8"),
        ),
        in_every_run=False,
    )
)
