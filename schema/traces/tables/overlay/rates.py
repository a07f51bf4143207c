"""The rate of publications over time, where it changes.

`rate` is the mean rate of a series in step `step`, which begins at `time_ns`, as a multiple of the mean over time. The
publishers have the series in turn. A run whose traffic is steady does not write this table.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "rates",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("step", "u32"),
            ("series", "u32"),
            ("rate", "f64"),
        ),
        in_every_run=False,
    )
)
