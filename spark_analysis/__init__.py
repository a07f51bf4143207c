"""From an experiment's captures and traces to tables and a report: `analyse(folder)`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Analysis:
    """What came out: a table for the terminal, the report, checks that differ, runs that were not counted."""

    summary_text: str
    report: Path
    checks_failed: int
    failed_runs: tuple[str, ...]


def analyse(folder: Path, master: str = "local[*]") -> Analysis:
    """Compute the tables and the report of the runs in `folder` (results/<experiment>) on the Spark of `master`.

    Raises FileNotFoundError where `folder` is not an experiment's. Spark is imported here and not with the package.
    """
    from spark_analysis.analysis import analyse_runs

    return analyse_runs(folder, master)


def measure_runs(
    folder: Path, metric: str, runs: Collection[tuple[str, int]], master: str = "local[*]"
) -> tuple[dict[tuple[str, int], float], tuple[str, ...]]:
    """The values of one metric of the catalogue in some runs of `folder`, given by variant and replication.

    A run in which it has no value is not among them. Then the runs that cannot be counted, `variant/replication: why`.
    """
    from spark_analysis import analysis

    return analysis.measure_runs(folder, metric, runs, master)


__all__ = ["Analysis", "analyse", "measure_runs"]
