"""`python -m spark_analysis metrics`: the name of every metric, one per line."""

from __future__ import annotations


def metrics_command() -> int:
    """Print the name of every metric."""
    from spark_analysis.metrics.catalogue import METRIC_NAMES

    print("\n".join(METRIC_NAMES))
    return 0
