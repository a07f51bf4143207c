"""The evidence of the runs of `series`: some links of each run, evaluated in Spark's workers and kept as a table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from schema.text import counted
from schema.traces import read_run_table
from spark_analysis.papers.pstpm.link_evidence import link_evidence
from spark_analysis.papers.pstpm.traffic_kind import traffic_kind
from spark_analysis.prediction.paper.exponent import PAPER_STEPS
from spark_analysis.prediction.series.link_series import LinkSeries
from spark_analysis.prediction.series.series_table import COLUMNS, Link, read_series
from spark_analysis.prediction.series.unusable import UnusableSeries
from spark_analysis.run.workers import in_workers

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SERIES = "series"
"""The experiment whose runs have a table link_steps."""
INTERIOR, BORDER = "interior", "border"
_FILE = "evidence.parquet"
_LEAST_MEAN = 1.0
"""Notifications per step below which a link is too quiet to be tested."""


@dataclass(frozen=True)
class _RunOfKind:
    """A run for a worker."""

    kind: str
    replication: int
    path: str
    key: str


def series_of(run: Path) -> dict[Link, LinkSeries]:
    """Return the last PAPER_STEPS steps of every usable link of a run. Raises OSError, ValueError, UnusableSeries."""
    trace = read_run_table(run, "link_steps", "wired")
    found = read_series({name: np.asarray(trace.column(name)) for name in COLUMNS}, PAPER_STEPS)
    return {link: _last(series) for link, series in found.series.items()}


def _last(series: LinkSeries) -> LinkSeries:
    skipped = len(series) - PAPER_STEPS
    return LinkSeries(
        series.traffic[skipped:],
        series.subscription_change[skipped:],
        series.advertisement_change[skipped:],
        series.first_step + skipped,
    )


def chosen_links(series: Mapping[Link, LinkSeries], seed: int) -> Iterator[tuple[str, Link]]:
    """Return one link of an interior broker and one of a border broker, drawn from those with enough traffic.

    The broker is the one that forwards. A border broker has one link of the overlay. A place without such a link is
    left out.
    """
    degrees = Counter(a for a, _ in series)
    busy = [
        link for link in sorted(series) if series[link].traffic.mean() >= _LEAST_MEAN and np.ptp(series[link].traffic)
    ]
    random = np.random.default_rng(seed)
    for place, is_border in ((INTERIOR, False), (BORDER, True)):
        here = [link for link in busy if (degrees[link[0]] == 1) == is_border]
        if here:
            yield place, here[int(random.integers(len(here)))]


def _is_busy(series: LinkSeries) -> bool:
    return bool(series.traffic.mean() >= _LEAST_MEAN and np.ptp(series.traffic) > 0)


def write_evidence(spark: SparkSession, folder: Path) -> None:
    """Evaluate links of all runs of `series` and write the table; nothing where it is there for the same runs."""
    from spark_analysis.run.runs import read_plan

    plan = read_plan(folder / SERIES)
    runs = [_RunOfKind(traffic_kind(run.varying), run.replication, run.path, run.key) for run in plan.finished]
    path = folder / SERIES / _FILE
    if path.is_file() and set(pd.read_parquet(path, columns=["key"])["key"]) == {run.key for run in runs}:
        return
    print(f"evaluating links of {counted(len(runs), 'run')}", flush=True)
    rows = [row for rows in in_workers(spark, _rows_of_run, runs) for row in rows]
    partial = path.with_suffix(".part")
    pd.DataFrame(rows).to_parquet(partial)
    partial.replace(path)
    _read.cache_clear()


def _rows_of_run(run: _RunOfKind) -> list[dict[str, object]]:
    """Return a row for each place, with the sentence of a series that is not usable."""
    rows: list[dict[str, object]] = []
    series = series_of(Path(run.path))
    for place, link in chosen_links(series, run.replication):
        row = {"key": run.key, "kind": run.kind, "replication": run.replication}
        row |= {"place": place, "a": link[0], "b": link[1]}
        try:
            found = asdict(link_evidence(series[link], run.replication))
        except UnusableSeries as error:
            rows.append(row | {"excluded": str(error)})
            continue
        for name in ("skills", "p_values"):
            found[name] = json.dumps(found[name])
        rows.append(row | found | {"excluded": ""})
    return rows


def read_evidence(folder: Path) -> pd.DataFrame:
    """Return the table of `write_evidence`: a row for each run and place."""
    return _read(folder / SERIES / _FILE)


@cache
def _read(path: Path) -> pd.DataFrame:
    return pd.read_parquet(path)


def usable_evidence(folder: Path) -> pd.DataFrame:
    """Return the rows whose series could be evaluated."""
    rows = read_evidence(folder)
    return rows[rows["excluded"] == ""]


def skill_rows(folder: Path) -> pd.DataFrame:
    """Return a row for each series and predictor: kind, place, replication, predictor, skill, p_value."""
    rows = []
    for row in usable_evidence(folder).itertuples():
        skills, p_values = json.loads(str(row.skills)), json.loads(str(row.p_values))
        where = {"kind": row.kind, "place": row.place, "replication": row.replication}
        rows += [where | {"predictor": name, "skill": skills[name], "p_value": p_values[name]} for name in skills]
    return pd.DataFrame(rows)
