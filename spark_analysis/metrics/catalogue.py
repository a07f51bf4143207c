"""The metrics: what each is called, its unit, what exactly it means, where it comes from.

`./waf python -m spark_analysis.metrics.catalogue` prints docs/metrics.md.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass

from spark_analysis.metrics.shared.queries import QUERIES


@dataclass(frozen=True)
class Metric:
    """One entry. `source`: where the definition is from, and from which files it is computed."""

    name: str
    unit: str
    definition: str
    source: str


CATALOGUE: tuple[Metric, ...] = (
    Metric(
        "delivery_ratio",
        "1",
        "Due deliveries that were made, over all that were due. Due: every node but the "
        "publisher that wanted the event, by topic and attributes, when it was published.",
        "RFC 2501, section 6; traces",
    ),
    Metric(
        "reachable_delivery_ratio",
        "1",
        "The same over those due receivers that had a path from the publisher when "
        "the event was published, by the positions and the nominal range.",
        "ours; traces",
    ),
    Metric(
        "duplicate_ratio",
        "1",
        "Event frames received by a radio that had that event already, its publisher's included, over all event "
        "frames received.",
        "ours; captures",
    ),
    Metric(
        "false_delivery_ratio",
        "1",
        "Deliveries to a node that the event was not due to, over all deliveries.",
        "ours; traces",
    ),
    Metric("latency_p50_s", "s", "Median time from publication to delivery.", "RFC 2501, section 6; traces"),
    Metric("latency_p95_s", "s", "95th percentile of the time from publication to delivery.", "traces"),
    Metric("hops_mean", "hops", "Mean number of links an event crossed to a delivery.", "traces"),
    Metric(
        "path_stretch",
        "1",
        "Hops of a delivery over the shortest path at publication, mean over deliveries to reachable receivers.",
        "Broch et al., MobiCom 1998; traces",
    ),
    Metric(
        "pst_overhead_events",
        "events",
        "O(E) of the realised tree: for every event the nodes that proxy it, 2 if they "
        "do not want it themselves and 1 if they do, by the parents at publication; the root counts as not "
        "interested. No value where a protocol makes no trees.",
        "TopSim, formulas 2 and 3; traces",
    ),
    Metric(
        "relay_overhead_events",
        "events",
        "The same count from what was really sent: each event frame counts 2 if its "
        "sender does not want the event and 1 if it does.",
        "TopSim, formula 2; captures",
    ),
    Metric(
        "tx_per_delivery", "frames", "Event frames sent, over due deliveries made.", "RFC 2501, section 6; captures"
    ),
    Metric(
        "control_bytes_per_delivered_byte",
        "1",
        "Bytes of all frames that carry no event, 802.11 headers included, and of the headers that a protocol puts "
        "in front of the events it carries, in the measured window, over payload bytes delivered.",
        "RFC 2501, section 6; captures",
    ),
    Metric(
        "control_tx_per_node_s",
        "frames/s",
        "Frames without an event sent in the measured window, per node and second.",
        "captures",
    ),
    Metric(
        "airtime_fraction",
        "1",
        "Share of the measured window in which a radio sent or received a frame, mean over "
        "radios: 20 µs and the OFDM symbols of each frame at its rate, or 192 µs and the bits at 802.11b's rates.",
        "IEEE 802.11, clauses 15.3 and 17.4.3; captures",
    ),
    Metric(
        "tx_fairness",
        "1",
        "Jain's index of the frames sent per node in the measured window: 1 if all send alike, 1/n if one sends all.",
        "Jain et al. 1984; captures",
    ),
    Metric(
        "parent_changes_per_node_min",
        "1/min",
        "Changes of parent in the measured window, per node and minute, over all trees. No value where there are none.",
        "traces",
    ),
    Metric(
        "tree_similarity",
        "1",
        "varBLEU between a child's first topic and its parent's closest, mean over the edges "
        "whose two ends subscribe, at the times of publication.",
        "TopSim, formula 7; traces",
    ),
    Metric(
        "orphan_time_fraction",
        "1",
        "Share of the time in which a subscriber has a path to a publisher, by positions "
        "and range, and yet no parent in its tree; sampled every second of the measured window. "
        "A recorded parent counts even when it is out of range. No value where a protocol makes no trees.",
        "ours; traces",
    ),
    Metric(
        "mac_collision_ratio",
        "1",
        "Receptions lost: of all pairs of a frame sent, in the warm-up or after it, and a radio within range of its "
        "sender, the share that is not in the radio's capture.",
        "ours; captures and positions",
    ),
    Metric("events", "events", "Events published.", "traces"),
    Metric("due_deliveries", "deliveries", "Deliveries due over all events.", "traces"),
    Metric("deliveries", "deliveries", "Due deliveries made.", "traces"),
)


def page() -> str:
    """docs/metrics.md."""
    rows = [f"| `{metric.name}` | {metric.unit} | {metric.definition} | {metric.source} |" for metric in CATALOGUE]
    head = [
        "# The metrics",
        "",
        "Made by `./waf python -m spark_analysis.metrics.catalogue > docs/metrics.md`. A metric is computed per run;",
        "where its denominator is 0 it has no value there. The measured window is from `warmup` to `duration`, or where a",
        "program has no such parameters from the first event to the last frame.",
        "",
        "| metric | unit | definition | source |",
        "|---|---|---|---|",
    ]
    return "\n".join([*head, *rows, *_queries()]) + "\n"


def _queries() -> list[str]:
    told = [
        "",
        "## As queries",
        "",
        "Most are counted by a query in SQL over the tables of one run, which DuckDB answers in the Spark worker that",
        "has the run (`spark_analysis/run_tables.py` says what tables there are); the others are functions in",
        "`spark_analysis/metrics/`.",
    ]
    for name, query in QUERIES.items():
        told += ["", f"### {name}", "", "```sql", inspect.cleandoc(query), "```"]
    return told


if __name__ == "__main__":
    print(page(), end="")
