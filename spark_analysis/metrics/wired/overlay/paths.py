"""How many links notifications cross: of the overlay, and of the network under it."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_WIRES, TIME, Metric

OVERLAY_HOPS_MEAN = Metric(
    name="overlay_hops_mean",
    order=730,
    unit="hops",
    definition="Mean number of links that the first copy of a delivered notification crossed, over due deliveries made "
    "of events that were published in the measured window.",
    source="ours; traces",
    compute="""
        SELECT avg(hops) AS value FROM delivered JOIN publications USING (publisher, sequence), run
        WHERE time_ns BETWEEN start_ns AND end_ns HAVING (SELECT count(*) FROM overlay_brokers) > 0""",
    needs=("delivered", "overlay_brokers", "publications", "run"),
    kinds=ON_WIRES,
    label="overlay hops of notifications",
    group=TIME,
    better="lower",
    shown_in={"overlay-paths": 1},
    in_every_run=False,
)

PHYSICAL_HOPS_MEAN = Metric(
    name="physical_hops_mean",
    order=740,
    unit="hops",
    definition="Mean number of links of the underlay that a datagram from one broker to another crosses, over those "
    "of the measured window.",
    source="ours; traces",
    compute="""
        SELECT sum(hops) / nullif(sum(datagrams), 0) AS value
        FROM physical_hops, run WHERE time_ns >= start_ns AND time_ns < end_ns""",
    needs=("physical_hops", "run"),
    kinds=ON_WIRES,
    label="physical hops of an overlay hop",
    group=TIME,
    better="lower",
    shown_in={"overlay-paths": 2},
    in_every_run=False,
)
