"""The mean latency of deliveries, which on idle links has a closed form."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_WIRES, TIME, Metric

LATENCY_MEAN = Metric(
    name="latency_mean_s",
    order=300,
    unit="s",
    definition="Mean time from publication to delivery. On idle links the latency of one delivery is the sum over its "
    "links of the frame's bits over the link's rate, plus the link's delay.",
    source="RFC 2501, section 6; traces",
    compute="SELECT avg(age_ns) / 1e9 AS value FROM delivered WHERE age_ns IS NOT NULL",
    needs=("delivered",),
    kinds=ON_WIRES,
    label="mean latency",
    group=TIME,
    better="lower",
    report_order=45,
    shown_in={"latency": 0},
)
