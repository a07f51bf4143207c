"""Every change of a reconfiguration's state, and of the locks that it takes.

`mover` leaves its neighbour `from_node` for `to_node`; `path` has the brokers from the one to the other, as node
numbers with blanks between them. `state` is proposed, refused, aborted or done, with a `reason` where there is one.
`predicted` and `evaluated` are the change of cost per window, negative for a gain: as the strategy expects it, and as
the brokers of the path work it out. `evaluated` counts where `is_evaluated` is 1.

In `locks`, `change` is granted, refused, released or expired: what broker `node` did with the lock that `plan` wanted.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "plans",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("plan", "u64"),
            ("master", "u32"),
            ("state", "str"),
            ("mover", "u32"),
            ("from_node", "u32"),
            ("to_node", "u32"),
            ("path", "str"),
            ("predicted", "f64"),
            ("evaluated", "f64"),
            ("is_evaluated", "u8"),
            ("reason", "str"),
        ),
        in_every_run=False,
    )
)
register_table(
    TraceTable(
        "locks",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("plan", "u64"),
            ("node", "u32"),
            ("change", "str"),
        ),
        in_every_run=False,
    )
)
