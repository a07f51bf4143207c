"""Every message that a node sends, once per transmission.

`type` is a type number of schema.messages. `publisher` and `sequence` name the event and are NO_NODE and 0 for control.
`bytes` is the message with its payload. `next_hop` is NO_NODE for a broadcast.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "transmissions",
        kinds=("radio", "wired"),
        columns=(
            ("time_ns", "i64"),
            ("node", "u32"),
            ("type", "u8"),
            ("publisher", "u32"),
            ("sequence", "u32"),
            ("bytes", "u32"),
            ("next_hop", "u32"),
        ),
    )
)
