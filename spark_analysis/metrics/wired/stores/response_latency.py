"""How long requests took to be answered."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_WIRES, REQUESTS, Metric

RESPONSE_LATENCY_P50 = Metric(
    name="response_latency_p50_s",
    order=430,
    unit="s",
    definition="Median time from the first sending of a request to its complete answer, over requests that were "
    "sent in the measured window and answered.",
    source="ours; traces",
    compute="""
        SELECT quantile_cont((completed_ns - time_ns) / 1e9, 0.5) AS value FROM window_requests WHERE answered = 1""",
    needs=("window_requests",),
    kinds=ON_WIRES,
    label="median response latency",
    group=REQUESTS,
    better="lower",
    short_label="response p50, s",
    shown_in={"terminal": 8, "responses": 1},
    in_every_run=False,
)

RESPONSE_LATENCY_P95 = Metric(
    name="response_latency_p95_s",
    order=440,
    unit="s",
    definition="95th percentile of the time from the first sending of a request to its complete answer, over "
    "requests that were sent in the measured window and answered.",
    source="ours; traces",
    compute="""
        SELECT quantile_cont((completed_ns - time_ns) / 1e9, 0.95) AS value FROM window_requests WHERE answered = 1""",
    needs=("window_requests",),
    kinds=ON_WIRES,
    label="95th percentile of response latency",
    group=REQUESTS,
    better="lower",
    shown_in={"responses": 2, "answer": 8, "differences": 8},
    in_every_run=False,
)
