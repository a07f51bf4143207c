"""The traffic of each direction of an overlay's links, step by step, with what changed: docs/prediction.md.

`step` is 0-based; its start is `step` times the step's length. T(n), `notifications`, are those that broker `a`
forwarded to broker `b`. `dS` and `dA` are the changes by subscriptions and advertisements. A direction has a row for
each step in which its link exists, with or without traffic.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "link_steps",
        kinds=("wired",),
        columns=(
            ("step", "u32"),
            ("a", "u32"),
            ("b", "u32"),
            ("notifications", "u64"),
            ("dS", "i64"),
            ("dA", "i64"),
        ),
        in_every_run=False,
    )
)
