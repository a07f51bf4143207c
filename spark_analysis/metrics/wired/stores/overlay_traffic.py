"""The traffic of requests between brokers: the objective that stores are placed for."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_WIRES, REQUESTS, Metric

ONT = Metric(
    name="ont_req_hops_s",
    order=420,
    unit="hops/s",
    definition="Overlay network traffic: links between brokers that all requests of the measured window crossed, "
    "every attempt included, per second of the window.",
    source="Sourlas et al. 2011, section 5; captures",
    compute="SELECT sum(request_frames) / any_value(window_s) AS value FROM window_requests, run",
    needs=("run", "window_requests"),
    kinds=ON_WIRES,
    label="overlay traffic of requests",
    group=REQUESTS,
    better="lower",
    shown_in={"hop-distance": 2},
    in_every_run=False,
)
