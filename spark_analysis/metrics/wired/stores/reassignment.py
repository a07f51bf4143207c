"""What it costs to move topics from store to store."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_WIRES, STORES, Metric

REASSIGN_BYTES = Metric(
    name="reassign_bytes",
    order=510,
    unit="B",
    definition="Bytes on links of the requests of stores for copies of topics and of the answers to them, headers "
    "of links included. No value where no link carried a copy.",
    source="Sourlas et al. 2011, section 6.2; captures",
    compute="""
        SELECT sum(request_bytes + response_bytes) AS value
        FROM request_hops JOIN brokers ON node = client""",
    needs=("brokers", "request_hops"),
    kinds=ON_WIRES,
    label="bytes of copies between stores",
    group=STORES,
    better="lower",
    shown_in={"reassignment": 1},
    in_every_run=False,
)

REASSIGN_TIME = Metric(
    name="reassign_time_s",
    order=520,
    unit="s",
    definition="Time from the first request of a store for a copy of a topic to the arrival of the last answer to "
    "such a request. No value where no link carried a copy.",
    source="Sourlas et al. 2011, section 6.2; captures and traces",
    compute="""
        SELECT (max(time_ns + bytes * 8e9 / rate_bps + delay_ns) - min(time_ns)) / 1e9 AS value
        FROM request_frames JOIN brokers ON brokers.node = client
        JOIN links ON from_node = request_frames.node AND to_node = link_to""",
    needs=("brokers", "links", "request_frames"),
    kinds=ON_WIRES,
    label="time that copies take",
    group=STORES,
    better="lower",
    shown_in={"reassignment": 2},
    in_every_run=False,
)
