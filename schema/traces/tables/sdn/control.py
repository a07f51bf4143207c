"""Messages of the control network, what made the server compute routes, failures and policies.

`channel` of a control message is `openflow` (switch and controller), `server` (controller and server, or server and
standby), `host` (host and controller or server), `probe` (a probe of a link, on the data plane) or `copy` (the copy of
an event to its representative broker). `bytes` are those of the message, without TCP, UDP and IP.

A row of `route_updates` is one computation of routes: `time_ns` is when the `cause` happened, `detected_ns` when the
server learned of it, `computed_ns` when the routes were known, `installed_ns` when the last switch confirmed its last
change, -1 where none did. `cause` is start, subscription, failure, recovery, policy, prediction or topology.
`stored_edges` is what the server keeps after it.

In `failures`, `a` and `b` are the clusters of a failed link, or the node numbers of what failed, with NO_NODE for `b`.
`restored_ns` is -1 where the failure lasts.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "control_messages",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("from_node", "u32"),
            ("to_node", "u32"),
            ("channel", "str"),
            ("type", "str"),
            ("bytes", "u32"),
        ),
        in_every_run=False,
    )
)
register_table(
    TraceTable(
        "route_updates",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("cause", "str"),
            ("detected_ns", "i64"),
            ("computed_ns", "i64"),
            ("installed_ns", "i64"),
            ("topics", "u32"),
            ("edges_examined", "u64"),
            ("flow_mods", "u32"),
            ("group_mods", "u32"),
            ("stored_edges", "u64"),
        ),
        in_every_run=False,
    )
)
register_table(
    TraceTable(
        "failures",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("kind", "str"),
            ("a", "u32"),
            ("b", "u32"),
            ("restored_ns", "i64"),
        ),
        in_every_run=False,
    )
)
register_table(
    TraceTable(
        "policy_rules",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("topic", "str"),
            ("cluster", "u32"),
            ("level", "str"),
            ("action", "str"),
        ),
        in_every_run=False,
    )
)
register_table(
    TraceTable(
        "forwarding_drops",
        kinds=("wired",),
        columns=(
            ("time_ns", "i64"),
            ("switch", "u32"),
            ("reason", "str"),
            ("bytes", "u32"),
        ),
        in_every_run=False,
    )
)
