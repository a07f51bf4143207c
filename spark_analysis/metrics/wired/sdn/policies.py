"""Whether events cross clusters that a policy denies them."""

from __future__ import annotations

import math
from collections import defaultdict

from spark_analysis.metrics.metric import DELIVERY, ON_WIRES, Metric
from spark_analysis.metrics.run_data import RunData

_RULES = """
SELECT policy_rules.topic::VARCHAR AS topic, cluster, action,
       coalesce(min(installed_ns), policy_rules.time_ns) AS from_ns
FROM policy_rules LEFT JOIN route_updates
ON cause IN ('policy', 'start') AND installed_ns >= 0 AND route_updates.time_ns >= policy_rules.time_ns
WHERE level = 'cluster' GROUP BY policy_rules.topic, cluster, action, policy_rules.time_ns ORDER BY ALL
"""
"""The rules on clusters, and when the switches had them."""

_FRAMES = """
SELECT topic, event_frames.time_ns, cluster_a, cluster_b, event_frames.node IN (SELECT node FROM hosts) AS is_own
FROM event_frames JOIN link_roles ON from_node = event_frames.node AND to_node = link_to
JOIN (SELECT publisher, sequence, topic::VARCHAR AS topic FROM publications) USING (publisher, sequence)
WHERE role <> 'control'
"""


def specificity(rule: str, topic: str) -> tuple[int, bool] | None:
    """Return the words that a rule's topic names and whether it is exact; None where it does not match `topic`.

    The rule `a.#` matches `a` and all topics below it.
    """
    if rule == topic:
        return len(topic.split(".")), True
    if rule == "#":
        return 0, False
    start = rule.removesuffix(".#")
    if start == rule or not f"{topic}.".startswith(f"{start}."):
        return None
    return len(start.split(".")), False


def forbidden_transmissions(tables: RunData) -> float:
    """Return the frames with an event that entered or left a cluster that was denied it; NaN without a policy."""
    rules = tables.query(_RULES).fetchall()
    if not rules or not tables.query("SELECT count(*) FROM capture_points").fetchall()[0][0]:
        return math.nan
    denied: dict[str, dict[int, int]] = {}
    forbidden = 0
    for topic, time_ns, start, end, is_own in tables.query(_FRAMES).fetchall():
        if topic not in denied:
            denied[topic] = denied_clusters(rules, topic)
        from_ns = (denied[topic].get(cluster) for cluster in ({start, end} if not is_own else ()))
        forbidden += any(since is not None and since <= time_ns for since in from_ns)
    return float(forbidden)


def denied_clusters(rules: list[tuple[str, int, str, int]], topic: str) -> dict[int, int]:
    """Return each cluster that the rules deny `topic`, and from when on: the most specific rule wins, deny first."""
    by_cluster: dict[int, list[tuple[tuple[int, bool], bool, int]]] = defaultdict(list)
    for rule, cluster, action, from_ns in rules:
        rank = specificity(rule, topic)
        if rank is not None:
            by_cluster[cluster].append((rank, action == "deny", from_ns))
    found = {}
    for cluster, matching in by_cluster.items():
        _, is_denied, from_ns = max(matching)
        if is_denied:
            found[cluster] = from_ns
    return found


FORBIDDEN_TRANSMISSIONS = Metric(
    name="forbidden_transmissions",
    order=980,
    unit="frames",
    definition="Frames with an event that entered, left or crossed a cluster from which a policy keeps its topic, "
    "after the switches had the policy. What a host of such a cluster sends to its own switch does not count. No value "
    "without a policy.",
    source="Wang et al. 2016, section 3.3; captures",
    compute=forbidden_transmissions,
    needs=("capture_points", "event_frames", "hosts", "link_roles", "policy_rules", "publications", "route_updates"),
    kinds=ON_WIRES,
    label="forbidden transmissions",
    group=DELIVERY,
    better="lower",
    shown_in={"data-plane": 3},
    in_every_run=False,
)
