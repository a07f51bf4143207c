"""Where the report gets the meaning of a metric from: the catalogue, and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence

from spark_analysis.report.data.inputs import Definition


def catalogue() -> Sequence[Definition]:
    """The project's metric catalogue."""
    from spark_analysis.metrics.catalogue import CATALOGUE

    return tuple(CATALOGUE)
