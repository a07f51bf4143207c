"""The metrics that are more than counting, of one run at a time: called in Spark's workers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np

from spark_analysis.dataset import Columns
from spark_analysis.metrics.receptions import mac_collision_ratio
from spark_analysis.metrics.trees import (
    orphan_time_fraction,
    parent_changes_per_node_min,
    pst_overhead,
    tree_similarity,
)
from spark_analysis.runs import Run

METRICS: dict[str, Callable[[Run], float]] = {
    "pst_overhead_events": pst_overhead,
    "parent_changes_per_node_min": parent_changes_per_node_min,
    "tree_similarity": tree_similarity,
    "orphan_time_fraction": orphan_time_fraction,
    "mac_collision_ratio": mac_collision_ratio,
}


def run_metrics(run: Run, names: Iterable[str] = METRICS) -> Columns:
    """Columns `metric` and `value` of one run; a metric that has no value there is not among them."""
    values = {name: METRICS[name](run) for name in names}
    known = {name: value for name, value in values.items() if not math.isnan(value)}
    return {"metric": np.array(list(known), dtype=object), "value": np.array(list(known.values()), dtype=float)}
