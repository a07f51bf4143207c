"""How many stores there are, and how evenly they share the requests."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_WIRES, STORES, Metric

STORES_INSTALLED = Metric(
    name="stores_installed",
    order=460,
    unit="stores",
    definition="Brokers at which a store was installed, stores that failed later included.",
    source="Sourlas et al. 2011, section 5; traces",
    compute="SELECT count(DISTINCT node) AS value FROM store_state WHERE is_live = 1 HAVING count(*) > 0",
    needs=("store_state",),
    kinds=ON_WIRES,
    label="stores installed",
    group=STORES,
    shown_in={"store-load": 1},
    in_every_run=False,
)

STORE_LOAD_FAIRNESS = Metric(
    name="store_load_fairness",
    order=470,
    unit="1",
    definition="Jain's index of the requests that each store answered, over stores that kept a topic at any time "
    "of the measured window: 1 if all answer alike, 1/n if one answers all. Only requests that were "
    "sent in the window count.",
    source="Jain et al. 1984; traces",
    compute="""
        SELECT pow(sum(answers), 2) / nullif(count(*) * sum(answers * answers), 0) AS value
        FROM (
            SELECT DISTINCT node FROM (
                SELECT node, kept, time_ns, lead(time_ns) OVER (PARTITION BY node, topic ORDER BY time_ns) AS until_ns
                FROM placement
            ) CROSS JOIN run WHERE kept = 1 AND time_ns <= end_ns AND coalesce(until_ns, end_ns) >= start_ns
        ) AS keepers
        LEFT JOIN (
            SELECT store AS node, count(*) AS answers FROM window_requests WHERE answered = 1 GROUP BY store
        ) AS served USING (node)""",
    needs=("placement", "run", "window_requests"),
    kinds=ON_WIRES,
    label="fairness of the load on stores (Jain)",
    group=STORES,
    better="higher",
    shown_in={"store-load": 2},
    in_every_run=False,
)
