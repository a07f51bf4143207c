"""What it takes to change routes: messages, and the time until a new subscriber is joined."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_WIRES, OVERHEAD, TIME, WORKLOAD, Metric

FLOW_MODS = Metric(
    name="flow_mods",
    order=960,
    unit="messages",
    definition="Changes of entries of flow tables that were sent to switches in the measured window.",
    source="OpenFlow 1.3.5, section 7.3.4; traces",
    compute="""
        SELECT (SELECT count(*) FROM control_messages
                WHERE channel = 'openflow' AND type = 'flow_mod'
                      AND time_ns BETWEEN start_ns AND end_ns)::DOUBLE AS value
        FROM run WHERE EXISTS (SELECT 1 FROM switches)""",
    needs=("control_messages", "run", "switches"),
    kinds=ON_WIRES,
    label="changes of flow entries",
    group=OVERHEAD,
    better="lower",
    shown_in={"failure-harm": 4, "change-effort": 2},
    in_every_run=False,
)

JOIN_LATENCY = Metric(
    name="join_latency_s",
    order=961,
    unit="s",
    definition="Time from a subscription to the confirmation of the last switch that changed because of it, mean over "
    "the subscriptions of the measured window that changed a switch.",
    source="ours; traces",
    compute="""
        SELECT avg(installed_ns - time_ns) / 1e9 AS value FROM route_updates, run
        WHERE cause = 'subscription' AND installed_ns >= time_ns AND time_ns BETWEEN start_ns AND end_ns""",
    needs=("route_updates", "run"),
    kinds=ON_WIRES,
    label="time to join",
    group=TIME,
    better="lower",
    shown_in={"change-effort": 3},
    in_every_run=False,
)

SUBSCRIPTION_CHANGES = Metric(
    name="subscription_changes",
    order=962,
    unit="changes",
    definition="Subscriptions and unsubscriptions of hosts in the measured window.",
    source="traces",
    compute="""
        SELECT (SELECT count(*) FROM subscriptions WHERE time_ns BETWEEN start_ns AND end_ns)::DOUBLE AS value
        FROM run WHERE EXISTS (SELECT 1 FROM switches)""",
    needs=("run", "subscriptions", "switches"),
    kinds=ON_WIRES,
    label="changes of subscriptions",
    group=WORKLOAD,
    in_every_run=False,
)
