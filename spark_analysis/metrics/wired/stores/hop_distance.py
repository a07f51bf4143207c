"""How far requests go to a store, as they went and as the plan has it."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_WIRES, REQUESTS, Metric

MEAN_HOP_DISTANCE = Metric(
    name="mean_hop_distance",
    order=400,
    unit="hops",
    definition="Mean number of links between brokers that a request crossed to the store that answered it, over "
    "requests that were sent in the measured window and answered. Of a request that was sent again the "
    "last attempt counts. The links of clients do not count.",
    source="Sourlas et al. 2011, section 5; captures",
    compute="SELECT avg(captured_hops) AS value FROM window_requests WHERE answered = 1",
    needs=("window_requests",),
    kinds=ON_WIRES,
    label="hop distance of requests",
    group=REQUESTS,
    better="lower",
    short_label="hop distance",
    shown_in={"terminal": 2, "answer": 2, "hop-distance": 1, "differences": 2},
    in_every_run=False,
)

PLANNED_HOP_DISTANCE = Metric(
    name="planned_hop_distance",
    order=410,
    unit="hops",
    definition="The same by the planner's formula: mean length of the shortest path between brokers from the "
    "broker of the client to the nearest live store that kept the topic when the request was sent. All "
    "requests that were sent in the measured window count for which there was such a store.",
    source="Sourlas et al. 2011, section 5; traces",
    compute="SELECT avg(planned_hops) AS value FROM window_requests",
    needs=("window_requests",),
    kinds=ON_WIRES,
    label="planned hop distance of requests",
    group=REQUESTS,
    better="lower",
    in_every_run=False,
)
