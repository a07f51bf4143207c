"""How much the directions of links carried, and how close the busiest came to its rate."""

from __future__ import annotations

from spark_analysis.metrics.metric import LINKS, ON_WIRES, OVERHEAD, Metric

LINK_BYTES = Metric(
    name="link_bytes",
    order=310,
    unit="B",
    definition="Bytes of all frames sent in the measured window, link headers included, summed over all directions of "
    "links.",
    source="ours; captures",
    compute="SELECT sum(tx_bytes)::DOUBLE AS value FROM link_use",
    needs=("link_use",),
    kinds=ON_WIRES,
    label="bytes on links",
    group=OVERHEAD,
    better="lower",
    short_label="link bytes",
    shown_in={"terminal": 9, "answer": 7, "links": 2, "differences": 7},
)

LINK_FRAMES_PER_DELIVERY = Metric(
    name="link_frames_per_delivery",
    order=320,
    unit="frames",
    definition="Frames with an event that links carried, over due deliveries made. An event that crosses three links "
    "to one receiver counts three.",
    source="ours; captures",
    compute="""
        SELECT sum(frames) / nullif((SELECT count(hops) FROM delivered), 0) AS value
        FROM frames WHERE is_event""",
    needs=("delivered", "frames"),
    kinds=ON_WIRES,
    label="link frames per delivery",
    group=OVERHEAD,
    better="lower",
    shown_in={"links": 3},
)

MAX_LINK_UTILISATION = Metric(
    name="max_link_utilisation",
    order=330,
    unit="1",
    definition="Share of its rate that the busiest direction of a link took in the measured window: bits sent over "
    "rate and time. In a network of switches only links between clusters count.",
    source="ours; captures and traces",
    compute="""
        SELECT max(utilisation) AS value FROM link_use
        WHERE (from_node, to_node) IN (SELECT (from_node, to_node) FROM trunks) OR NOT EXISTS (SELECT 1 FROM trunks)""",
    needs=("link_use", "trunks"),
    kinds=ON_WIRES,
    label="utilisation of the busiest link",
    group=LINKS,
    better="lower",
    percent=True,
    short_label="busiest link",
    shown_in={"terminal": 10, "answer": 6, "links": 1, "differences": 6},
)
