"""Every broker, and every client with the broker that it is attached to.

`number` is the broker's place in the topology, from 0.
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
