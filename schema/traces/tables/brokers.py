"""Every broker.

`number` is its place in the topology, from 0.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "brokers",
        kinds=("wired",),
        columns=(
            ("node", "u32"),
            ("number", "u32"),
        ),
        in_every_run=False,
    )
)
