"""Every request of a client, how it ended, and how far the nearest store was when it was sent.

`hops` counts links between brokers that the first complete answer crossed. `nearest_hops` is the distance to the
nearest live store of the topic when the request was sent, or UNREACHABLE. `store` is NO_NODE where no answer came.

In `responses`, every stored event that reaches a client; there `hops` counts the link to the client, too.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "requests",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("client", "u32"),
            ("request", "u32"),
            ("filter", "str"),
            ("attempts", "u32"),
            ("answered", "u8"),
            ("store", "u32"),
            ("events", "u32"),
            ("hops", "u16"),
            ("nearest_hops", "u16"),
            ("completed_ns", "i64"),
        ),
        in_every_run=False,
    )
)
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
