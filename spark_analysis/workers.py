"""Work that Spark's workers do: Spark says which worker takes what, and the data of a run never leaves it.

A metric is of one run, so nothing is ever shuffled; as queries of Spark over the tables of all runs the same took ten
times as long (benchmarks/README.md). A Python task costs some 50 ms, so items are packed into few partitions.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from spark_analysis.measurement import Measurement, measure_run
from spark_analysis.runs import Finished

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Item = TypeVar("Item")
Result = TypeVar("Result")
TASKS_PER_CORE = 4
"""As many as let those that have finished early help with what is left."""


def in_workers(
    spark: SparkSession, work: Callable[[Item], Result], items: Sequence[Item], partitions: int | None = None
) -> list[Result]:
    """What `work` makes of each of `items`, in their order. What it raises, Spark raises again."""
    packed = min(partitions or TASKS_PER_CORE * (os.cpu_count() or 1), max(1, len(items)))
    return spark.sparkContext.parallelize(list(items), packed).map(work).collect()


def measure_runs(
    spark: SparkSession, experiment: Path, runs: Sequence[Finished], partitions: int | None = None
) -> dict[tuple[str, int], Measurement]:
    """The measurement of each of `runs`, by variant and replication."""
    folder = experiment.resolve()
    texts = in_workers(spark, lambda run: measure_run(folder, run).to_json(), runs, partitions)
    measured = map(Measurement.from_json, texts)
    return {(run.variant, run.replication): found for run, found in zip(runs, measured, strict=True)}
