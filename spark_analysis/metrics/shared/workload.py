"""What the nodes published and wanted: the same in every variant with the same workload."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_EVERY_NETWORK, WORKLOAD, Metric

EVENTS = Metric(
    name="events",
    order=200,
    unit="events",
    definition="Events published.",
    source="traces",
    compute="SELECT count(*) AS value FROM publications",
    needs=("publications",),
    kinds=ON_EVERY_NETWORK,
    label="events published",
    group=WORKLOAD,
)

DUE_DELIVERIES = Metric(
    name="due_deliveries",
    order=210,
    unit="deliveries",
    definition="Deliveries due over all events.",
    source="traces",
    compute="SELECT count(*) AS value FROM due",
    needs=("due",),
    kinds=ON_EVERY_NETWORK,
    label="deliveries due",
    group=WORKLOAD,
)

DELIVERIES = Metric(
    name="deliveries",
    order=220,
    unit="deliveries",
    definition="Due deliveries made.",
    source="traces",
    compute="SELECT count(hops) AS value FROM delivered",
    needs=("delivered",),
    kinds=ON_EVERY_NETWORK,
    label="due deliveries made",
    group=WORKLOAD,
)
