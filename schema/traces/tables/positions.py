"""Where every node is, once a second."""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "positions",
        kinds=("radio",),
        columns=(
            ("time_ns", "i64"),
            ("node", "u32"),
            ("x_m", "f64"),
            ("y_m", "f64"),
        ),
    )
)
