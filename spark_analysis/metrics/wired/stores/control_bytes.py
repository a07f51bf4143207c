"""What the brokers and stores say to each other besides requests and answers."""

from __future__ import annotations

from schema.messages import TYPES
from spark_analysis.metrics.metric import ON_WIRES, STORES, Metric

_REQUEST_TYPES = tuple(TYPES[name] for name in ("request", "response", "no_match"))

CONTROL_BYTES_PER_REQUEST = Metric(
    name="control_bytes_per_request",
    order=490,
    unit="B",
    definition="Bytes of all frames on links, headers of links included, that carry neither a request, an answer "
    "to one nor an event, in the measured window, per request that was sent in it.",
    source="ours; captures",
    compute=f"""
        SELECT (SELECT coalesce(sum(frames * bytes), 0) FROM frames
                WHERE in_window AND NOT is_event AND type NOT IN {_REQUEST_TYPES}) / count(*) AS value
        FROM window_requests, run WHERE captures > 0 HAVING count(*) > 0""",
    needs=("frames", "run", "window_requests"),
    kinds=ON_WIRES,
    label="control bytes per request",
    group=STORES,
    better="lower",
    shown_in={"store-load": 4},
    in_every_run=False,
)
