"""Runs in which switches forward by routes in packets: what the routes ask for, against what was captured.

A Bloom filter of links asks for every link whose identifier is in it, those of no overlay included. A bit string asks
for nothing but its egresses. All tables are empty in other runs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

import duckdb
import pyarrow as pa

from schema.routes import ROUTE_BITS, ROUTE_FILTER, TABLES
from schema.routes.links import is_in_filter

_ROUTED_EVENTS = """
CREATE TEMP TABLE routed_events AS
SELECT DISTINCT publisher, sequence, route FROM packets WHERE is_event AND route > 0
"""
"""The events that a packet with a route carried, with each kind of route."""

_EVENT_FILTERS = f"""
CREATE TEMP TABLE event_filters AS
SELECT publisher, sequence, any_value(filter) AS filter, any_value(link_table) AS link_table FROM (
    SELECT DISTINCT publisher, sequence, ipv6_source || ipv6_destination AS filter, flow_label % {TABLES} AS link_table
    FROM packets SEMI JOIN quiet_events USING (publisher, sequence) WHERE is_event AND route = {ROUTE_FILTER}
) GROUP BY ALL HAVING count(*) = 1
"""
"""The Bloom filter of each quiet event, and the table of identifiers that it is made of."""

_HOPS = """
CREATE TEMP TABLE routed_hops AS
SELECT publisher, sequence, node, link_to, count(*) AS frames, count_if(hop_limit > 1) AS living,
       sum(egresses)::BIGINT AS egresses, coalesce(sum(egresses) FILTER (hop_limit > 1), 0)::BIGINT AS living_egresses
FROM packets JOIN link_roles ON from_node = node AND to_node = link_to
SEMI JOIN (SELECT publisher, sequence FROM routed_events SEMI JOIN quiet_events USING (publisher, sequence)) AS routed
USING (publisher, sequence)
WHERE is_event AND role <> 'control' GROUP BY ALL
"""
"""Frames of each quiet event with a route on each link direction; a switch sends on those that are `living`."""

ROUTE_TABLES = ("routed_events", "event_filters", "routed_hops", "filter_links", "needed_edges")

_FILTER_LINKS = pa.schema(
    [("filter", pa.binary()), ("link_table", pa.uint32()), ("from_node", pa.uint32()), ("to_node", pa.uint32())]
)
_NEEDED_EDGES = pa.schema([(name, pa.uint32()) for name in ("publisher", "sequence", "a", "b")])


def _filter_links(database: duckdb.DuckDBPyConnection) -> pa.Table:
    """Each filter with the links from switches that it asks for."""
    links = database.execute(
        "SELECT from_node, to_node FROM link_roles WHERE role <> 'control' AND from_node IN (SELECT node FROM switches)"
    ).fetchall()
    filters = database.execute("SELECT DISTINCT filter, link_table FROM event_filters").fetchall()
    rows: list[tuple[Any, ...]] = [
        (octets, table, start, end)
        for octets, table in filters
        for start, end in links
        if is_in_filter(int.from_bytes(octets, "big"), start, end, table)
    ]
    return _table(rows, _FILTER_LINKS)


def _needed_edges(database: duckdb.DuckDBPyConnection) -> pa.Table:
    """The edges of overlays between the publisher and the due receivers of each quiet event with a filter."""
    receivers: dict[tuple[int, int], set[int]] = defaultdict(set)
    trees: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for publisher, sequence, cluster in database.execute(
        "SELECT publisher, sequence, cluster FROM due JOIN hosts USING (node) UNION ALL "
        "SELECT publisher, sequence, source FROM quiet_events"
    ).fetchall():
        receivers[publisher, sequence].add(cluster)
    for publisher, sequence, a, b in database.execute(
        f"SELECT publisher, sequence, a, b FROM quiet_trees "
        f"WHERE EXISTS (SELECT 1 FROM routed_events WHERE route = {ROUTE_FILTER})"
    ).fetchall():
        trees[publisher, sequence].append((a, b))
    rows: list[tuple[Any, ...]] = [
        (*event, *edge) for event, tree in trees.items() for edge in _between(tree, receivers[event])
    ]
    return _table(rows, _NEEDED_EDGES)


def _table(rows: list[tuple[Any, ...]], schema: pa.Schema) -> pa.Table:
    columns = ([row[at] for row in rows] for at in range(len(schema)))
    return pa.table([pa.array(column, kind) for column, kind in zip(columns, schema.types, strict=True)], schema=schema)


def _between(tree: Iterable[tuple[int, int]], members: set[int]) -> set[tuple[int, int]]:
    """The edges of `tree` that lie between two of `members`."""
    kept = set(tree)
    while True:
        degree = Counter(end for edge in kept for end in edge)
        needless = {edge for edge in kept if any(degree[end] == 1 and end not in members for end in edge)}
        if not needless:
            return kept
        kept -= needless


ROUTE_CHECKS = f"""
SELECT 'edges of overlays that receivers need' AS "check", count(*)::BIGINT AS trace_value,
       count(sent.publisher)::BIGINT AS pcap_value
FROM needed_edges LEFT JOIN (SELECT DISTINCT publisher, sequence, a, b FROM trunk_events) AS sent
USING (publisher, sequence, a, b)
WHERE EXISTS (SELECT 1 FROM edge_use) HAVING count(*) > 0
UNION ALL
SELECT 'links of events by the filters in packets', count(*), count_if(asked.frames = sent.frames)
FROM (
    SELECT publisher, sequence, from_node AS node, to_node AS link_to,
           arrived.living - coalesce(back.living, 0) AS frames
    FROM (
        SELECT publisher, sequence, link_to AS switch, sum(living)::BIGINT AS living FROM routed_hops GROUP BY ALL
    ) AS arrived
    JOIN event_filters USING (publisher, sequence)
    JOIN filter_links ON filter_links.filter = event_filters.filter
                      AND filter_links.link_table = event_filters.link_table AND from_node = switch
    LEFT JOIN routed_hops AS back
    ON back.publisher = arrived.publisher AND back.sequence = arrived.sequence AND back.node = to_node
       AND back.link_to = from_node
    WHERE arrived.living > coalesce(back.living, 0)
) AS asked FULL JOIN (
    SELECT * FROM routed_hops SEMI JOIN event_filters USING (publisher, sequence)
    WHERE node IN (SELECT node FROM switches)
) AS sent USING (publisher, sequence, node, link_to)
WHERE EXISTS (SELECT 1 FROM edge_use) HAVING count(*) > 0
UNION ALL
SELECT 'egresses of events by the bit strings in packets', sum(arrived.egresses)::BIGINT,
       sum(coalesce(sent.egresses, 0))::BIGINT
FROM (
    SELECT publisher, sequence, link_to AS switch, sum(living_egresses) AS egresses FROM routed_hops
    GROUP BY ALL HAVING sum(living_egresses) > 0
) AS arrived LEFT JOIN (
    SELECT publisher, sequence, node AS switch,
           sum(if(link_to IN (SELECT node FROM hosts), frames, egresses)) AS egresses
    FROM routed_hops GROUP BY ALL
) AS sent USING (publisher, sequence, switch)
WHERE EXISTS (SELECT 1 FROM edge_use) AND EXISTS (SELECT 1 FROM routed_events WHERE route = {ROUTE_BITS})
HAVING count(*) > 0
"""
"""Of quiet events: edges that receivers need by overlays, and those that were crossed; links that a filter asks for, or
that were crossed, and those crossed as often as asked for; egresses of the packets that entered a switch, and those of
the packets that left it, a host counting as one.

A filter asks for a copy of each packet that entered a switch, but not back over the link that it came by.
"""


def create_route_tables(database: duckdb.DuckDBPyConnection) -> None:
    """Make ROUTE_TABLES; the tables of switches must be there."""
    for statement in (_ROUTED_EVENTS, _EVENT_FILTERS, _HOPS):
        database.execute(statement)
    database.register("filter_links", _filter_links(database))
    database.register("needed_edges", _needed_edges(database))
