"""What a failure costs, and how long its repair takes."""

from __future__ import annotations

from spark_analysis.metrics.metric import DELIVERY, ON_WIRES, TIME, Metric

REPAIR_TIME = Metric(
    name="repair_time_s",
    order=950,
    unit="s",
    definition="Time from a failure until the last switch confirmed its last change because of it, mean over the "
    "failures of the measured window. No value where nothing was changed.",
    source="ours; traces",
    compute="""
        SELECT avg(repaired_ns - time_ns) / 1e9 AS value FROM (
            SELECT failure.time_ns, max(installed_ns) AS repaired_ns
            FROM (
                SELECT time_ns, restored_ns, lead(time_ns) OVER (ORDER BY time_ns) AS next_ns FROM failures
            ) AS failure CROSS JOIN run JOIN route_updates
            ON cause = 'failure' AND installed_ns >= failure.time_ns AND detected_ns >= failure.time_ns
               AND detected_ns < coalesce(next_ns, end_ns + 1) AND (restored_ns < 0 OR detected_ns < restored_ns)
            WHERE failure.time_ns BETWEEN start_ns AND end_ns GROUP BY ALL
        )""",
    needs=("failures", "route_updates", "run"),
    kinds=ON_WIRES,
    label="time to repair",
    group=TIME,
    better="lower",
    shown_in={"failure-harm": 3},
    in_every_run=False,
)

OUTAGE = Metric(
    name="outage_s",
    order=951,
    unit="s",
    definition="Time from a failure to the publication of the last event that lost a due delivery and was published "
    "before the next failure and before what had failed came back; 0 where none did. Mean over the failures of the "
    "measured window.",
    source="ours; traces",
    compute="""
        SELECT avg(coalesce(last_lost_ns - failed_ns, 0)) / 1e9 AS value FROM (
            SELECT failure.time_ns AS failed_ns, max(lost.time_ns) AS last_lost_ns
            FROM (
                SELECT time_ns, restored_ns, lead(time_ns) OVER (ORDER BY time_ns) AS next_ns FROM failures
            ) AS failure CROSS JOIN run LEFT JOIN (
                SELECT publications.time_ns FROM delivered JOIN publications USING (publisher, sequence)
                WHERE hops IS NULL
            ) AS lost
            ON lost.time_ns >= failure.time_ns AND lost.time_ns <= end_ns
               AND lost.time_ns < coalesce(next_ns, end_ns + 1) AND (restored_ns < 0 OR lost.time_ns < restored_ns)
            WHERE failure.time_ns BETWEEN start_ns AND end_ns GROUP BY failure.time_ns
        )""",
    needs=("delivered", "failures", "publications", "run"),
    kinds=ON_WIRES,
    label="time in which events get lost",
    group=DELIVERY,
    better="lower",
    shown_in={"failure-harm": 2},
    in_every_run=False,
)
