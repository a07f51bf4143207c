"""How many of the due deliveries were made, and how many deliveries were not due."""

from __future__ import annotations

from spark_analysis.metrics.metric import DELIVERY, ON_EVERY_NETWORK, Metric

DELIVERY_RATIO = Metric(
    name="delivery_ratio",
    order=10,
    unit="1",
    definition="Due deliveries that were made, over all that were due. Due: every node but the publisher that wanted "
    "the event, by topic and attributes, when it was published.",
    source="RFC 2501, section 6; traces",
    compute="SELECT count(hops) / count(*) AS value FROM delivered",
    needs=("delivered",),
    kinds=ON_EVERY_NETWORK,
    label="delivery ratio",
    group=DELIVERY,
    better="higher",
    percent=True,
    short_label="delivered / due",
    shown_in={"terminal": 1, "answer": 1, "delivery": 1, "differences": 1},
)

FALSE_DELIVERY_RATIO = Metric(
    name="false_delivery_ratio",
    order=40,
    unit="1",
    definition="Deliveries to a node that the event was not due to, over all deliveries.",
    source="ours; traces",
    compute="""
        SELECT count_if(due.node IS NULL) / count(*) AS value
        FROM deliveries LEFT JOIN due USING (publisher, sequence, node)""",
    needs=("deliveries", "due"),
    kinds=ON_EVERY_NETWORK,
    label="false delivery ratio",
    group=DELIVERY,
    better="lower",
    percent=True,
)
