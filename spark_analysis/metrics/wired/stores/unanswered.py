"""How many requests got no answer."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_WIRES, REQUESTS, Metric

UNANSWERED_RATIO = Metric(
    name="unanswered_ratio",
    order=450,
    unit="1",
    definition="Requests sent in the measured window that no store answered in full, over all that were sent in it.",
    source="ours; traces",
    compute="SELECT 1 - avg(answered) AS value FROM window_requests",
    needs=("window_requests",),
    kinds=ON_WIRES,
    label="unanswered requests",
    group=REQUESTS,
    better="lower",
    percent=True,
    short_label="unanswered",
    shown_in={"terminal": 4, "answer": 3, "responses": 3},
    in_every_run=False,
)
