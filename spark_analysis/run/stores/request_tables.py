"""The requests of a broker network with stores, counted on its links. All tables are empty in runs without stores."""

from __future__ import annotations

import duckdb

from schema.messages import TYPES
from schema.traces import NO_NODE, UNREACHABLE
from spark_analysis.run.stores.nearest_stores import planned_hops

REQUEST, RESPONSE, NO_MATCH = (TYPES[name] for name in ("request", "response", "no_match"))

_BROKER_LINKS = """
CREATE TEMP TABLE broker_links AS
SELECT from_node, to_node, rate_bps, delay_ns FROM links
WHERE from_node IN (SELECT node FROM brokers) AND to_node IN (SELECT node FROM brokers)
"""
"""The directions of links between brokers: the links that a request's hops count."""

_REQUEST_FRAMES = f"""
CREATE TEMP TABLE request_frames AS
SELECT client, request, type, node, link_to, time_ns, bytes, publisher, sequence,
       time_ns BETWEEN start_ns AND end_ns AS in_window, broker_links.from_node IS NOT NULL AS is_between_brokers
FROM packets CROSS JOIN run LEFT JOIN broker_links ON from_node = node AND to_node = link_to
WHERE client <> {NO_NODE} AND link_to IS NOT NULL
"""
"""The frames on links that are a request or an answer to one. The `client` of a copy between stores is a broker."""

_REQUEST_HOPS = f"""
CREATE TEMP TABLE request_hops AS
SELECT client, request, count_if(is_request AND node = client) AS attempts,
       count_if(is_request AND is_between_brokers) AS request_frames,
       count_if(is_request AND is_between_brokers AND time_ns >= last_ns) AS hops,
       count_if(type = {RESPONSE} AND is_between_brokers) AS response_frames,
       coalesce(sum(bytes) FILTER (is_request), 0)::BIGINT AS request_bytes,
       coalesce(sum(bytes) FILTER (NOT is_request), 0)::BIGINT AS response_bytes
FROM (
    SELECT *, type = {REQUEST} AS is_request,
           max(time_ns) FILTER (type = {REQUEST} AND node = client) OVER (PARTITION BY client, request) AS last_ns
    FROM request_frames
) AS sent GROUP BY client, request
"""
"""A row per request that any link carried.

`attempts`: times that the client sent it. `request_frames` and `response_frames`: its frames and those of its responses
on links between brokers. `hops`: links between brokers that its last attempt crossed. `request_bytes` and
`response_bytes`: the bytes of its frames and of all answers on all links, headers of links included.
"""

_WINDOW_REQUESTS = """
CREATE TEMP VIEW window_requests AS
SELECT requests.*, planned_hops, if(captures > 0, coalesce(request_frames, 0), NULL) AS request_frames,
       if(captures > 0, coalesce(request_hops.hops, 0), NULL) AS captured_hops
FROM requests CROSS JOIN run
LEFT JOIN request_hops USING (client, request) LEFT JOIN planned_hops USING (client, request)
WHERE time_ns BETWEEN start_ns AND end_ns
"""
"""The requests that clients sent in the measured window. `captured_hops` is 0 where no link between brokers carried it,
and NULL in a run without captures."""

REQUEST_CHECKS = f"""
SELECT 'links that requests crossed' AS "check", sum(nearest_hops) AS trace_value,
       sum(coalesce(found.hops, 0)) AS pcap_value
FROM requests LEFT JOIN request_hops AS found USING (client, request)
WHERE answered = 1 AND nearest_hops < {UNREACHABLE} HAVING count(*) > 0
UNION ALL
SELECT 'requests to the nearest store', count(*), count_if(coalesce(found.hops, 0) = planned_hops)
FROM requests LEFT JOIN request_hops AS found USING (client, request) LEFT JOIN planned_hops USING (client, request)
WHERE answered = 1 HAVING count(*) > 0
UNION ALL
SELECT 'responses that reached clients', (SELECT count(*) FROM responses),
       count(DISTINCT (client, request, publisher, sequence))
FROM request_frames WHERE type = {RESPONSE} AND link_to = client AND client IN (SELECT node FROM clients)
HAVING (SELECT count(*) FROM requests) > 0
"""
"""Of the requests that were answered: the sum of the distances that the program wrote, the number of requests whose
distance is that of the plan, and the responses. None in a run without requests."""

REQUEST_TABLES = ("broker_links", "request_frames", "request_hops", "planned_hops", "window_requests")


def create_request_tables(database: duckdb.DuckDBPyConnection) -> None:
    """Make REQUEST_TABLES."""
    for statement in (_BROKER_LINKS, _REQUEST_FRAMES, _REQUEST_HOPS):
        database.execute(statement)
    database.register("planned_hops", planned_hops(database))
    database.execute(_WINDOW_REQUESTS)
