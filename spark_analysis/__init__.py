"""From an experiment's captures and traces to tables and a report: `analyse(folder)`."""

from __future__ import annotations

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


__all__ = ["Analysis", "analyse"]
