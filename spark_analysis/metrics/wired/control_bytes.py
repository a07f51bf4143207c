"""What brokers say to each other besides events, requests and answers."""

from __future__ import annotations

from schema.messages import CARRIERS, TYPES
from spark_analysis.metrics.metric import ON_WIRES, OVERHEAD, Metric

_NO_CONTROL = tuple(sorted({*CARRIERS, *(TYPES[name] for name in ("request", "response", "no_match"))}))

CONTROL_BYTES = Metric(
    name="control_bytes",
    order=660,
    unit="B",
    definition="Bytes of messages of brokers that carry neither an event nor a request nor an answer to one, without "
    "headers of links, IP and UDP, in the measured window. In an overlay those of its whole steps count. In a network "
    "of switches: bytes of all messages that switches, controllers, the server and hosts send to control it, copies of "
    "events to controllers included.",
    source="ours; traces",
    compute=f"""
        SELECT CASE
            WHEN (SELECT count(*) FROM switches) > 0 THEN
                (SELECT coalesce(sum(bytes), 0) FROM control_messages WHERE time_ns BETWEEN start_ns AND end_ns)
            WHEN (SELECT count(*) FROM overlay_brokers) > 0 THEN
                (SELECT sum(control_bytes) FROM overlay_costs WHERE in_window)
            WHEN (SELECT count(*) FROM brokers) > 0 THEN
                (SELECT coalesce(sum(bytes), 0) FROM transmissions JOIN brokers USING (node)
                 WHERE type NOT IN {_NO_CONTROL} AND time_ns BETWEEN start_ns AND end_ns)
            END::DOUBLE AS value
        FROM run""",
    needs=("brokers", "control_messages", "overlay_brokers", "overlay_costs", "run", "switches", "transmissions"),
    kinds=ON_WIRES,
    label="control bytes",
    group=OVERHEAD,
    better="lower",
    shown_in={"overlay-reconfiguration": 3, "change-effort": 1},
    in_every_run=False,
)
