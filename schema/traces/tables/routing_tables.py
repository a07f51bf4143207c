"""How large the tables of each broker are, once a second, and what is in them.

`st` has the entries of subscription tables: broker `node` sends what `filter` matches to `neighbour`. `at` has those of
advertisement tables: `node` reaches a store of `topic`, at broker `store`, over `neighbour` and `hops` links. Both are
looked at once a second: `present` is 1 for an entry that is new since the last look, 0 for one that is gone.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "routing_tables",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("node", "u32"),
            ("subscriptions", "u32"),
            ("advertisements", "u32"),
            ("stored_events", "u32"),
        ),
        in_every_run=False,
    )
)
register_table(
    TraceTable(
        "st",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("node", "u32"),
            ("neighbour", "u32"),
            ("filter", "str"),
            ("present", "u8"),
        ),
        in_every_run=False,
    )
)
register_table(
    TraceTable(
        "at",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("node", "u32"),
            ("topic", "str"),
            ("neighbour", "u32"),
            ("store", "u32"),
            ("hops", "u16"),
            ("present", "u8"),
        ),
        in_every_run=False,
    )
)
