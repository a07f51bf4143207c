"""Work for Spark's workers: Spark assigns the runs to workers, and the data of a run never leaves its worker.

A metric is of one run, so nothing is ever shuffled; Spark's SQL over the tables of all runs takes sixteen times as
long (benchmarks/README.md). A Python task costs some 50 ms, so items are packed into few partitions.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from spark_analysis.run.measurement import Measurement, measure_run
from spark_analysis.run.runs import Finished

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Item = TypeVar("Item")
Result = TypeVar("Result")
_TASKS_PER_CORE = 4
"""As many as let those that have finished early help with what is left."""


def in_workers(
    spark: SparkSession, work: Callable[[Item], Result], items: Sequence[Item], partitions: int | None = None
) -> list[Result]:
    """What `work` makes of each of `items`, in their order. What it raises, Spark raises again."""
    packed = min(partitions or _TASKS_PER_CORE * (os.cpu_count() or 1), max(1, len(items)))
    return spark.sparkContext.parallelize(list(items), packed).map(work).collect()


def measure_runs(
    spark: SparkSession, experiment: Path, runs: Sequence[Finished], partitions: int | None = None
) -> dict[tuple[str, int], Measurement]:
    """The measurement of each of `runs`, by variant and replication. Raises OSError where a worker met one."""
    folder = experiment.resolve()
    measured = in_workers(spark, lambda run: _measured_text(folder, run), runs, partitions)
    for answer in measured:
        if isinstance(answer, OSError):
            raise answer
    return {
        (run.variant, run.replication): Measurement.from_json(str(answer))
        for run, answer in zip(runs, measured, strict=True)
    }


def _measured_text(experiment: Path, run: Finished) -> str | OSError:
    """The measurement as text, or the error of the system (such as a full disk), which Spark would bury in a trace."""
    try:
        return measure_run(experiment, run).to_json()
    except OSError as error:
        return error
