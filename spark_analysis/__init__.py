"""From an experiment's captures to tables and a report, `analyse(folder)`, and into a notebook, `load(folder)`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from spark_analysis.results import Results


@dataclass(frozen=True)
class Analysis:
    """What came out: a table for the terminal, the report, checks that differ, runs that were not counted."""

    summary_text: str
    report: Path | None
    checks_failed: int
    failed_runs: tuple[str, ...]


def analyse(folder: Path, master: str = "local[*]", report: bool = True) -> Analysis:
    """Compute the tables and the report of the runs in `folder` (results/<experiment>) on the Spark of `master`.

    What has been measured is not measured again; without `report` there are only the tables.

    Raises FileNotFoundError where `folder` is not an experiment's. Spark is imported here and not with the package.
    """
    from spark_analysis.analysis import analyse_runs

    return analyse_runs(folder, master, report)


def measure_runs(
    folder: Path,
    metric: str,
    runs: Collection[tuple[str, int]],
    spark: Callable[[], AbstractContextManager[SparkSession]],
) -> tuple[dict[tuple[str, int], float], tuple[str, ...]]:
    """The values of one metric of the catalogue in some runs of `folder`, given by variant and replication.

    A run in which it has no value is not among them. Then the runs that cannot be counted, `variant/replication: why`.
    `spark` is called if there is a run that has not been measured before.
    """
    from spark_analysis.analysis import values_of

    return values_of(folder, metric, runs, spark)


def load(folder: Path | str) -> Results:
    """The results in `folder` (results/<experiment>) as pandas frames: load("results/demo").summary.

    Raises FileNotFoundError where it is not an experiment's, ValueError where it is of another version.
    """
    from spark_analysis.results import Results

    return Results(Path(folder))


__all__ = ["Analysis", "analyse", "load", "measure_runs"]
