"""The evidence of the runs of `series`: some links of each run, evaluated in Spark's workers and kept as a table."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from schema.text import counted
from spark_analysis.capture.kernels.source_digest import source_digest
from spark_analysis.papers.pstpm.link_evidence import LinkEvidence, link_evidence
from spark_analysis.papers.pstpm.traffic_kind import traffic_kind
from spark_analysis.prediction.paper.exponent import PAPER_STEPS
from spark_analysis.prediction.series.collection import NamedSeries, Place
from spark_analysis.prediction.series.unusable import UnusableSeries
from spark_analysis.prediction.sources.run_series import series_of_run
from spark_analysis.prediction.sources.runs import RunSource, find_runs
from spark_analysis.run.workers import in_workers

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SERIES = "series"
"""The experiment whose runs have a table link_steps."""
_FILE = "evidence.parquet"
_COLUMNS = (
    *("key", "kind", "replication", "place", "link"),
    *(field.name for field in fields(LinkEvidence)),
    "excluded",
)
_DIGEST = "digest"
"""The attribute of the table that identifies its runs and the code that evaluated them."""
_LEAST_MEAN = 1.0
"""Notifications per step below which a link is too quiet to be tested."""


def long_series(source: RunSource) -> list[NamedSeries]:
    """Return the last PAPER_STEPS steps of every usable link of a run that has as many, by link."""
    return [
        replace(each, series=each.series.last(PAPER_STEPS))
        for each in series_of_run(source).series
        if len(each.series) >= PAPER_STEPS
    ]


def chosen_links(series: Sequence[NamedSeries], seed: int) -> Iterator[NamedSeries]:
    """Return one link of an interior broker and one of a border broker, drawn from those with enough traffic.

    A place without such a link is left out.
    """
    busy = [each for each in series if each.series.traffic.mean() >= _LEAST_MEAN and np.ptp(each.series.traffic)]
    random = np.random.default_rng(seed)
    for place in (Place.INTERIOR, Place.BORDER):
        here = [each for each in busy if each.place is place]
        if here:
            yield here[int(random.integers(len(here)))]


def write_evidence(spark: SparkSession, folder: Path) -> None:
    """Evaluate links of all runs of `series` and write the table.

    Nothing is done where the same code has evaluated the same runs before.
    """
    sources = find_runs(folder / SERIES).runs
    digest = _digest(sources)
    path = folder / SERIES / _FILE
    if path.is_file() and pd.read_parquet(path).attrs.get(_DIGEST) == digest:
        return
    print(f"evaluating links of {counted(len(sources), 'run')}", flush=True)
    rows = [row for rows in in_workers(spark, _rows_of_run, sources) for row in rows]
    table = pd.DataFrame(rows, columns=_COLUMNS)
    table.attrs[_DIGEST] = digest
    partial = path.with_suffix(".part")
    table.to_parquet(partial)
    partial.replace(path)
    _read.cache_clear()


def _digest(sources: Sequence[RunSource]) -> str:
    digest = hashlib.sha256(source_digest("spark_analysis.prediction", "spark_analysis.papers.pstpm"))
    digest.update(" ".join(sorted(source.run.key for source in sources)).encode())
    return digest.hexdigest()


def _rows_of_run(source: RunSource) -> list[dict[str, object]]:
    """Return a row for each place, with the sentence of a series that is not usable."""
    run = source.run
    rows: list[dict[str, object]] = []
    for chosen in chosen_links(long_series(source), run.replication):
        row = {"key": run.key, "kind": traffic_kind(run.varying), "replication": run.replication}
        row |= {"place": str(chosen.place), "link": chosen.name.link}
        try:
            found = asdict(link_evidence(chosen.series, run.replication))
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
