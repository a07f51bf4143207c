"""What nodes sent for each delivery, and between deliveries."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_RADIO, OVERHEAD, Metric

TX_PER_DELIVERY = Metric(
    name="tx_per_delivery",
    order=110,
    unit="frames",
    definition="Event frames sent, over due deliveries made.",
    source="RFC 2501, section 6; captures",
    compute="""
        SELECT sum(frames) / nullif((SELECT count(hops) FROM delivered), 0) AS value
        FROM frames WHERE is_event AND is_tx""",
    needs=("delivered", "frames"),
    kinds=ON_RADIO,
    label="transmissions per delivery",
    group=OVERHEAD,
    better="lower",
    short_label="frames / delivery",
    shown_in={"terminal": 3, "answer": 3, "overhead": 2, "trade-off": 2, "differences": 3},
)

CONTROL_BYTES = Metric(
    name="control_bytes_per_delivered_byte",
    order=120,
    unit="1",
    definition="Bytes of all frames that carry no event, 802.11 headers included, and of the headers that a protocol "
    "puts in front of the events it carries, in the measured window, over payload bytes delivered.",
    source="RFC 2501, section 6; captures",
    compute="""
        SELECT (SELECT coalesce(sum(frames * if(is_event, header_bytes, bytes)), 0) FROM in_window WHERE is_tx)
               / nullif(sum(payload_bytes), 0) AS value
        FROM delivered JOIN publications USING (publisher, sequence), run WHERE hops IS NOT NULL AND captures > 0""",
    needs=("delivered", "in_window", "publications", "run"),
    kinds=ON_RADIO,
    label="control bytes per delivered byte",
    group=OVERHEAD,
    better="lower",
    report_order=105,
    shown_in={"answer": 2, "overhead": 1, "trade-off": 1, "differences": 2},
)

CONTROL_TX = Metric(
    name="control_tx_per_node_s",
    order=130,
    unit="frames/s",
    definition="Frames without an event sent in the measured window, per node and second.",
    source="captures",
    compute="""
        SELECT sum(if(NOT is_event AND is_tx, frames, 0)) / max(nodes) / max(window_s) AS value FROM in_window""",
    needs=("in_window",),
    kinds=ON_RADIO,
    label="control transmissions per node and second",
    group=OVERHEAD,
    better="lower",
    short_label="control frames / node s",
    shown_in={"terminal": 6, "load": 1},
)
