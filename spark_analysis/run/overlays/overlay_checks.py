"""What an overlay's brokers sent, by their traces and by their captures: two independent paths to one number."""

from __future__ import annotations

from schema.messages import TYPES
from spark_analysis.run.overlays.overlay_tables import OV_NOTIFY

_KINDS = {
    "notifications": f"type = {OV_NOTIFY}",
    "advertisements": f"type = {TYPES['ov_advertise']}",
    "subscriptions": f"type = {TYPES['ov_subscribe']}",
    "other_messages": f"type NOT IN {(OV_NOTIFY, TYPES['ov_advertise'], TYPES['ov_subscribe'])}",
}
"""Column of overlay_steps -> its messages in a capture."""
_HEADERS = 20 + 8
"""Bytes of IPv4 and UDP in front of a message in a capture of raw IP."""

_CAPTURED = """
captured AS (SELECT node FROM capture_points SEMI JOIN overlay_brokers USING (node) WHERE link_to IS NULL)
"""
"""The brokers that have a capture: all, or a sample."""

_MESSAGES = """
messages AS (
    SELECT packets.node, type, bytes, publisher, sequence, time_ns, cost, packets.is_tx
    FROM packets JOIN captured ON captured.node = packets.node
    LEFT JOIN (SELECT ipv4, any_value(node) AS node FROM own_addresses GROUP BY ipv4) AS receivers
    ON receivers.ipv4 = ipv4_destination
    LEFT JOIN message_costs ON from_node = packets.node AND to_node = receivers.node
    WHERE link_to IS NULL AND type > 0 AND is_tx AND sender = packets.node
      AND receivers.node IN (SELECT node FROM overlay_brokers)
)
"""
"""The messages that captured brokers sent to brokers."""


def _cost_check(column: str, where: str) -> str:
    return f"""
SELECT 'cost of {column.replace("_", " ")} on overlay links' AS "check",
       (SELECT coalesce(sum({column} * cost), 0) FROM overlay_steps
        JOIN captured ON node = a LEFT JOIN message_costs ON from_node = a AND to_node = b) AS trace_value,
       (SELECT coalesce(sum(cost), 0) FROM messages WHERE {where}) AS pcap_value
"""


_COUNT = " + ".join(_KINDS)
_COUNT_CHECKS = f"""
SELECT 'messages between brokers' AS "check",
       (SELECT coalesce(sum({_COUNT}), 0) FROM overlay_steps JOIN captured ON node = a) AS trace_value,
       (SELECT count(*) FROM messages) AS pcap_value
UNION ALL
SELECT 'control bytes between brokers',
       (SELECT coalesce(sum(control_bytes), 0) FROM overlay_steps JOIN captured ON node = a),
       (SELECT coalesce(sum(bytes - {_HEADERS}), 0) FROM messages WHERE type <> {OV_NOTIFY})
"""

_PUBLISHERS = f"""
SELECT 'cost of notifications at publishers' AS "check", sum(away.cost) AS trace_value,
       sum(coalesce(sent.cost, 0)) AS pcap_value
FROM (
    SELECT DISTINCT publisher, sequence, publisher_costs.cost FROM publisher_costs
    JOIN deliveries USING (publisher, sequence) JOIN overlay_homes ON overlay_homes.node = deliveries.node
    WHERE overlay_homes.broker <> publisher_costs.broker
) AS away
LEFT JOIN (
    SELECT publisher, sequence, overlay_brokers.cost FROM (
        SELECT publisher, sequence, arg_min(node, time_ns) AS node FROM messages WHERE type = {OV_NOTIFY} GROUP BY ALL
    ) JOIN overlay_brokers USING (node)
) AS sent USING (publisher, sequence)
WHERE (SELECT count(*) FROM captured) = (SELECT count(*) FROM overlay_brokers) HAVING count(*) > 0
"""
"""Of events that reached another broker than their publisher's: by the traces, and by who sent them first. Where all
brokers have captures."""

_ARRIVED = f"""
SELECT 'due deliveries found in a capture' AS "check", count(*) AS trace_value,
       count_if(first_ns <= delivered_ns) AS pcap_value
FROM (
    SELECT publisher, sequence, homes.broker AS node, min(deliveries.time_ns) AS delivered_ns
    FROM deliveries JOIN due USING (publisher, sequence, node) JOIN overlay_homes AS homes USING (node)
    JOIN captured ON captured.node = homes.broker JOIN publisher_costs USING (publisher, sequence)
    WHERE wanted = 1 AND homes.broker <> publisher_costs.broker GROUP BY ALL
)
LEFT JOIN (
    SELECT publisher, sequence, node, min(time_ns) AS first_ns FROM packets
    WHERE type = {OV_NOTIFY} AND NOT is_tx AND link_to IS NULL GROUP BY ALL
) USING (publisher, sequence, node)
HAVING count(*) > 0
"""
"""Deliveries at captured brokers of what another broker's client published: the broker received it before."""

OVERLAY_CHECKS = f"""
WITH {_CAPTURED.strip()}, {_MESSAGES.strip()}
SELECT "check", trace_value, pcap_value FROM (
    {" UNION ALL ".join(_cost_check(column, where) for column, where in _KINDS.items())}
    UNION ALL {_COUNT_CHECKS}
) WHERE EXISTS (SELECT 1 FROM captured) AND (trace_value > 0 OR pcap_value > 0)
UNION ALL {_PUBLISHERS}
UNION ALL {_ARRIVED}
"""
"""None in a run without an overlay, or without captures of its brokers."""
