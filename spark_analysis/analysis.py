"""The whole way of one analysis: runs, Spark tables, metrics, checks, tables on disk, report."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Collection, Sequence
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from spark_analysis import Analysis
from spark_analysis.catalogue import CATALOGUE
from spark_analysis.checks import compare
from spark_analysis.dataset import Dataset
from spark_analysis.metrics.per_run import METRICS, run_metrics
from spark_analysis.metrics.queries import DELIVERED, IN_WINDOW, QUERIES
from spark_analysis.runs import Run, read_plan, read_runs
from spark_analysis.session import spark_session
from spark_analysis.summary import summary_text
from spark_analysis.tables import pairs_table, runs_table, summary_table, write_table

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

RUNS_AT_ONCE = 100
"""Runs whose tables are in Spark at a time: no metric spans runs, and the tables of a thousand do not fit in memory."""

_TRACES = ("publications", "due", "deliveries", "transmissions", "parents", "drops")


def analyse_runs(folder: Path, master: str) -> Analysis:
    """See spark_analysis.analyse."""
    from spark_analysis.report import write_report

    plan = read_plan(folder)
    with spark_session(master) as spark:
        parts = [_analyse_part(spark, part, len(plan.done)) for part in _parts(plan.done)]
    measured, checked, captures = (pd.concat(tables, ignore_index=True) for tables in zip(*parts, strict=True))
    tables = folder / "tables"
    runs = runs_table(plan.experiment, plan.done, measured)
    summary = summary_table(plan.experiment, runs)
    checks = _checks_table(plan.experiment.name, checked)
    write_table(tables, "runs", runs)
    write_table(tables, "summary", summary)
    write_table(tables, "pairs", pairs_table(plan.experiment, runs))
    write_table(tables, "checks", checks)
    write_table(tables, "captures", _captures_table(plan.experiment.name, captures))
    text = summary_text(summary, checks, plan.failed)
    return Analysis(text, write_report(folder), int((~checks["equal"]).sum()), plan.failed)


def measure_runs(
    folder: Path, metric: str, runs: Collection[tuple[str, int]], master: str
) -> tuple[dict[tuple[str, int], float], tuple[str, ...]]:
    """See spark_analysis.measure_runs."""
    done, amiss = read_runs(folder, runs)
    values: dict[tuple[str, int], float] = {}
    with spark_session(master) as spark:
        for _, part in _parts(done):
            with contextlib.closing(_dataset(spark, part)) as data:
                tabulate(data)
                rows = measure(data, [metric]).collect()
            values |= {(row.variant, row.replication): row.value for row in rows if row.value is not None}
    return values, amiss


def _dataset(spark: SparkSession, runs: Sequence[Run]) -> Dataset:
    return Dataset(spark, runs, partitions=2 * (os.cpu_count() or 2))


def _parts(runs: Sequence[Run]) -> list[tuple[int, Sequence[Run]]]:
    """The runs in parts of RUNS_AT_ONCE, each with the number of runs before it; one empty part if there are none."""
    return [(start, runs[start : start + RUNS_AT_ONCE]) for start in range(0, max(1, len(runs)), RUNS_AT_ONCE)]


def _analyse_part(spark: SparkSession, part: tuple[int, Sequence[Run]], total: int) -> tuple[pd.DataFrame, ...]:
    """Metrics, checks and what became of the captures of some runs; the tables behind them are given back."""
    before, runs = part
    if total > RUNS_AT_ONCE:
        print(f"analysing runs {before + 1} to {before + len(runs)} of {total}", file=sys.stderr, flush=True)
    with contextlib.closing(_dataset(spark, runs)) as data:
        tabulate(data)
        return measure(data).toPandas(), compare(spark).toPandas(), data.captures().toPandas()


def tabulate(data: Dataset) -> None:
    """Name the tables that the queries are over."""
    for table in _TRACES:
        data.trace(table)
    data.frames()
    data.windows()


def measure(data: Dataset, metrics: Collection[str] = (*QUERIES, *METRICS)) -> DataFrame:
    """variant, replication, metric, value: every one of `metrics`, of every run that has a value for it.

    Spark works out only what they need: a metric from traces alone opens no capture.
    """
    spark = data.spark
    data.keep("delivered", lambda: spark.sql(DELIVERED))
    spark.sql(IN_WINDOW).createOrReplaceTempView("in_window")
    counted = [
        spark.sql(f"SELECT variant, replication, '{name}' AS metric, CAST(value AS DOUBLE) AS value FROM ({query})")
        for name, query in QUERIES.items()
        if name in metrics
    ]
    grown = [name for name in METRICS if name in metrics]
    if grown:
        counted.append(data.per_run({"metric": "string", "value": "double"}, lambda run: run_metrics(run, grown)))
    return reduce(lambda a, b: a.unionByName(b), counted)


def _checks_table(experiment: str, checked: pd.DataFrame) -> pd.DataFrame:
    table = checked.astype({"trace_value": "int64", "pcap_value": "int64"})
    table["equal"] = table["trace_value"] == table["pcap_value"]
    table.insert(0, "experiment", experiment)
    return table.sort_values(["variant", "replication", "check"]).reset_index(drop=True)


def _captures_table(experiment: str, captures: pd.DataFrame) -> pd.DataFrame:
    table = captures.sort_values(["variant", "replication", "node"]).reset_index(drop=True)
    table.insert(0, "experiment", experiment)
    return table


assert {*QUERIES, *METRICS} == {metric.name for metric in CATALOGUE}
