"""Every event when it is published.

`publisher` and `sequence` together name the event in all tables. `attributes` is a text such as `speed=3,unit=tank`,
empty for an event without.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "publications",
        kinds=("radio", "wired"),
        columns=(
            ("time_ns", "i64"),
            ("publisher", "u32"),
            ("sequence", "u32"),
            ("topic", "str"),
            ("attributes", "str"),
            ("payload_bytes", "u32"),
        ),
    )
)
