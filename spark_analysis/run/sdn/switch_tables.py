"""The edges between clusters of switches, and the events on them. All tables are empty in runs without switches."""

from __future__ import annotations

import duckdb
import numpy as np
import pyarrow as pa

from spark_analysis.run.sdn.packet_routes import ROUTE_TABLES, create_route_tables

_TRUNKS = """
CREATE TEMP TABLE trunks AS
SELECT from_node, to_node, cluster_a AS from_cluster, cluster_b AS to_cluster,
       least(cluster_a, cluster_b) AS a, greatest(cluster_a, cluster_b) AS b, rate_bps
FROM link_roles JOIN links USING (from_node, to_node) WHERE role = 'trunk'
"""
"""The directions of links between switches of two clusters. An edge `a` < `b` has one trunk or several in parallel."""

_EDGE_USE = """
CREATE TEMP TABLE edge_use AS
SELECT a, b, sum(rate_bps) FILTER (from_cluster = a)::DOUBLE AS capacity_bps,
       sum(tx_bytes) FILTER (from_cluster = a)::BIGINT AS bytes_up,
       sum(tx_bytes) FILTER (from_cluster = b)::BIGINT AS bytes_down,
       sum(tx_bytes) * 8 / any_value(window_s) AS load_bps
FROM trunks JOIN link_use USING (from_node, to_node) CROSS JOIN run
WHERE NOT EXISTS (
    SELECT 1 FROM trunks AS one ANTI JOIN capture_points AS point
    ON point.node = one.from_node AND point.link_to = one.to_node
)
GROUP BY a, b
"""
"""What each edge carried in the measured window: `bytes_up` from `a` to `b`, `bytes_down` back, and `load_bps`, both
directions together, as the paper counts it. No row where a trunk was not captured."""

_TRUNK_EVENTS = """
CREATE TEMP TABLE trunk_events AS
SELECT event_frames.time_ns, event_frames.bytes, publisher, sequence, topic, published_ns, payload_bytes,
       from_cluster, to_cluster, a, b
FROM event_frames JOIN trunks ON from_node = event_frames.node AND to_node = link_to
JOIN (SELECT time_ns AS published_ns, publisher, sequence, topic::VARCHAR AS topic, payload_bytes FROM publications)
USING (publisher, sequence)
"""
"""The frames with an event that crossed an edge."""

_QUIET_EVENTS = """
CREATE TEMP TABLE quiet_events AS
SELECT publications.publisher, publications.sequence, publications.topic::VARCHAR AS topic, publications.time_ns,
       hosts.cluster AS source
FROM publications JOIN hosts ON hosts.node = publications.publisher CROSS JOIN run
WHERE publications.time_ns BETWEEN start_ns AND end_ns - 1000000000
  AND topic::VARCHAR IN (SELECT topic::VARCHAR FROM topic_trees)
  AND NOT EXISTS (SELECT 1 FROM topic_trees
                  WHERE topic_trees.topic::VARCHAR = publications.topic::VARCHAR
                    AND abs(topic_trees.time_ns - publications.time_ns) < 1000000000)
  AND NOT EXISTS (SELECT 1 FROM route_updates
                  WHERE publications.time_ns > route_updates.time_ns - 1000000000
                    AND publications.time_ns < greatest(computed_ns, installed_ns) + 1000000000)
  AND NOT EXISTS (SELECT 1 FROM forwarding_drops
                  WHERE reason = 'queue' AND forwarding_drops.time_ns >= publications.time_ns
                    AND forwarding_drops.time_ns < publications.time_ns + 5000000000)
  AND NOT EXISTS (SELECT 1 FROM failures
                  WHERE publications.time_ns > failures.time_ns - 1000000000
                    AND (restored_ns < 0 OR publications.time_ns < restored_ns + 1000000000))
"""
"""Events that were published while nothing changed: within a second no overlay of their topic, no route and nothing
that has failed, and no queue was full in five seconds. They cross every edge of their topic's overlay once."""

_TREE_AT = """
CREATE TEMP TABLE quiet_trees AS
SELECT publisher, sequence, tree.a, tree.b
FROM quiet_events JOIN (
    SELECT topic::VARCHAR AS topic, source, a, b, time_ns, present,
           lead(time_ns) OVER (PARTITION BY topic, source, a, b ORDER BY time_ns, present) AS until_ns
    FROM topic_trees
) AS tree
ON tree.topic = quiet_events.topic AND present = 1 AND tree.time_ns <= quiet_events.time_ns
   AND (until_ns IS NULL OR until_ns > quiet_events.time_ns) AND tree.source IN (4294967295, quiet_events.source)
"""
"""The edges of the overlay that each quiet event goes by."""

_BROKEN_TREES = """
CREATE TEMP TABLE broken_trees AS
SELECT publisher, sequence FROM (
    SELECT publisher, sequence, count(*) AS edges FROM quiet_trees GROUP BY ALL
) JOIN (
    SELECT publisher, sequence, count(DISTINCT cluster) AS clusters, list(cluster) AS members FROM (
        SELECT publisher, sequence, unnest([a, b]) AS cluster FROM quiet_trees
    ) GROUP BY ALL
) USING (publisher, sequence) JOIN quiet_events USING (publisher, sequence)
WHERE clusters <> edges + 1 OR NOT list_contains(members, source)
"""
"""Quiet events whose overlay is in parts, or without their publisher's cluster, as a policy can leave it: they cross
the part of their publisher alone."""

_WHOLE_TREES = """
DELETE FROM quiet_events WHERE (publisher, sequence) IN (SELECT (publisher, sequence) FROM broken_trees);
DELETE FROM quiet_trees WHERE (publisher, sequence) IN (SELECT (publisher, sequence) FROM broken_trees)
"""

_READ_EARLY = 0.1
"""Share of a period by which a counter may have been read before the report that ends the period."""
_SENT_LATE = 0.2
"""Share of a period by which a link may send what its port has counted: frames wait in a queue."""

_PERIOD_BYTES = f"""
CREATE TEMP TABLE period_bytes AS
WITH periods AS (
    SELECT a, b, from_ns, until_ns, measured_bps, ({_READ_EARLY} * (until_ns - from_ns))::BIGINT AS early_ns,
           ({_SENT_LATE} * (until_ns - from_ns))::BIGINT AS late_ns
    FROM (SELECT a, b, measured_bps, time_ns AS until_ns,
                 lag(time_ns) OVER (PARTITION BY a, b ORDER BY time_ns) AS from_ns
          FROM edge_loads) AS ends
    WHERE from_ns IS NOT NULL AND EXISTS (SELECT 1 FROM edge_use)
      AND NOT EXISTS (
          SELECT 1 FROM failures LEFT JOIN switches ON node = failures.a
          WHERE failures.time_ns <= until_ns AND (restored_ns < 0 OR restored_ns >= from_ns)
            AND (kind <> 'link' AND cluster IN (ends.a, ends.b)
                 OR kind = 'link' AND least(failures.a, failures.b) = ends.a
                    AND greatest(failures.a, failures.b) = ends.b)
      )
), sent AS (
    SELECT a, b, from_cluster, time_ns, bytes FROM packets
    JOIN trunks ON from_node = node AND to_node = link_to WHERE is_tx
)
SELECT a, b, from_ns, until_ns, round(any_value(measured_bps) / 8e9 * (until_ns - from_ns))::BIGINT AS counted_bytes,
       coalesce(max(least_bytes), 0)::BIGINT AS least_bytes, coalesce(max(most_bytes), 0)::BIGINT AS most_bytes
FROM periods LEFT JOIN (
    SELECT periods.a, periods.b, periods.until_ns, from_cluster, sum(bytes) AS most_bytes,
           sum(bytes) FILTER (time_ns > from_ns + late_ns AND time_ns <= until_ns - early_ns) AS least_bytes
    FROM sent JOIN periods
    ON sent.a = periods.a AND sent.b = periods.b AND time_ns > from_ns - early_ns
       AND time_ns <= until_ns + late_ns
    GROUP BY ALL
) USING (a, b, until_ns)
GROUP BY a, b, from_ns, until_ns
"""
"""Each edge and period of the statistics: the bytes of the busier direction by the counters of ports, and the least and
the most that they may be by the captures, as counters are read up to a tenth of a period before they are reported. No
row where the edge had failed: what a dead link was given is captured, but its port does not count it."""

SWITCH_TABLES = (
    *("trunks", "edge_use", "trunk_events", "quiet_events", "quiet_trees", "period_bytes", "last_flow_tables"),
    *ROUTE_TABLES,
)

_LAST = pa.schema([(name, pa.uint32()) for name in ("switch", "entries", "groups", "buckets")])


def last_flow_tables(database: duckdb.DuckDBPyConnection) -> pa.Table:
    """Each switch with the size of its tables at the end of the measured window; 0 where nothing was installed.

    Several rows of one switch may have one time; the last of them counts.
    """
    switches = [row[0] for row in database.execute("SELECT node FROM switches ORDER BY node").fetchall()]
    sizes = dict.fromkeys(switches, (0, 0, 0))
    rows = database.execute(
        "SELECT time_ns, switch, entries, groups, buckets FROM flow_tables, run WHERE time_ns <= end_ns"
    ).fetchnumpy()
    for at in np.argsort(rows["time_ns"], kind="stable").tolist():
        sizes[int(rows["switch"][at])] = int(rows["entries"][at]), int(rows["groups"][at]), int(rows["buckets"][at])
    columns = list(zip(*((switch, *size) for switch, size in sizes.items()), strict=True)) or [(), (), (), ()]
    return pa.table([pa.array(column, pa.uint32()) for column in columns], schema=_LAST)


_A_FRAME = 1500
"""Bytes that a port has counted and a link has not begun to send, at most."""

SWITCH_CHECKS = f"""
SELECT 'frames of events between clusters' AS "check",
       (SELECT count(*) FROM quiet_trees)::BIGINT AS trace_value,
       (SELECT count(*) FROM trunk_events SEMI JOIN quiet_events USING (publisher, sequence))::BIGINT AS pcap_value
WHERE EXISTS (SELECT 1 FROM edge_use) AND EXISTS (SELECT 1 FROM quiet_trees)
  AND NOT EXISTS (SELECT 1 FROM routed_events)
UNION ALL
SELECT 'events on their overlay alone', (SELECT count(*) FROM quiet_events),
       (SELECT count(*) FROM quiet_events ANTI JOIN (
            SELECT coalesce(tree.publisher, sent.publisher) AS publisher,
                   coalesce(tree.sequence, sent.sequence) AS sequence
            FROM quiet_trees AS tree FULL JOIN (
                SELECT publisher, sequence, a, b, count(*) AS frames FROM trunk_events
                SEMI JOIN quiet_events USING (publisher, sequence) GROUP BY ALL
            ) AS sent USING (publisher, sequence, a, b)
            WHERE frames IS DISTINCT FROM 1 OR tree.a IS NULL
        ) USING (publisher, sequence))
WHERE EXISTS (SELECT 1 FROM edge_use) AND EXISTS (SELECT 1 FROM quiet_events)
  AND NOT EXISTS (SELECT 1 FROM routed_events)
UNION ALL
SELECT 'loads of edges by the counters of ports', count(*), count_if(
    counted_bytes BETWEEN least_bytes - {_A_FRAME} AND most_bytes + {_A_FRAME}
) FROM period_bytes HAVING count(*) > 0
"""
"""Frames that quiet events need by their overlays, and those captured; events that crossed each edge of their overlay
once and no other; edges and periods, and those whose load by the counters the captures can explain. Where packets carry
routes, these and not the overlays decide, and the first two have no row: spark_analysis.run.sdn.packet_routes."""


def create_switch_tables(database: duckdb.DuckDBPyConnection) -> None:
    """Make SWITCH_TABLES."""
    for statement in (
        _TRUNKS,
        _EDGE_USE,
        _TRUNK_EVENTS,
        _QUIET_EVENTS,
        _TREE_AT,
        _BROKEN_TREES,
        _WHOLE_TREES,
        _PERIOD_BYTES,
    ):
        database.execute(statement)
    database.register("last_flow_tables", last_flow_tables(database))
    create_route_tables(database)
