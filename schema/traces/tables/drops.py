"""Every message that a node gives up."""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "drops",
        kinds=("radio", "wired"),
        columns=(
            ("time_ns", "i64"),
            ("node", "u32"),
            ("reason", "str"),
            ("bytes", "u32"),
        ),
    )
)
