"""What brokers sent each other, step by step, and the moments at which the workload changed.

`time_ns` is the start of a step. `overlay_steps` counts messages from broker `a` to broker `b`, every transmission of
each: `other_messages` are those that are no notification, advertisement or subscription, and `control_bytes` are the
UDP payload of all messages but notifications. A step in which nothing was sent has no row. `physical_hops` counts the
datagrams between brokers and the links of the underlay that they crossed. In `stages`, the traffic changes.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "overlay_steps",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("a", "u32"),
            ("b", "u32"),
            ("notifications", "u64"),
            ("advertisements", "u64"),
            ("subscriptions", "u64"),
            ("other_messages", "u64"),
            ("control_bytes", "u64"),
        ),
        in_every_run=False,
    )
)
register_table(
    TraceTable(
        "physical_hops",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("datagrams", "u64"),
            ("hops", "u64"),
        ),
        in_every_run=False,
    )
)
register_table(
    TraceTable(
        "stages",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("stage", "u32"),
        ),
        in_every_run=False,
    )
)
