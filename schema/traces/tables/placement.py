"""Which broker's store keeps which topic, from when to when.

`kept` is 1 where the store begins to keep and advertise the topic, 0 where it drops it.
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
