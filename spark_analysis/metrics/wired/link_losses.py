"""What got lost or overtaken on the directions of links."""

from __future__ import annotations

from spark_analysis.metrics.metric import LINKS, ON_WIRES, Metric

LINK_LOSS_RATIO = Metric(
    name="link_loss_ratio",
    order=340,
    unit="1",
    definition="Events lost on a link, over all events that crossed a link. An event is lost on a direction of a link "
    "if the receiving end neither delivered it nor sent it on. No value in a network of switches, which end the way of "
    "events that no host behind them wants.",
    source="ours; captures and traces",
    compute="""
        SELECT coalesce((SELECT sum(frames) FROM lost_frames), 0) / nullif(count(*), 0) AS value
        FROM (SELECT DISTINCT node, link_to, publisher, sequence, ipv4_destination FROM event_frames)
        HAVING NOT EXISTS (SELECT 1 FROM switches)""",
    needs=("event_frames", "lost_frames", "switches"),
    kinds=ON_WIRES,
    label="loss on links",
    group=LINKS,
    better="lower",
    percent=True,
    shown_in={"links": 4},
)

LINK_REORDERED_RATIO = Metric(
    name="link_reordered_ratio",
    order=350,
    unit="1",
    definition="Frames with an event that were sent behind a later event of the same publisher to the same "
    "destination, over all frames with an event, over all directions of links.",
    source="RFC 4737, section 3; captures",
    compute="SELECT count_if(is_late) / nullif(count(*), 0) AS value FROM event_frames",
    needs=("event_frames",),
    kinds=ON_WIRES,
    label="reordering on links",
    group=LINKS,
    better="lower",
    percent=True,
)
