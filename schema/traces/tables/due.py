"""Every event and receiver to which it was due when it was published.

The receivers are all nodes but the publisher whose inherent subscription matched. `shortest_hops` is the length of the
shortest path at that moment, or UNREACHABLE: in a radio network by the positions and the nominal range, in a wired
network over the links.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "due",
        kinds=("radio", "wired"),
        columns=(
            ("publisher", "u32"),
            ("sequence", "u32"),
            ("node", "u32"),
            ("shortest_hops", "u16"),
        ),
    )
)
