"""How much the requests load the busiest link."""

from __future__ import annotations

from spark_analysis.metrics.metric import LINKS, ON_WIRES, Metric

MAX_LINK_LOAD = Metric(
    name="max_link_load",
    order=480,
    unit="messages/s",
    definition="Requests and answers to them per second over the busiest direction of a link between brokers, in "
    "the measured window.",
    source="Sourlas et al. 2011, section 5; captures",
    compute="""
        SELECT coalesce(
            (SELECT max(sent) FROM (SELECT count(*) AS sent FROM request_frames WHERE is_between_brokers AND in_window
                                    GROUP BY node, link_to)), 0) / any_value(window_s) AS value
        FROM window_requests, run WHERE captures > 0 HAVING count(*) > 0""",
    needs=("request_frames", "run", "window_requests"),
    kinds=ON_WIRES,
    label="requests and answers on the busiest link",
    group=LINKS,
    better="lower",
    shown_in={"store-load": 3},
    in_every_run=False,
)
