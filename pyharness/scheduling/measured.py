"""The values a stopping rule decides by: the analysis measures a run once, for all rounds and for the report."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyharness.experiment.plan import PlannedRun
from schema.spark_master import answering
from spark_analysis import measure_runs
from spark_analysis.session import spark_session

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@dataclass(frozen=True)
class Measured:
    """One metric of the runs in `folder`, measured by the Spark of `master` where it is not known yet."""

    folder: Path
    metric: str
    master: str
    held: ExitStack
    """Takes the Spark of the first measurement, for all of them."""

    def __call__(self, runs: Collection[PlannedRun]) -> tuple[dict[tuple[str, int], float], tuple[str, ...]]:
        """Of finished runs, by variant and replication: the metric's value, where it has one. Then the runs that
        cannot be counted, `variant/replication: why`; with such there is no value."""
        with answering(self.master):
            keys = [(run.variant.name, run.replication) for run in runs]
            values, amiss = measure_runs(self.folder, self.metric, keys, self._spark)
        return ({}, amiss) if amiss else (values, ())

    def _spark(self) -> AbstractContextManager[SparkSession]:
        self.held.enter_context(spark_session(self.master))
        return spark_session(self.master)  # which takes the one that runs
