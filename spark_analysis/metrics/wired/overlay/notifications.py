"""Notifications that got lost, came twice, or came in another order than they were published in."""

from __future__ import annotations

from spark_analysis.metrics.metric import DELIVERY, ON_WIRES, Metric

LOST_NOTIFICATIONS = Metric(
    name="lost_notifications",
    order=700,
    unit="deliveries",
    definition="Due deliveries that were not made, of events that were published in the measured window.",
    source="ours; traces",
    compute="""
        SELECT count_if(hops IS NULL)::DOUBLE AS value
        FROM delivered JOIN publications USING (publisher, sequence), run
        WHERE time_ns BETWEEN start_ns AND end_ns
        HAVING EXISTS (SELECT 1 FROM overlay_brokers) OR EXISTS (SELECT 1 FROM switches)""",
    needs=("delivered", "overlay_brokers", "publications", "run", "switches"),
    kinds=ON_WIRES,
    label="lost notifications",
    group=DELIVERY,
    better="lower",
    short_label="lost",
    shown_in={"terminal": 6, "answer": 4, "overlay-harm": 2, "failure-harm": 1},
    in_every_run=False,
)

DUPLICATE_NOTIFICATIONS = Metric(
    name="duplicate_notifications",
    order=710,
    unit="deliveries",
    definition="Deliveries of an event to a node that it had been delivered to before, of events that were published "
    "in the measured window.",
    source="ours; traces",
    compute="""
        SELECT coalesce(sum(copies - 1), 0)::DOUBLE AS value
        FROM (SELECT count(*) AS copies FROM deliveries JOIN publications USING (publisher, sequence), run
              WHERE publications.time_ns BETWEEN start_ns AND end_ns GROUP BY publisher, sequence, deliveries.node)
        HAVING (SELECT count(*) FROM overlay_brokers) > 0""",
    needs=("deliveries", "overlay_brokers", "publications", "run"),
    kinds=ON_WIRES,
    label="duplicate notifications",
    group=DELIVERY,
    better="lower",
    shown_in={"overlay-harm": 3},
    in_every_run=False,
)

REORDERED_NOTIFICATIONS = Metric(
    name="reordered_notifications",
    order=720,
    unit="deliveries",
    definition="First deliveries of an event to a node that had got a later event of the same publisher before, of "
    "events that were published in the measured window.",
    source="RFC 4737, section 3; traces",
    compute="""
        SELECT count_if(sequence < latest)::DOUBLE AS value
        FROM (SELECT sequence, max(sequence) OVER (
                  PARTITION BY publisher, node ORDER BY first_ns, sequence
                  ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS latest
              FROM (SELECT publisher, sequence, node, min(deliveries.time_ns) AS first_ns
                    FROM deliveries JOIN publications USING (publisher, sequence), run
                    WHERE publications.time_ns BETWEEN start_ns AND end_ns GROUP BY ALL))
        HAVING (SELECT count(*) FROM overlay_brokers) > 0""",
    needs=("deliveries", "overlay_brokers", "publications", "run"),
    kinds=ON_WIRES,
    label="reordered notifications",
    group=DELIVERY,
    better="lower",
    shown_in={"overlay-harm": 4},
    in_every_run=False,
)
