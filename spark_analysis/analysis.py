"""The whole way of one analysis: runs, Spark tables, metrics, checks, tables on disk, report."""

from __future__ import annotations

import contextlib
import os
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
from spark_analysis.runs import read_plan
from spark_analysis.session import spark_session
from spark_analysis.summary import summary_text
from spark_analysis.tables import pairs_table, runs_table, summary_table, write_table

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_TRACES = ("publications", "due", "deliveries", "transmissions", "parents", "drops")


def analyse_runs(folder: Path, master: str) -> Analysis:
    """See spark_analysis.analyse."""
    from spark_analysis.report import write_report

    plan = read_plan(folder)
    with spark_session(master) as spark:
        data = Dataset(spark, plan.done, partitions=2 * (os.cpu_count() or 2))
        with contextlib.closing(data):
            tabulate(data)
            measured = measure(data).toPandas()
            checked = compare(spark).toPandas()
            captures = data.captures().toPandas()
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


def tabulate(data: Dataset) -> None:
    """Name the tables that the queries are over."""
    for table in _TRACES:
        data.trace(table)
    data.frames()
    data.windows()


def measure(data: Dataset) -> DataFrame:
    """variant, replication, metric, value: every metric of the catalogue, of every run that has a value for it."""
    spark = data.spark
    data.keep("delivered", lambda: spark.sql(DELIVERED))
    spark.sql(IN_WINDOW).createOrReplaceTempView("in_window")
    counted = [
        spark.sql(f"SELECT variant, replication, '{name}' AS metric, CAST(value AS DOUBLE) AS value FROM ({query})")
        for name, query in QUERIES.items()
    ]
    grown = data.per_run({"metric": "string", "value": "double"}, run_metrics)
    return reduce(lambda a, b: a.unionByName(b), [*counted, grown])


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
