"""Two independent paths to one number: what the traces say was sent and received, and what the captures hold."""

from __future__ import annotations

from schema.messages import NAMES

_NAMES = "\n".join(f"WHEN {number} THEN 'sent: {name}'" for number, name in NAMES.items())

_GIVEN_UP = "\n".join(f"WHEN 'radio gave up {name}' THEN {number}" for number, name in NAMES.items())

_SENT = f"""
SELECT CASE type {_NAMES} ELSE 'sent: other' END AS "check", sum(traced) AS trace_value, sum(captured) AS pcap_value
FROM (
    SELECT type, 1 AS traced, 0 AS captured FROM transmissions
    UNION ALL
    SELECT type, 0, frames FROM frames WHERE is_tx AND NOT retry
    UNION ALL
    SELECT CASE reason {_GIVEN_UP} END, -1, 0 FROM drops WHERE reason LIKE 'radio gave up %'
) GROUP BY ALL
"""

_FOUND = """
SELECT 'due deliveries found in a capture' AS "check", count(*) AS trace_value,
       count_if(first_ns <= delivered_ns) AS pcap_value
FROM (SELECT publisher, sequence, node, min(time_ns) AS delivered_ns
      FROM deliveries JOIN due USING (publisher, sequence, node) WHERE wanted = 1 GROUP BY ALL)
LEFT JOIN heard USING (publisher, sequence, node)
HAVING count(*) > 0
"""

CHECKS = f"""
SELECT "check", trace_value::BIGINT AS trace_value, pcap_value::BIGINT AS pcap_value
FROM ({_SENT} UNION ALL {_FOUND}) WHERE (SELECT captures FROM run) > 0 ORDER BY "check"
"""
"""A row per message type, one for deliveries; none for a run without captures."""
