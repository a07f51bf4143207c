"""The brokers of an overlay and its links, which change at run time, with what they cost.

`cost` of a broker is paid for each message that it processes, that of a link for each message that crosses it. In
`overlay_links`, `a` < `b`, and `up` is 1 where the link begins and 0 where it ends; `plan` is the reconfiguration that
changed it, 0 for the initial tree, whose links begin at time 0. `overlay_pairs` has the cost of each pair of brokers,
`a` < `b`, that exchanged messages without a link of the overlay.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "overlay_brokers",
        kinds=("wired",),
        columns=(
            ("node", "u32"),
            ("cost", "u32"),
        ),
        in_every_run=False,
    )
)
register_table(
    TraceTable(
        "overlay_links",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("a", "u32"),
            ("b", "u32"),
            ("up", "u8"),
            ("plan", "u64"),
            ("cost", "u32"),
        ),
        in_every_run=False,
    )
)
register_table(
    TraceTable(
        "overlay_pairs",
        kinds=("wired",),
        columns=(
            ("a", "u32"),
            ("b", "u32"),
            ("cost", "u32"),
        ),
        in_every_run=False,
    )
)
