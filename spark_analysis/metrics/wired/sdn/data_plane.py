"""What events carry beside their content, and where they arrive or cross without need."""

from __future__ import annotations

from spark_analysis.metrics.metric import DELIVERY, ON_WIRES, OVERHEAD, Metric

_ALL_CAPTURED = """EXISTS (SELECT 1 FROM link_roles) AND NOT EXISTS (
            SELECT 1 FROM link_roles AS one ANTI JOIN capture_points AS point
            ON point.node = one.from_node AND point.link_to = one.to_node WHERE role IN ('trunk', 'cluster', 'host'))"""
"""Whether every link that events may cross was captured."""

HEADER_BYTES = Metric(
    name="header_bytes_per_delivery",
    order=970,
    unit="B",
    definition="Bytes of all frames with an event on links of hosts and switches, less the payloads of these events, "
    "over due deliveries made. Headers of links, IP and UDP count, and routes in packets. Of a frame "
    "that no receiver needs all headers count, but not its payload.",
    source="ours; captures",
    compute=f"""
        SELECT sum(bytes - payload_bytes) / nullif((SELECT count(hops) FROM delivered), 0) AS value
        FROM event_frames JOIN link_roles ON from_node = event_frames.node AND to_node = link_to
        JOIN publications USING (publisher, sequence)
        WHERE role <> 'control' AND {_ALL_CAPTURED}""",
    needs=("capture_points", "delivered", "event_frames", "link_roles", "publications"),
    kinds=ON_WIRES,
    label="header bytes per delivery",
    group=OVERHEAD,
    better="lower",
    shown_in={"data-plane": 1},
    in_every_run=False,
)

FALSE_DELIVERIES = Metric(
    name="false_deliveries",
    order=971,
    unit="events",
    definition="Events that a switch sent to a host to which they were not due, summed over hosts: the host has to "
    "drop them. Those of its own do not count.",
    source="ours; captures and traces",
    compute=f"""
        SELECT (SELECT count(*) FROM (
            SELECT DISTINCT publisher, sequence, link_to AS node
            FROM event_frames JOIN link_roles ON from_node = event_frames.node AND to_node = link_to
            WHERE role = 'host' AND link_to IN (SELECT node FROM hosts) AND publisher <> link_to
        ) ANTI JOIN due USING (publisher, sequence, node))::DOUBLE AS value
        WHERE {_ALL_CAPTURED}""",
    needs=("capture_points", "due", "event_frames", "hosts", "link_roles"),
    kinds=ON_WIRES,
    label="events at hosts that did not want them",
    group=DELIVERY,
    better="lower",
    shown_in={"data-plane": 2},
    in_every_run=False,
)

QUEUE_DROPS = Metric(
    name="queue_drops",
    order=972,
    unit="packets",
    definition="Packets that the queue of a port dropped in the measured window because it was full.",
    source="ours; traces",
    compute="""
        SELECT (SELECT count(*) FROM forwarding_drops
                WHERE reason = 'queue' AND time_ns BETWEEN start_ns AND end_ns)::DOUBLE AS value
        FROM run WHERE EXISTS (SELECT 1 FROM switches)""",
    needs=("forwarding_drops", "run", "switches"),
    kinds=ON_WIRES,
    label="packets that queues dropped",
    group=DELIVERY,
    better="lower",
    shown_in={"data-plane": 4},
    in_every_run=False,
)

LOAD_ERROR = Metric(
    name="topic_load_error",
    order=973,
    unit="1",
    definition="Sum of the absolute errors of the predicted traffic of topics, over the sum of the traffic, in periods "
    "of the statistics that begin in the measured window.",
    source="ours; traces",
    compute="""
        SELECT sum(abs(predicted - measured_bps)) / nullif(sum(measured_bps), 0) AS value FROM (
            SELECT measured_bps, lag(time_ns) OVER ahead AS from_ns, lag(predicted_bps) OVER ahead AS predicted
            FROM topic_loads WINDOW ahead AS (PARTITION BY topic ORDER BY time_ns)
        ) CROSS JOIN run WHERE from_ns BETWEEN start_ns AND end_ns""",
    needs=("run", "topic_loads"),
    kinds=ON_WIRES,
    label="error of predicted loads",
    group=OVERHEAD,
    better="lower",
    percent=True,
    shown_in={"data-plane": 5},
    in_every_run=False,
)
