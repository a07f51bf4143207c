"""What the packets of a wired run are counted into: the tables that its metrics query.

The capture of a link direction holds what `node` sent to `link_to`: every record is a transmission. The capture of a
node, whose `link_to` is NULL, also has what it received.
"""

from __future__ import annotations

import duckdb

from spark_analysis.run.kind_tables import SENT_BY_TYPE, KindTables

_FRAMES = """
CREATE TEMP TABLE frames AS
SELECT node, link_to, type, is_event, sender, publisher, sequence, bytes,
       time_ns BETWEEN start_ns AND end_ns AS in_window, count(*) AS frames
FROM packets, run
WHERE is_tx AND (link_to IS NOT NULL OR node NOT IN (SELECT node FROM packets WHERE link_to IS NOT NULL)) GROUP BY ALL
"""
"""The packets sent, counted: so many `frames` are alike. A node's own capture counts where its links have none."""

_EVENT_FRAMES = """
CREATE TEMP TABLE event_frames AS
SELECT node, link_to, time_ns, publisher, sequence, ipv4_destination,
       sequence < max(sequence) OVER (
           PARTITION BY node, link_to, publisher, ipv4_destination ORDER BY time_ns
           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
       ) AS is_late
FROM packets WHERE is_event AND link_to IS NOT NULL
"""
"""The packets on links that carry events.

`is_late`: a later event of its publisher crossed the link to the same destination before it.
"""

_LINK_USE = """
CREATE TEMP TABLE link_use AS
SELECT from_node, to_node, coalesce(sent.frames, 0)::BIGINT AS tx_frames, coalesce(sent.bytes, 0)::BIGINT AS tx_bytes,
       coalesce(sent.event_frames, 0)::BIGINT AS event_frames,
       coalesce(sent.bytes, 0) * 8 / (rate_bps * window_s) AS utilisation
FROM links CROSS JOIN run LEFT JOIN (
    SELECT node, link_to, sum(frames) AS frames, sum(frames * bytes) AS bytes,
           sum(if(is_event, frames, 0)) AS event_frames
    FROM frames WHERE in_window GROUP BY ALL
) AS sent ON sent.node = from_node AND sent.link_to = to_node
WHERE captures > 0
"""
"""What each link direction carried in the measured window, and the share of its rate that this took."""

_LOST_FRAMES = """
CREATE TEMP TABLE lost_frames AS
SELECT node, link_to, count(*) AS frames FROM (
    SELECT DISTINCT node, link_to, publisher, sequence, ipv4_destination FROM event_frames
) AS sent
ANTI JOIN event_frames AS onward
ON onward.node = sent.link_to AND onward.publisher = sent.publisher AND onward.sequence = sent.sequence
   AND onward.ipv4_destination = sent.ipv4_destination
ANTI JOIN deliveries
ON deliveries.node = sent.link_to AND deliveries.publisher = sent.publisher AND deliveries.sequence = sent.sequence
GROUP BY ALL
"""
"""Events that crossed a link direction and got lost there: the far end neither delivered them nor sent them on."""

LINK_LOADS = """
SELECT from_node AS node, to_node AS link_to, tx_frames, tx_bytes, event_frames, utilisation,
       coalesce(lost.frames, 0)::BIGINT AS lost_events, coalesce(late.frames, 0)::BIGINT AS reordered_events
FROM link_use
LEFT JOIN lost_frames AS lost ON lost.node = from_node AND lost.link_to = to_node
LEFT JOIN (SELECT node, link_to, count(*) AS frames FROM event_frames WHERE is_late GROUP BY ALL) AS late
ON late.node = from_node AND late.link_to = to_node
ORDER BY from_node, to_node
"""
"""A row per link direction, whether anything was sent over it or not."""


_SENT_BY_HOSTS = f"""
SELECT CASE type {SENT_BY_TYPE} ELSE 'sent: other' END AS "check",
       sum(traced) AS trace_value, sum(captured) AS pcap_value
FROM (
    SELECT type, 1 AS traced, 0 AS captured FROM transmissions
    UNION ALL
    SELECT type, 0, frames FROM frames WHERE type > 0 AND node = sender
) GROUP BY ALL
"""
"""A router sends a host's message on as it is, so that it counts on the first link of its way alone."""

_REACHED = """
SELECT 'due deliveries found in a capture' AS "check", count(*) AS trace_value,
       count_if(first_ns <= delivered_ns) AS pcap_value
FROM (SELECT publisher, sequence, node, min(time_ns) AS delivered_ns
      FROM deliveries JOIN due USING (publisher, sequence, node) WHERE wanted = 1 GROUP BY ALL)
LEFT JOIN (SELECT publisher, sequence, link_to AS node, min(time_ns) AS first_ns FROM event_frames GROUP BY ALL)
USING (publisher, sequence, node)
HAVING count(*) > 0
"""

WIRED_CHECKS = f"""
SELECT "check", trace_value::BIGINT AS trace_value, pcap_value::BIGINT AS pcap_value
FROM ({_SENT_BY_HOSTS} UNION ALL {_REACHED}) WHERE (SELECT captures FROM run) > 0 ORDER BY "check"
"""
"""A row per message type, one for deliveries; none for a run without captures."""


def create_wired_tables(database: duckdb.DuckDBPyConnection) -> None:
    """Make `frames`, `event_frames`, `link_use` and `lost_frames`."""
    for statement in (_FRAMES, _EVENT_FRAMES, _LINK_USE, _LOST_FRAMES):
        database.execute(statement)


WIRED_TABLES = KindTables(
    names=("packets", "frames", "event_frames", "link_use", "lost_frames"),
    packets=(
        *("time_ns", "bytes", "is_tx", "ipv4_source", "ipv4_destination", "hop_limit"),
        *("type", "sender", "is_event", "header_bytes", "publisher", "sequence", "hops", "client", "request"),
    ),
    create=create_wired_tables,
    checks=WIRED_CHECKS,
    links=LINK_LOADS,
)
