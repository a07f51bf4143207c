"""Every stored event that reaches a client.

`hops` counts the links that the answer crossed, that to the client included.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "responses",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("client", "u32"),
            ("request", "u32"),
            ("store", "u32"),
            ("index", "u16"),
            ("publisher", "u32"),
            ("sequence", "u32"),
            ("hops", "u16"),
        ),
        in_every_run=False,
    )
)
