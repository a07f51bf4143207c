"""How often each client asks for each topic in the measured window, as the workload plans it."""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "demand",
        kinds=("wired",),
        columns=(
            ("client", "u32"),
            ("topic", "str"),
            ("rate_per_s", "f64"),
        ),
        in_every_run=False,
    )
)
