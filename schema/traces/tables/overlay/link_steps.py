"""The traffic of each direction of an overlay's links, step by step, from which traffic is predicted.

`notifications` is the number that broker `a` forwarded to broker `b` in step `step`, which begins at `step` times the
length of a step. `dS` is the number of them that match subscriptions added in the step, minus the number that match
subscriptions deleted in it; `dA` is the same for advertisements. A link has a row for each step in which `a` had it
from beginning to end, with 0 where nothing crossed it. docs/prediction.md has the definitions.

In `predictions`, broker `b` has predicted, at the end of the step before, that broker `a` will forward so many
`notifications` to it in step `step`.
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
register_table(
    TraceTable(
        "predictions",
        kinds=("wired",),
        columns=(
            ("step", "u32"),
            ("a", "u32"),
            ("b", "u32"),
            ("notifications", "f64"),
        ),
        in_every_run=False,
    )
)
