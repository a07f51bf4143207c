"""How long deliveries took."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_EVERY_NETWORK, TIME, Metric

LATENCY_P50 = Metric(
    name="latency_p50_s",
    order=50,
    unit="s",
    definition="Median time from publication to delivery.",
    source="RFC 2501, section 6; traces",
    compute="SELECT quantile_cont(age_ns / 1e9, 0.5) AS value FROM delivered WHERE age_ns IS NOT NULL",
    needs=("delivered",),
    kinds=ON_EVERY_NETWORK,
    label="median latency",
    group=TIME,
    better="lower",
    short_label="latency p50, s",
    shown_in={"terminal": 7, "latency": 1},
)

LATENCY_P95 = Metric(
    name="latency_p95_s",
    order=60,
    unit="s",
    definition="95th percentile of the time from publication to delivery.",
    source="traces",
    compute="SELECT quantile_cont(age_ns / 1e9, 0.95) AS value FROM delivered WHERE age_ns IS NOT NULL",
    needs=("delivered",),
    kinds=ON_EVERY_NETWORK,
    label="95th percentile of latency",
    group=TIME,
    better="lower",
    shown_in={"answer": 5, "latency": 2, "differences": 4},
)
