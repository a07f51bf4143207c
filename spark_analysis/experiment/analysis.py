"""The analysis of an experiment: find its runs, measure each, write tables and report."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from spark_analysis.run.measurement import Measurement, Row
from spark_analysis.run.measurement_cache import MeasurementCache
from spark_analysis.run.runs import Finished, Plan, RunKey, finished_of, read_plan
from spark_analysis.run.session import spark_session
from spark_analysis.run.workers import measure_runs
from spark_analysis.statistics.result_tables import pairs_table, runs_table, summary_table, write_table
from spark_analysis.statistics.summary import summary_text
from spark_analysis.statistics.table_columns import RESULT_TABLES
from spark_analysis.statistics.warmup import warmup_table, warmup_text

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

OpenSpark = Callable[[], AbstractContextManager["SparkSession"]]
RUNS_AT_ONCE = 100
"""Runs that are measured between two lines on the progress."""


@dataclass(frozen=True)
class Analysis:
    """Results of an analysis: a table for the terminal, the report, checks that differ, runs that were not counted."""

    summary_text: str
    report: Path | None
    checks_failed: int
    failed_runs: tuple[str, ...]


def analyse(folder: Path, master: str = "local[*]", report: bool = True) -> Analysis:
    """Compute the tables and the report of the runs in `folder` (results/<experiment>) on the Spark of `master`.

    What has been measured is not measured again; without `report` there are only the tables.

    Raises FileNotFoundError where `folder` is not an experiment's.
    """
    plan = read_plan(folder)
    measured = _measured(folder, plan.finished, partial(spark_session, master))
    failed = _failed(plan, measured)
    done = [run for run in plan.finished if not measured[run.variant, run.replication].damage]
    summary, checks, warmup = _write_tables(folder / "tables", plan, done, measured)
    text = "\n".join(filter(None, [summary_text(summary, checks, failed), warmup_text(warmup)]))
    return Analysis(text, _report(folder) if report else None, int((~checks["equal"]).sum()), failed)


def _report(folder: Path) -> Path:
    """Imported here: what draws takes a second that tables alone are not to wait for."""
    from spark_analysis.report import write_report

    return write_report(folder)


def measured_values(
    folder: Path, metric: str, runs: Collection[RunKey], spark: OpenSpark
) -> tuple[dict[RunKey, float], tuple[str, ...]]:
    """Return the values of one metric of the catalogue in some runs of `folder`, given by variant and replication.

    A run in which it has no value is not among them. Then the runs that cannot be counted, `variant/replication: why`.
    `spark` is called if there is a run that has not been measured before.
    """
    finished, failed = finished_of(folder, runs)
    measured = _measured(folder, finished, spark)
    failed |= {key: found.damage for key, found in measured.items() if found.damage}
    values = {key: row["value"] for key, found in measured.items() for row in found.metrics if row["metric"] == metric}
    return values, tuple(f"{variant}/{k}: {failed[variant, k]}" for variant, k in runs if (variant, k) in failed)


def _measured(folder: Path, runs: Sequence[Finished], open_spark: OpenSpark) -> dict[RunKey, Measurement]:
    """The measurement of each of `runs`: recalled, or else made now; only then is there need of Spark."""
    cache = MeasurementCache(folder)
    measured = cache.recall(runs)
    new = [run for run in runs if (run.variant, run.replication) not in measured]
    if not new:
        return measured
    parts = [new[start : start + RUNS_AT_ONCE] for start in range(0, len(new), RUNS_AT_ONCE)]
    with open_spark() as spark:
        start = time.monotonic()
        for number, part in enumerate(parts):
            _print_progress(number * RUNS_AT_ONCE, len(part), len(new), time.monotonic() - start)
            found = measure_runs(spark, folder, part)
            cache.keep(part, found)
            measured |= found
    return measured


def _print_progress(before: int, now: int, of: int, seconds: float) -> None:
    left = seconds / before * (of - before) if before else 0.0
    when = f", about {left / 60:.0f} min left" if left >= 60 else f", about {left:.0f} s left" if before else ""
    print(f"measuring runs {before + 1:,} to {before + now:,} of {of:,}{when}", file=sys.stderr, flush=True)


def _failed(plan: Plan, measured: dict[RunKey, Measurement]) -> tuple[str, ...]:
    """`variant/replication: why`, by variant, then replication."""
    why = plan.failed | {key: found.damage for key, found in measured.items() if found.damage}
    return tuple(f"{variant}/{k}: {why[variant, k]}" for variant, k in plan.runs if (variant, k) in why)


def _write_tables(
    tables: Path, plan: Plan, done: Sequence[Finished], measured: dict[RunKey, Measurement]
) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Write all tables. Return those that the terminal shows: summary, checks, warm-up."""
    experiment = plan.experiment

    def long(rows_of: str, columns: Sequence[str]) -> pd.DataFrame:
        return _long(done, ((run, getattr(measured[run.variant, run.replication], rows_of)) for run in done), columns)

    write = partial(write_table, tables, units=experiment.units, network=experiment.network_kind)
    runs = runs_table(experiment, done, long("metrics", ("metric", "value")))
    summary = summary_table(experiment, runs)
    checks = long("checks", ("check", "trace_value", "pcap_value"))
    checks = checks.astype({"trace_value": "int64", "pcap_value": "int64"})
    checks["equal"] = checks["trace_value"] == checks["pcap_value"]
    captures = long("captures", _own_columns("captures", experiment.network_kind))
    for table in (checks, captures):
        table.insert(0, "experiment", experiment.name)
    write("runs", runs)
    write("summary", summary)
    write("pairs", pairs_table(experiment, runs))
    write("checks", checks)
    write("captures", captures)
    write("latencies", _varied(plan, done, long("latencies", ("quantile", "latency_s"))))
    for name in ("loads", "links", "overlay_costs", "broker_loads", "overlay_loads"):
        if experiment.network_kind in RESULT_TABLES[name].kinds:
            write(name, _varied(plan, done, long(name, _own_columns(name, experiment.network_kind))))
    warmup = warmup_table(experiment, done, long("slices", ("series", "slice", "part", "whole")))
    write("warmup", warmup)
    return summary, checks, warmup


def _own_columns(table: str, kind: str) -> tuple[str, ...]:
    """The columns of a result table behind those that name the run."""
    named = ("experiment", "variant", "replication")
    return tuple(column.name for column in RESULT_TABLES[table].columns_of(kind) if column.name not in named)


def _long(
    done: Sequence[Finished], parts: Iterable[tuple[Finished, tuple[Row, ...]]], columns: Sequence[str]
) -> pd.DataFrame:
    """`variant`, `replication` and `columns`: the rows of all runs. A capture of a node has no receiving end."""
    rows = [
        (run.variant, run.replication, *({"link_to": None, **row}[column] for column in columns))
        for run, part in parts
        for row in part
    ]
    return pd.DataFrame(rows, columns=["variant", "replication", *columns])


def _varied(plan: Plan, done: Sequence[Finished], table: pd.DataFrame) -> pd.DataFrame:
    """`table` with a column behind `variant` for each parameter that varies."""
    varying = {run.variant: run.varying for run in done}
    for place, name in enumerate(plan.experiment.varying, start=1):
        table.insert(place, name, [varying[variant][name] for variant in table["variant"]])
    return table
