"""The metrics that are plain counting: one SQL query each, over the tables of spark_analysis.dataset.

Every query gives (variant, replication, value), one row per run; NULL or no row where there is nothing to divide by.
Sums are over integers and decimals, so that no order in which Spark adds changes the last digit.
`delivered` is `due` with what became of each: hops and age are NULL where it was not delivered.
"""

from __future__ import annotations

DELIVERED = """
SELECT due.*, first.hops, first.age_ns
FROM due LEFT JOIN (
    SELECT variant, replication, publisher, sequence, node, min(hops) AS hops, min(age_ns) AS age_ns
    FROM deliveries WHERE wanted = 1 GROUP BY ALL
) AS first USING (variant, replication, publisher, sequence, node)
"""

IN_WINDOW = """
SELECT frames.*, nodes, (end_ns - start_ns) / 1e9 AS window_s
FROM frames JOIN windows USING (variant, replication)
WHERE in_window
"""

AIRTIME_US = """
CASE WHEN rate_kbps IN (1000, 2000, 5500, 11000) THEN 192 + ceil(8000 * bytes / rate_kbps)
     ELSE 20 + 4 * ceil((16 + 8 * bytes + 6) * 1000 / (4 * rate_kbps)) END
"""
"""How long a frame is on the air, in µs: 802.11b's long preamble and the bits, or OFDM's preamble and symbols."""

QUERIES: dict[str, str] = {
    "events": """
        SELECT variant, replication, count(sequence) AS value
        FROM windows LEFT JOIN publications USING (variant, replication) GROUP BY ALL""",
    "due_deliveries": """
        SELECT variant, replication, count(sequence) AS value
        FROM windows LEFT JOIN delivered USING (variant, replication) GROUP BY ALL""",
    "deliveries": """
        SELECT variant, replication, count(hops) AS value
        FROM windows LEFT JOIN delivered USING (variant, replication) GROUP BY ALL""",
    "delivery_ratio": "SELECT variant, replication, count(hops) / count(*) AS value FROM delivered GROUP BY ALL",
    "reachable_delivery_ratio": """
        SELECT variant, replication, count(hops) / count(*) AS value
        FROM delivered WHERE shortest_hops < 65535 GROUP BY ALL""",
    "duplicate_ratio": """
        SELECT variant, replication,
               1 - count(DISTINCT nullif(node, publisher), publisher, sequence) / sum(frames) AS value
        FROM frames WHERE is_event AND NOT is_tx GROUP BY ALL""",
    "false_delivery_ratio": """
        SELECT variant, replication, count_if(due.node IS NULL) / count(*) AS value
        FROM deliveries LEFT JOIN due USING (variant, replication, publisher, sequence, node) GROUP BY ALL""",
    "latency_p50_s": """
        SELECT variant, replication, percentile(age_ns / 1e9, 0.5) AS value
        FROM delivered WHERE age_ns IS NOT NULL GROUP BY ALL""",
    "latency_p95_s": """
        SELECT variant, replication, percentile(age_ns / 1e9, 0.95) AS value
        FROM delivered WHERE age_ns IS NOT NULL GROUP BY ALL""",
    "hops_mean": "SELECT variant, replication, avg(hops) AS value FROM delivered WHERE hops IS NOT NULL GROUP BY ALL",
    "path_stretch": """
        SELECT variant, replication, avg(CAST(hops / shortest_hops AS DECIMAL(30, 18))) AS value
        FROM delivered WHERE hops IS NOT NULL AND shortest_hops < 65535 GROUP BY ALL""",
    "relay_overhead_events": """
        SELECT windows.variant, windows.replication,
               sum(CASE WHEN sent.node IS NULL THEN 0 WHEN due.node IS NULL THEN 2 ELSE 1 END * coalesce(frames, 0))
               AS value
        FROM windows
        LEFT JOIN (SELECT * FROM frames WHERE is_event AND is_tx AND NOT retry) AS sent USING (variant, replication)
        LEFT JOIN due USING (variant, replication, publisher, sequence, node)
        WHERE captures > 0 GROUP BY ALL""",
    "tx_per_delivery": """
        SELECT variant, replication, sent / delivered AS value
        FROM (SELECT variant, replication, sum(frames) AS sent FROM frames WHERE is_event AND is_tx GROUP BY ALL)
        JOIN (SELECT variant, replication, count(hops) AS delivered FROM delivered GROUP BY ALL)
        USING (variant, replication) WHERE delivered > 0""",
    "control_bytes_per_delivered_byte": """
        SELECT variant, replication, coalesce(control, 0) / payload AS value
        FROM windows
        LEFT JOIN (SELECT variant, replication, sum(frames * if(is_event, header_bytes, bytes)) AS control
                   FROM in_window WHERE is_tx GROUP BY ALL) USING (variant, replication)
        JOIN (SELECT variant, replication, sum(payload_bytes) AS payload
              FROM delivered JOIN publications USING (variant, replication, publisher, sequence)
              WHERE hops IS NOT NULL GROUP BY ALL)
        USING (variant, replication) WHERE payload > 0 AND captures > 0""",
    "control_tx_per_node_s": """
        SELECT variant, replication, sum(if(NOT is_event AND is_tx, frames, 0)) / max(nodes) / max(window_s) AS value
        FROM in_window GROUP BY ALL""",
    "airtime_fraction": f"""
        SELECT variant, replication,
               sum(frames * ({AIRTIME_US})) / 1e6 / max(nodes) / max(window_s) AS value
        FROM in_window WHERE rate_kbps > 0 GROUP BY ALL""",
    "tx_fairness": """
        SELECT variant, replication, pow(sum(sent), 2) / (max(nodes) * sum(sent * sent)) AS value
        FROM (SELECT variant, replication, node, max(nodes) AS nodes, sum(frames) AS sent
              FROM in_window WHERE is_tx GROUP BY ALL) GROUP BY ALL""",
}
