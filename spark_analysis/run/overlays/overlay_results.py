"""What is kept of a run with an overlay beside its metrics: costs by step, and loads of brokers and links."""

from __future__ import annotations

_COSTS = """
SELECT (time_ns - start_ns) / 1e9 AS time_s, cost_n / per_step AS cost_n, cost_a / per_step AS cost_a,
       cost_s / per_step AS cost_s, (cost_n + (cost_a + cost_s) / 2) / per_step AS cost,
       (cost_n + cost_a + cost_s + cost_other) / per_step AS cost_with_control, control_bytes,
       (SELECT count(DISTINCT plan) FROM plans
        WHERE state = 'done' AND plans.time_ns >= overlay_costs.time_ns
              AND plans.time_ns < overlay_costs.time_ns + step_ns)::BIGINT AS reconfigurations,
       coalesce((SELECT max(stage) FROM stages WHERE stages.time_ns <= overlay_costs.time_ns), 0)::BIGINT AS stage
FROM overlay_costs CROSS JOIN (
    SELECT start_ns, overlay_clock.step_ns, overlay_clock.step_ns / run.tick_ns AS per_step FROM overlay_clock, run
)
WHERE in_window ORDER BY time_ns
"""

_ENDS = """
SELECT a, b, time_ns, up FROM overlay_links UNION ALL SELECT b, a, time_ns, up FROM overlay_links
"""

_BROKERS = f"""
WITH ends AS ({_ENDS})
SELECT node, cost::BIGINT AS cost, coalesce(first_links, 0)::BIGINT AS first_degree,
       coalesce(last_links, 0)::BIGINT AS last_degree, coalesce(notifications, 0)::BIGINT AS notifications
FROM overlay_brokers
LEFT JOIN (SELECT a AS node, count(DISTINCT b) AS first_links FROM ends WHERE time_ns = 0 AND up = 1 GROUP BY a)
USING (node)
LEFT JOIN (
    SELECT a AS node, count(*) AS last_links FROM (
        SELECT a, b, max_by(up, time_ns * 2 + up) AS is_up FROM ends, run WHERE time_ns <= end_ns GROUP BY a, b
    ) WHERE is_up = 1 GROUP BY a
) USING (node)
LEFT JOIN (
    SELECT b AS node, sum(notifications) AS notifications FROM overlay_steps, overlay_clock
    WHERE time_ns >= first_ns AND time_ns < end_ns GROUP BY b
) USING (node)
ORDER BY node
"""

_LINKS = """
SELECT least(a, b)::BIGINT AS node, greatest(a, b)::BIGINT AS link_to, sum(notifications)::BIGINT AS notifications,
       sum(notifications + advertisements + subscriptions + other_messages)::BIGINT AS messages
FROM overlay_steps, overlay_clock
WHERE time_ns >= first_ns AND time_ns < end_ns
      AND (least(a, b), greatest(a, b)) IN (SELECT (a, b) FROM overlay_links)
GROUP BY ALL ORDER BY ALL
"""

OVERLAY_RESULTS = {"overlay_costs": _COSTS, "broker_loads": _BROKERS, "overlay_loads": _LINKS}
"""Result table -> query of a run's rows. No rows in a run without an overlay."""
