"""How many of the event frames that radios received were of events they already had."""

from __future__ import annotations

from spark_analysis.metrics.metric import DELIVERY, ON_RADIO, Metric

DUPLICATE_RATIO = Metric(
    name="duplicate_ratio",
    order=30,
    unit="1",
    definition="Event frames received by a radio that had that event already, its publisher's included, over all event "
    "frames received.",
    source="ours; captures",
    compute="""
        SELECT 1 - count_if(node <> publisher) / sum(times) AS value FROM heard""",
    needs=("heard",),
    kinds=ON_RADIO,
    label="duplicate ratio",
    group=DELIVERY,
    better="lower",
    percent=True,
)
