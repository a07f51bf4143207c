"""Failures and returns of stores.

`is_live` is 0 where the store fails and 1 where it is installed or returns.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

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
