"""The code of each topic, the overlay of each topic at each moment, and the traffic of each topic.

`code` has the bits of the topic's own code, `coding` the rule that gave it, `epoch` the number of times that all codes
were given anew. In `topic_trees`, `present` is 1 where the edge between clusters `a` < `b` joins the topic's overlay
and 0 where it leaves it. `source` is the publishing cluster where each has a tree of its own, else NO_NODE.

`topic_loads` has a row for each period of the statistics that ends at `time_ns`: the traffic of all publishers of the
topic in it, and what the server predicts for the next.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "topic_codes",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("epoch", "u16"),
            ("topic", "str"),
            ("code", "str"),
            ("coding", "str"),
        ),
        in_every_run=False,
    )
)
register_table(
    TraceTable(
        "topic_trees",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("topic", "str"),
            ("source", "u32"),
            ("a", "u32"),
            ("b", "u32"),
            ("present", "u8"),
        ),
        in_every_run=False,
    )
)
register_table(
    TraceTable(
        "topic_loads",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("topic", "str"),
            ("measured_bps", "f64"),
            ("predicted_bps", "f64"),
        ),
        in_every_run=False,
    )
)
