"""How large the tables of each broker are, once a second."""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "routing_tables",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("node", "u32"),
            ("subscriptions", "u32"),
            ("advertisements", "u32"),
            ("stored_events", "u32"),
        ),
        in_every_run=False,
    )
)
