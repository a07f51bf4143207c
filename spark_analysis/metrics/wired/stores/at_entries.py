"""How large the tables of advertised stores are."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_WIRES, STORES, Metric

AT_ENTRIES = Metric(
    name="at_entries",
    order=500,
    unit="entries",
    definition="Entries in the table of advertised stores of a broker, mean over brokers and over the seconds of "
    "the measured window.",
    source="Sourlas et al. 2011, section 4; traces",
    compute="""
        SELECT avg(advertisements) AS value
        FROM routing_tables JOIN brokers USING (node), run WHERE time_ns BETWEEN start_ns AND end_ns""",
    needs=("brokers", "routing_tables", "run"),
    kinds=ON_WIRES,
    label="advertised stores per broker",
    group=STORES,
    better="lower",
    shown_in={"store-load": 5},
    in_every_run=False,
)
