"""Two independent paths to one number: what the traces say was sent and received, and what the captures hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schema import wire

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_NAMES = "\n".join(f"WHEN {number} THEN 'sent: {name}'" for number, name in wire.NAMES.items())

_GIVEN_UP = "\n".join(f"WHEN 'radio gave up {name}' THEN {number}" for number, name in wire.NAMES.items())

_SENT = f"""
SELECT variant, replication, CASE type {_NAMES} ELSE 'sent: other' END AS check,
       sum(traced) AS trace_value, sum(captured) AS pcap_value
FROM (
    SELECT variant, replication, type, 1 AS traced, 0 AS captured FROM transmissions
    UNION ALL
    SELECT variant, replication, type, 0, frames FROM frames WHERE is_tx AND NOT retry
    UNION ALL
    SELECT variant, replication, CASE reason {_GIVEN_UP} END, -1, 0 FROM drops WHERE reason LIKE 'radio gave up %'
) JOIN windows USING (variant, replication) WHERE captures > 0 GROUP BY ALL
"""

_FOUND = """
SELECT claimed.variant, claimed.replication, 'due deliveries found in a capture' AS check,
       count(*) AS trace_value, count(heard.heard_ns) AS pcap_value
FROM (SELECT variant, replication, publisher, sequence, node, min(time_ns) AS delivered_ns
      FROM deliveries JOIN due USING (variant, replication, publisher, sequence, node)
      WHERE wanted = 1 GROUP BY ALL) AS claimed
LEFT JOIN (SELECT variant, replication, publisher, sequence, node, min(first_ns) AS heard_ns
           FROM frames WHERE is_event AND NOT is_tx GROUP BY ALL) AS heard
ON claimed.variant = heard.variant AND claimed.replication = heard.replication
   AND claimed.publisher = heard.publisher AND claimed.sequence = heard.sequence
   AND claimed.node = heard.node AND heard.heard_ns <= delivered_ns
JOIN windows ON claimed.variant = windows.variant AND claimed.replication = windows.replication
WHERE captures > 0
GROUP BY ALL
"""


def compare(spark: SparkSession) -> DataFrame:
    """variant, replication, check, trace_value, pcap_value: a row per run and message type, one for deliveries."""
    return spark.sql(_SENT).unionByName(spark.sql(_FOUND))
