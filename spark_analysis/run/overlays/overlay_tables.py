"""What an overlay's messages cost, step by step. All tables are empty in runs without an overlay."""

from __future__ import annotations

import duckdb
import numpy as np
import pyarrow as pa

from schema.messages import TYPES
from spark_analysis.run.overlays.link_history import shapes_table
from spark_analysis.run.overlays.step_length import step_length

OV_NOTIFY = TYPES["ov_notify"]

_HOMES = """
CREATE TEMP TABLE overlay_homes AS
SELECT node, node AS broker FROM overlay_brokers
UNION SELECT node, broker FROM clients WHERE broker IN (SELECT node FROM overlay_brokers)
"""
"""The broker of each broker and client. The client of a broker may be a node of its own, or the broker itself."""

_PAIR_COSTS = """
CREATE TEMP TABLE pair_costs AS
SELECT a, b, any_value(cost) AS cost FROM (
    SELECT a, b, cost FROM overlay_links UNION ALL SELECT a, b, cost FROM overlay_pairs
) GROUP BY a, b
"""

_MESSAGE_COSTS = """
CREATE TEMP TABLE message_costs AS
SELECT from_node, to_node, pair.cost + receiver.cost AS cost FROM (
    SELECT a AS from_node, b AS to_node, cost FROM pair_costs UNION ALL SELECT b, a, cost FROM pair_costs
) AS pair JOIN overlay_brokers AS receiver ON receiver.node = to_node
"""
"""What a message from one broker to another costs: to cross the link, and to be processed at the receiver."""

_PUBLISHER_COSTS = f"""
CREATE TEMP TABLE publisher_costs AS
SELECT time_ns, publisher, sequence, broker, cost
FROM publications SEMI JOIN (
    SELECT publisher, sequence FROM deliveries
    UNION SELECT publisher, sequence FROM transmissions WHERE type = {OV_NOTIFY}
) AS touched USING (publisher, sequence)
JOIN overlay_homes ON overlay_homes.node = publisher
JOIN overlay_brokers ON overlay_brokers.node = broker
"""
"""What the publisher's own broker costs, per event that it sent on or that was delivered."""

_CLOCK = pa.schema([*((name, pa.int64()) for name in ("step_ns", "first_ns", "end_ns")), ("ticks", pa.float64())])


def overlay_clock(database: duckdb.DuckDBPyConnection) -> pa.Table:
    """One row on the steps of the run: their length, and where the whole steps of the measured window begin and end.

    `ticks` is the length of those steps in units of time. No row in a run without an overlay.
    """
    starts = np.sort(database.execute("SELECT DISTINCT time_ns FROM overlay_steps").fetchnumpy()["time_ns"])
    about = database.execute(
        "SELECT start_ns, end_ns, tick_ns, step_ns FROM run WHERE EXISTS (SELECT 1 FROM overlay_brokers)"
    ).fetchall()
    if not about:
        return _CLOCK.empty_table()
    start_ns, end_ns, tick_ns, step_ns = about[0]
    step_ns = step_length(starts, step_ns)
    phase = int(starts[0]) % step_ns if len(starts) else 0
    first_ns = phase - (phase - start_ns) // step_ns * step_ns
    last_ns = phase + (end_ns - phase) // step_ns * step_ns
    ticks = max(0, last_ns - first_ns) / max(tick_ns, 1)
    row = {"step_ns": step_ns, "first_ns": first_ns, "end_ns": max(first_ns, last_ns), "ticks": ticks}
    return pa.Table.from_pylist([row], _CLOCK)


def _cost(count: str) -> str:
    """The cost of messages of one kind; NULL where the cost of a pair of brokers that sent any is not known."""
    return f"if(count_if(cost IS NULL AND {count} > 0) > 0, NULL, coalesce(sum({count} * cost), 0))"


_OVERLAY_COSTS = f"""
CREATE TEMP TABLE overlay_costs AS
SELECT steps.time_ns, (steps.time_ns >= first_ns AND steps.time_ns < end_ns) AS in_window,
       (sent_n + coalesce(at_publishers, 0))::DOUBLE AS cost_n, cost_a::DOUBLE AS cost_a, cost_s::DOUBLE AS cost_s,
       cost_other::DOUBLE AS cost_other, control_bytes::BIGINT AS control_bytes
FROM (
    SELECT time_ns, {_cost("notifications")} AS sent_n, {_cost("advertisements")} AS cost_a,
           {_cost("subscriptions")} AS cost_s, {_cost("other_messages")} AS cost_other,
           coalesce(sum(control_bytes), 0) AS control_bytes
    FROM (
        SELECT * FROM overlay_steps
        UNION ALL SELECT unnest(generate_series(first_ns, end_ns - 1, step_ns)), NULL, NULL, 0, 0, 0, 0, 0
        FROM overlay_clock
    ) LEFT JOIN message_costs ON from_node = a AND to_node = b GROUP BY time_ns
) AS steps CROSS JOIN overlay_clock LEFT JOIN (
    SELECT first_ns + floor((time_ns - first_ns) / step_ns)::BIGINT * step_ns AS time_ns, sum(cost) AS at_publishers
    FROM publisher_costs CROSS JOIN overlay_clock GROUP BY ALL
) AS published USING (time_ns)
"""
"""A row per step, the silent ones of the measured window included: what its messages cost, and their bytes of control.

`in_window`: the whole step is in the measured window. `cost_n` is of notifications, the publishers' brokers included,
`cost_a` of advertisements, `cost_s` of subscriptions, `cost_other` of all other messages.
"""

OVERLAY_TABLES = (
    *("overlay_homes", "pair_costs", "message_costs", "publisher_costs"),
    *("overlay_clock", "overlay_costs", "overlay_shapes"),
)


def create_overlay_tables(database: duckdb.DuckDBPyConnection) -> None:
    """Make OVERLAY_TABLES."""
    for statement in (_HOMES, _PAIR_COSTS, _MESSAGE_COSTS, _PUBLISHER_COSTS):
        database.execute(statement)
    database.register("overlay_clock", overlay_clock(database))
    database.execute(_OVERLAY_COSTS)
    database.register("overlay_shapes", shapes_table(database))
