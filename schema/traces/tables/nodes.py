"""Every node of the network and its addresses.

A node of a wired network has one MAC address per device, so its table has none.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "nodes",
        kinds=("radio",),
        columns=(
            ("node", "u32"),
            ("name", "str"),
            ("mac", "str"),
            ("ipv4", "str"),
        ),
    )
)
register_table(
    TraceTable(
        "nodes",
        kinds=("wired",),
        columns=(
            ("node", "u32"),
            ("name", "str"),
            ("ipv4", "str"),
        ),
    )
)
