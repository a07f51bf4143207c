"""Runs measured in Spark's workers: Spark says which worker takes which runs, and no run's data leaves it.

A metric is of one run, so nothing is ever shuffled; as queries of Spark over the tables of all runs the same took ten
times as long. A Python task costs some 70 ms, so runs are packed into few partitions.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from spark_analysis.measurement import Measurement, measure_run
from spark_analysis.runs import Finished

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_SCHEMA = pa.schema([("index", pa.int64()), ("measurement", pa.string())])


def measure_runs(
    spark: SparkSession, experiment: Path, runs: Sequence[Finished], partitions: int
) -> dict[tuple[str, int], Measurement]:
    """The measurement of each of `runs`, by variant and replication."""
    folder, todo = experiment.resolve(), list(runs)

    def measure(index: int) -> tuple[int, str]:
        return index, measure_run(folder, todo[index]).to_json()

    rows = spark.sparkContext.parallelize(range(len(todo)), min(partitions, max(1, len(todo)))).map(measure).collect()
    found = {index: Measurement.from_json(text) for index, text in rows}
    return {(run.variant, run.replication): found[index] for index, run in enumerate(todo)}
