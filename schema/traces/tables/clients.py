"""Every client and the broker that it is attached to."""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "clients",
        kinds=("wired",),
        columns=(
            ("node", "u32"),
            ("broker", "u32"),
        ),
        in_every_run=False,
    )
)
