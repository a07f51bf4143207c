"""How many of the deliveries were made that mobility left possible."""

from __future__ import annotations

from spark_analysis.metrics.metric import DELIVERY, ON_RADIO, Metric

REACHABLE_DELIVERY_RATIO = Metric(
    name="reachable_delivery_ratio",
    order=20,
    unit="1",
    definition="The same over those due receivers that had a path from the publisher when the event was published, by "
    "the positions and the nominal range.",
    source="ours; traces",
    compute="""
        SELECT count(hops) / count(*) AS value FROM delivered WHERE shortest_hops < 65535""",
    needs=("delivered",),
    kinds=ON_RADIO,
    label="reachable delivery ratio",
    group=DELIVERY,
    better="higher",
    percent=True,
    short_label="of reachable",
    shown_in={"terminal": 2, "delivery": 2},
)
