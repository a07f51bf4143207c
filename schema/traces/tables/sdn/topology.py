"""Switches, clusters and hosts of a network whose switches forward events, and the role of each link.

A cluster has switches, hosts and one `controller`; all three are node numbers of `nodes`. `switch` of a host is the
switch that it hangs on.

`link_roles` has a row for each direction of each link of `links`. `trunk` joins switches of two clusters, `cluster`
two switches of one cluster, `host` a host and its switch; `control` links carry OpenFlow and the messages of the
server, and no event. `cluster_a` is the cluster of the sender, `cluster_b` that of the receiver; NO_NODE stands for
the server, its standby and the management router, which belong to no cluster.
"""

from __future__ import annotations

from schema.traces.registry import TraceTable, register_table

register_table(
    TraceTable(
        "switches",
        kinds=("wired",),
        columns=(
            ("node", "u32"),
            ("cluster", "u32"),
            ("name", "str"),
        ),
        in_every_run=False,
    )
)
register_table(
    TraceTable(
        "clusters",
        kinds=("wired",),
        columns=(
            ("cluster", "u32"),
            ("name", "str"),
            ("controller", "u32"),
        ),
        in_every_run=False,
    )
)
register_table(
    TraceTable(
        "hosts",
        kinds=("wired",),
        columns=(
            ("node", "u32"),
            ("cluster", "u32"),
            ("switch", "u32"),
        ),
        in_every_run=False,
    )
)
register_table(
    TraceTable(
        "link_roles",
        kinds=("wired",),
        columns=(
            ("from_node", "u32"),
            ("to_node", "u32"),
            ("role", "str"),
            ("cluster_a", "u32"),
            ("cluster_b", "u32"),
        ),
        in_every_run=False,
    )
)
