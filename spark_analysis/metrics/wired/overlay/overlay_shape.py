"""Whether the overlay is a tree, and how many links its brokers have."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_WIRES, OVERLAY, Metric

PARTITION_TIME = Metric(
    name="partition_time_s",
    order=680,
    unit="s",
    definition="Time of the measured window in which the links of the overlay did not connect all brokers.",
    source="ours; traces",
    compute="""
        SELECT coalesce(sum(greatest(0, least(coalesce(until_ns, end_ns), end_ns) - greatest(from_ns, start_ns)))
                        FILTER (parts > 1), 0) / 1e9 AS value
        FROM overlay_shapes, run HAVING count(*) > 0""",
    needs=("overlay_shapes", "run"),
    kinds=ON_WIRES,
    label="time in parts",
    group=OVERLAY,
    better="lower",
    shown_in={"overlay-harm": 1},
    in_every_run=False,
)

CYCLE_TIME = Metric(
    name="cycle_time_s",
    order=690,
    unit="s",
    definition="Time of the measured window in which links of the overlay formed a cycle, so that it was no tree. A "
    "move that adds its new link before it takes the old one away makes a cycle until then.",
    source="ours; traces",
    compute="""
        SELECT coalesce(sum(greatest(0, least(coalesce(until_ns, end_ns), end_ns) - greatest(from_ns, start_ns)))
                        FILTER (extra_links > 0), 0) / 1e9 AS value
        FROM overlay_shapes, run HAVING count(*) > 0""",
    needs=("overlay_shapes", "run"),
    kinds=ON_WIRES,
    label="time with a cycle",
    group=OVERLAY,
    better="lower",
    in_every_run=False,
)

DEGREE_MAX = Metric(
    name="degree_max",
    order=750,
    unit="links",
    definition="The most links of the overlay that a broker had at any moment of the measured window.",
    source="ours; traces",
    compute="""
        SELECT max(degree_max) AS value FROM overlay_shapes, run
        WHERE from_ns <= end_ns AND coalesce(until_ns, end_ns) >= start_ns""",
    needs=("overlay_shapes", "run"),
    kinds=ON_WIRES,
    label="most links of a broker",
    group=OVERLAY,
    better="lower",
    shown_in={"overlay-paths": 3},
    in_every_run=False,
)
