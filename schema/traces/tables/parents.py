"""Every change of a node's parent in a publish/subscribe tree.

`old_parent` and `new_parent` are NO_NODE for none. `metric` and `similarity` are NaN where a protocol has none.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "parents",
        kinds=("radio",),
        columns=(
            ("time_ns", "i64"),
            ("node", "u32"),
            ("root", "u32"),
            ("old_parent", "u32"),
            ("new_parent", "u32"),
            ("metric", "f64"),
            ("similarity", "f64"),
        ),
    )
)
