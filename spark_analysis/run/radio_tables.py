"""What the packets of a radio run are counted into: the tables that its metrics query."""

from __future__ import annotations

import duckdb
import pyarrow as pa

from schema.messages import NAMES
from spark_analysis.run.arrivals import PAIR, Arrivals
from spark_analysis.run.kind_tables import SENT_BY_TYPE, KindTables

AIRTIME_US = """CASE WHEN rate_kbps IN (1000, 2000, 5500, 11000) THEN 192 + ceil(8000 * bytes / rate_kbps)
     WHEN rate_kbps > 0 THEN 20 + 4 * ceil((16 + 8 * bytes + 6) * 1000 / (4 * rate_kbps)) ELSE 0 END"""
"""How long a frame is on the air, in µs: 802.11b's long preamble and the bits, or OFDM's preamble and symbols."""

FRAMES = f"""
CREATE TEMP TABLE frames AS
SELECT node, type, is_event, is_tx, retry, publisher, sequence, bytes, header_bytes, rate_kbps,
       time_ns BETWEEN start_ns AND end_ns AS in_window, count(*) AS frames,
       {AIRTIME_US} AS airtime_us
FROM packets, run GROUP BY ALL
"""
"""The packets counted: so many `frames` are alike, and each is on the air for `airtime_us`."""

IN_WINDOW = "CREATE TEMP VIEW in_window AS SELECT frames.*, nodes, window_s FROM frames, run WHERE in_window"

LOADS = """
SELECT nodes.node, coalesce(sum(frames), 0)::BIGINT AS tx_frames, coalesce(sum(frames * bytes), 0)::BIGINT AS tx_bytes,
       coalesce(sum(if(is_event, frames, 0)), 0)::BIGINT AS event_frames,
       coalesce(sum(frames * airtime_us), 0) / 1e6 AS airtime_s
FROM nodes LEFT JOIN (SELECT * FROM in_window WHERE is_tx) AS sent ON sent.node = nodes.node
WHERE (SELECT captures FROM run) > 0 GROUP BY nodes.node ORDER BY nodes.node
"""
"""What each node has sent in the measured window; a row per node, whether it sent anything or not."""


_GIVEN_UP = "\n".join(f"WHEN 'radio gave up {name}' THEN {number}" for number, name in NAMES.items())

_SENT = f"""
SELECT CASE type {SENT_BY_TYPE} ELSE 'sent: other' END AS "check",
       sum(traced) AS trace_value, sum(captured) AS pcap_value
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

RADIO_CHECKS = f"""
SELECT "check", trace_value::BIGINT AS trace_value, pcap_value::BIGINT AS pcap_value
FROM ({_SENT} UNION ALL {_FOUND}) WHERE (SELECT captures FROM run) > 0 ORDER BY "check"
"""
"""A row per message type, one for deliveries; none for a run without captures."""


def create_radio_tables(database: duckdb.DuckDBPyConnection) -> None:
    """Make `frames`, `in_window` and `heard`."""
    database.execute(FRAMES)
    database.execute(IN_WINDOW)
    database.register("heard", _heard(database))


def _heard(database: duckdb.DuckDBPyConnection) -> pa.Table:
    received = database.execute(f"SELECT {', '.join(PAIR)}, time_ns FROM packets WHERE is_event AND NOT is_tx")
    rows = received.fetchnumpy()
    found = Arrivals.of(*(rows[name] for name in PAIR))
    columns = {name: getattr(found, name) for name in (*PAIR, "times")}
    return pa.table({**columns, "first_ns": rows["time_ns"][found.first]})


RADIO_TABLES = KindTables(
    names=("packets", "frames", "in_window", "heard"),
    packets=(
        *("time_ns", "bytes", "is_tx", "retry", "rate_kbps", "signal_dbm", "source", "frame"),
        *("type", "sender", "is_event", "header_bytes", "publisher", "sequence", "hops"),
    ),
    create=create_radio_tables,
    checks=RADIO_CHECKS,
    loads=LOADS,
)
