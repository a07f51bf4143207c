"""The metrics that are plain counting: one SQL query each, over the tables of one run (spark_analysis.run.run_tables).

A query gives one `value`, or NULL or no row where there is nothing to divide by.
"""

from __future__ import annotations

QUERIES: dict[str, str] = {
    "events": "SELECT count(*) AS value FROM publications",
    "due_deliveries": "SELECT count(*) AS value FROM due",
    "deliveries": "SELECT count(hops) AS value FROM delivered",
    "delivery_ratio": "SELECT count(hops) / count(*) AS value FROM delivered",
    "reachable_delivery_ratio": """
        SELECT count(hops) / count(*) AS value FROM delivered WHERE shortest_hops < 65535""",
    "duplicate_ratio": """
        SELECT 1 - count_if(node <> publisher) / sum(times) AS value FROM heard""",
    "false_delivery_ratio": """
        SELECT count_if(due.node IS NULL) / count(*) AS value
        FROM deliveries LEFT JOIN due USING (publisher, sequence, node)""",
    "latency_p50_s": "SELECT quantile_cont(age_ns / 1e9, 0.5) AS value FROM delivered WHERE age_ns IS NOT NULL",
    "latency_p95_s": "SELECT quantile_cont(age_ns / 1e9, 0.95) AS value FROM delivered WHERE age_ns IS NOT NULL",
    "hops_mean": "SELECT avg(hops) AS value FROM delivered WHERE hops IS NOT NULL",
    "path_stretch": """
        SELECT avg(hops / shortest_hops) AS value FROM delivered WHERE hops IS NOT NULL AND shortest_hops < 65535""",
    "relay_overhead_events": """
        SELECT coalesce(sum(frames * if(due.node IS NULL, 2, 1)), 0) AS value
        FROM frames LEFT JOIN due USING (publisher, sequence, node)
        WHERE is_event AND is_tx AND NOT retry HAVING (SELECT captures FROM run) > 0""",
    "tx_per_delivery": """
        SELECT sum(frames) / nullif((SELECT count(hops) FROM delivered), 0) AS value
        FROM frames WHERE is_event AND is_tx""",
    "control_bytes_per_delivered_byte": """
        SELECT (SELECT coalesce(sum(frames * if(is_event, header_bytes, bytes)), 0) FROM in_window WHERE is_tx)
               / nullif(sum(payload_bytes), 0) AS value
        FROM delivered JOIN publications USING (publisher, sequence), run WHERE hops IS NOT NULL AND captures > 0""",
    "control_tx_per_node_s": """
        SELECT sum(if(NOT is_event AND is_tx, frames, 0)) / max(nodes) / max(window_s) AS value FROM in_window""",
    "airtime_fraction": """
        SELECT sum(frames * airtime_us) / 1e6 / max(nodes) / max(window_s) AS value
        FROM in_window WHERE rate_kbps > 0""",
    "tx_fairness": """
        SELECT pow(sum(sent), 2) / (max(nodes) * sum(sent * sent)) AS value
        FROM (SELECT node, max(nodes) AS nodes, sum(frames) AS sent FROM in_window WHERE is_tx GROUP BY node)""",
}

QUANTILES = [number / 100 for number in range(1, 100)]
LATENCIES = f"""
SELECT unnest({QUANTILES}::DOUBLE[]) AS quantile, unnest(quantile_cont(age_ns / 1e9, {QUANTILES})) AS latency_s
FROM delivered WHERE age_ns IS NOT NULL HAVING count(*) > 0
"""
"""The distribution of the latencies of a run's deliveries."""

LOADS = """
SELECT nodes.node, coalesce(sum(frames), 0)::BIGINT AS tx_frames, coalesce(sum(frames * bytes), 0)::BIGINT AS tx_bytes,
       coalesce(sum(if(is_event, frames, 0)), 0)::BIGINT AS event_frames,
       coalesce(sum(frames * airtime_us), 0) / 1e6 AS airtime_s
FROM nodes LEFT JOIN (SELECT * FROM in_window WHERE is_tx) AS sent ON sent.node = nodes.node
WHERE (SELECT captures FROM run) > 0 GROUP BY nodes.node ORDER BY nodes.node
"""
"""What each node has sent in the measured window; a row per node, whether it sent anything or not."""
