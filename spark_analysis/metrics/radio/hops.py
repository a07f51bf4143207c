"""How many links events crossed, and how many they had to cross."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_RADIO, TIME, Metric

HOPS_MEAN = Metric(
    name="hops_mean",
    order=70,
    unit="hops",
    definition="Mean number of links an event crossed to a delivery.",
    source="traces",
    compute="SELECT avg(hops) AS value FROM delivered WHERE hops IS NOT NULL",
    needs=("delivered",),
    kinds=ON_RADIO,
    label="hops per delivery",
    group=TIME,
    shown_in={"paths": 1},
)

PATH_STRETCH = Metric(
    name="path_stretch",
    order=80,
    unit="1",
    definition="Hops of a delivery over the shortest path at publication, mean over deliveries to reachable receivers.",
    source="Broch et al., MobiCom 1998; traces",
    compute="""
        SELECT avg(hops / shortest_hops) AS value FROM delivered WHERE hops IS NOT NULL AND shortest_hops < 65535""",
    needs=("delivered",),
    kinds=ON_RADIO,
    label="path stretch",
    group=TIME,
    better="lower",
    shown_in={"paths": 2},
)
