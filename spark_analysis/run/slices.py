"""One run's measured window in equal slices, from which spark_analysis.statistics.warmup checks the warm-up."""

from __future__ import annotations

from schema.messages import CARRIERS

SLICES = 20
_SLICE = f"least((time_ns - start_ns) * {SLICES} // (end_ns - start_ns), {SLICES - 1})"
"""The window's last moment belongs to its last slice."""

SLICED = f"""
SELECT 'delivery_ratio' AS series, {_SLICE} AS slice, count(hops)::DOUBLE AS part, count(*)::DOUBLE AS whole
FROM delivered JOIN publications USING (publisher, sequence), run
WHERE time_ns BETWEEN start_ns AND end_ns GROUP BY ALL
UNION ALL
SELECT 'control_tx_per_node_s', slice, count(time_ns)::DOUBLE, any_value(nodes * window_s) / {SLICES}
FROM (SELECT range AS slice, run.* FROM range({SLICES}), run) AS every
LEFT JOIN (SELECT time_ns, {_SLICE} AS in_slice FROM transmissions, run
           WHERE type NOT IN {CARRIERS} AND time_ns BETWEEN start_ns AND end_ns) AS control
ON in_slice = slice GROUP BY slice
ORDER BY series, slice
"""
"""series, slice, part and whole, whose quotient is the series' value: of the deliveries due of events published in the
slice those that were made; of the nodes' seconds the transmissions without an event. From traces alone."""
