"""What the packets of a wired run are counted into: the tables that its metrics query.

The capture of a link direction holds what `node` sent to `link_to`: every record is a transmission. The capture of a
node, whose `link_to` is NULL, also has what it received.
"""

from __future__ import annotations

import duckdb

from spark_analysis.run.kind_tables import SENT_BY_TYPE, KindTables
from spark_analysis.run.overlays.overlay_checks import OVERLAY_CHECKS
from spark_analysis.run.overlays.overlay_results import OVERLAY_RESULTS
from spark_analysis.run.overlays.overlay_tables import OVERLAY_TABLES, create_overlay_tables
from spark_analysis.run.sdn.packet_routes import ROUTE_CHECKS
from spark_analysis.run.sdn.switch_tables import SWITCH_CHECKS, SWITCH_TABLES, create_switch_tables
from spark_analysis.run.stores.request_tables import REQUEST_CHECKS, REQUEST_TABLES, RESPONSE, create_request_tables

_IS_ON_ITS_WAY = f"is_event AND type <> {RESPONSE}"
"""Of a packet: it carries an event to its subscribers. A response carries a stored one to a single client."""

_FRAMES = f"""
CREATE TEMP TABLE frames AS
SELECT node, link_to, type, {_IS_ON_ITS_WAY} AS is_event, sender, publisher, sequence, bytes,
       time_ns BETWEEN start_ns AND end_ns AS in_window, count(*) AS frames
FROM packets, run
WHERE is_tx AND (link_to IS NOT NULL OR node NOT IN (SELECT node FROM packets WHERE link_to IS NOT NULL)) GROUP BY ALL
"""
"""The packets sent, counted: so many `frames` are alike. A node's own capture counts where its links have none.

Responses to requests are no events here.
"""

_OWN_ADDRESSES = r"""
CREATE TEMP TABLE own_addresses AS
SELECT node, list_reduce(list_transform(string_split(address, '.'), lambda part: part::BIGINT),
                         lambda high, low: high * 256 + low) AS ipv4
FROM (SELECT node, unnest(string_split_regex(ipv4::VARCHAR, '[\s,;]+')) AS address FROM nodes)
WHERE regexp_full_match(address, '\d+\.\d+\.\d+\.\d+')
"""
"""Each node's IPv4 addresses as numbers."""

_EVENT_FRAMES = f"""
CREATE TEMP TABLE event_frames AS
SELECT node, link_to, time_ns, bytes, sender, publisher, sequence, ipv4_destination,
       hop_limit = 1 OR (link_to, ipv4_destination) IN (SELECT (node, ipv4) FROM own_addresses) AS ends_here,
       sequence < max(sequence) OVER (
           PARTITION BY node, link_to, publisher, ipv4_destination ORDER BY time_ns
           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
       ) AS is_late
FROM packets WHERE {_IS_ON_ITS_WAY} AND link_to IS NOT NULL
"""
"""The packets on links that carry events to subscribers.

`ends_here`: for the receiving end of the link alone, by its address or by its time to live, with which no router sends
it on; the table of nodes need not have all addresses of a node. `is_late`: a later event of its publisher crossed the
link to the same destination before it.
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
WHERE EXISTS (SELECT 1 FROM capture_points WHERE link_to IS NOT NULL)
"""
"""What each link direction carried in the measured window, and the share of its rate that this took. No row where no
link was captured."""

_DROPPED_FRAMES = """
CREATE TEMP TABLE dropped_frames AS
SELECT DISTINCT event_frames.node, link_to, publisher, sequence
FROM event_frames JOIN links ON from_node = event_frames.node AND to_node = link_to
JOIN drops ON drops.node = link_to
          AND abs(drops.time_ns - (event_frames.time_ns + event_frames.bytes * 8e9 / rate_bps + delay_ns)) < 1000
WHERE ends_here
"""
"""Events that the receiving end dropped at the moment at which they arrived, a duplicate for example.

A drop does not name its event. A link delivers one frame at a time, so that the moment, to a microsecond, does.
"""

_LOST_FRAMES = """
CREATE TEMP TABLE lost_frames AS
SELECT sent.node, sent.link_to, count(*) AS frames FROM (
    SELECT DISTINCT node, link_to, publisher, sequence, ipv4_destination, if(ends_here, link_to, NULL) AS end_node
    FROM event_frames
) AS sent
ANTI JOIN event_frames AS onward
ON onward.node = sent.link_to AND onward.publisher = sent.publisher AND onward.sequence = sent.sequence
   AND onward.ipv4_destination = sent.ipv4_destination
ANTI JOIN event_frames AS own
ON own.node = sent.end_node AND own.sender = sent.end_node
   AND own.publisher = sent.publisher AND own.sequence = sent.sequence
ANTI JOIN deliveries
ON deliveries.node = sent.link_to AND deliveries.publisher = sent.publisher AND deliveries.sequence = sent.sequence
ANTI JOIN dropped_frames AS dropped
ON dropped.link_to = sent.end_node AND dropped.node = sent.node
   AND dropped.publisher = sent.publisher AND dropped.sequence = sent.sequence
WHERE NOT EXISTS (SELECT 1 FROM switches)
GROUP BY ALL
"""
"""Events that crossed a link direction and got lost there: the far end neither delivered them nor sent them on.

No row in a network of switches: a switch without a subscriber behind it ends the way of an event.
A router sends the packet on to the same address. A broker, to which the packet is addressed, sends the event on in
messages of its own to any of its neighbours, or drops it.
"""

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
    SELECT type, 1 AS traced, 0 AS captured FROM transmissions WHERE node IN (SELECT node FROM capture_points)
    UNION ALL
    SELECT type, 0, frames FROM frames WHERE type > 0 AND node = sender
      AND (EXISTS (SELECT 1 FROM transmissions) OR NOT EXISTS (SELECT 1 FROM overlay_brokers))
) GROUP BY ALL
"""
"""What captured nodes sent. A router sends a host's message on as it is, so that it counts on the first link of its way
alone. A large overlay writes no transmissions: its steps are compared instead."""

_REACHED = """
SELECT 'due deliveries found in a capture' AS "check", count(*) AS trace_value,
       count_if(first_ns <= delivered_ns) AS pcap_value
FROM (SELECT publisher, sequence, node, min(time_ns) AS delivered_ns
      FROM deliveries JOIN due USING (publisher, sequence, node) WHERE wanted = 1 GROUP BY ALL)
LEFT JOIN (SELECT publisher, sequence, link_to AS node, min(time_ns) AS first_ns FROM event_frames GROUP BY ALL)
USING (publisher, sequence, node)
HAVING count(*) > 0 AND EXISTS (SELECT 1 FROM capture_points WHERE link_to IS NOT NULL)
"""

WIRED_CHECKS = f"""
SELECT "check", trace_value::BIGINT AS trace_value, pcap_value::BIGINT AS pcap_value
FROM ({_SENT_BY_HOSTS} UNION ALL {_REACHED} UNION ALL {REQUEST_CHECKS} UNION ALL ({OVERLAY_CHECKS})
      UNION ALL ({SWITCH_CHECKS}) UNION ALL ({ROUTE_CHECKS}))
WHERE (SELECT captures FROM run) > 0 ORDER BY "check"
"""
"""A row per message type, one for deliveries, three for requests, three for switches, some for routes in packets; none
without captures."""


def create_wired_tables(database: duckdb.DuckDBPyConnection) -> None:
    """Make the tables of packets, links, requests, overlays and switches."""
    for statement in (_FRAMES, _OWN_ADDRESSES, _EVENT_FRAMES, _LINK_USE, _DROPPED_FRAMES, _LOST_FRAMES):
        database.execute(statement)
    create_request_tables(database)
    create_overlay_tables(database)
    create_switch_tables(database)


WIRED_TABLES = KindTables(
    names=(
        "packets",
        "frames",
        "event_frames",
        "link_use",
        "lost_frames",
        *REQUEST_TABLES,
        *OVERLAY_TABLES,
        *SWITCH_TABLES,
    ),
    packets=(
        *("time_ns", "bytes", "is_tx", "ipv4_source", "ipv4_destination", "hop_limit"),
        *("ipv6_source", "ipv6_destination", "flow_label", "route", "egresses"),
        *("type", "sender", "is_event", "header_bytes", "publisher", "sequence", "hops", "client", "request"),
    ),
    create=create_wired_tables,
    checks=WIRED_CHECKS,
    links=LINK_LOADS,
    results=OVERLAY_RESULTS,
)
