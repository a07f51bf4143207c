"""From sources of series to a folder of tables: read, evaluate, write, summarise."""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd
from rich.console import Console
from rich.table import Table

from schema.text import listed
from spark_analysis.prediction.campaign.evaluate_all import evaluate_all, search_order
from spark_analysis.prediction.campaign.result_cache import ResultCache
from spark_analysis.prediction.campaign.score_tables import (
    Results,
    excluded_table,
    predictions_table,
    scores_table,
    series_table,
)
from spark_analysis.prediction.campaign.settings import EvaluationSettings
from spark_analysis.prediction.campaign.skill_tables import ALL_PLACES, skill_pairs_table, skill_table
from spark_analysis.prediction.campaign.table_writing import write_frame
from spark_analysis.prediction.series.collection import SeriesCollection
from spark_analysis.prediction.sources.inputs import SeriesInputs, collect_series, only_series

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

CACHE = "cache"


@dataclass(frozen=True)
class Campaign:
    """The evaluation of a collection of series."""

    collection: SeriesCollection
    settings: EvaluationSettings
    results: Results
    tables: dict[str, pd.DataFrame]
    """By the name of the file: series, scores, predictions, excluded, skill, skill_pairs."""

    def summary(self) -> str:
        """The mean skill by kind of traffic, what was left out, and what the sources do not have."""
        text = io.StringIO()
        console = Console(file=text, width=140, color_system=None)
        skill = self.tables["skill"]
        if len(skill):
            console.print(_skill_summary(skill[skill["place"] == ALL_PLACES]))
        evaluated, left_out = len(self.tables["series"]), self.tables["excluded"]
        console.print(f"{evaluated:,} series evaluated, {len(left_out):,} left out{_by_fault(left_out)}.")
        if unchanged := sum(not each.has_changes for each in self.collection.series):
            console.print(f"{unchanged:,} series have no dS and dA; 0 stands for them.")
        for note in self.collection.notes:
            console.print(f"{note}.")
        return text.getvalue().rstrip()


def run_campaign(
    spark: SparkSession, inputs: SeriesInputs, settings: EvaluationSettings, out: Path, search: bool = False
) -> Campaign:
    """Evaluate the series of `inputs` and write the tables to `out`. Progress goes to standard error.

    Raises UnusableSeries for an input of another shape and where no series is usable, OSError.
    """
    collection = only_series(collect_series(spark, inputs), inputs.paths)
    if search:
        settings = replace(settings, arima_order=search_order(spark, collection.series, settings.test_steps))
    cache = ResultCache(out / CACHE)
    results = evaluate_all(spark, collection.series, settings, cache, Console(stderr=True))
    tables = campaign_tables(collection, results)
    for name, table in tables.items():
        write_frame(out, name, table)
    return Campaign(collection, settings, results, tables)


def campaign_tables(collection: SeriesCollection, results: Results) -> dict[str, pd.DataFrame]:
    """All tables, by name."""
    scores = scores_table(collection, results)
    return {
        "series": series_table(collection, results),
        "scores": scores,
        "predictions": predictions_table(collection, results),
        "excluded": excluded_table(collection, results),
        "skill": skill_table(scores),
        "skill_pairs": skill_pairs_table(scores),
    }


def _skill_summary(skill: pd.DataFrame) -> Table:
    table = Table(title="skill against the last value: mean over links, 95 % interval over replications")
    for name in ("traffic", "predictor"):
        table.add_column(name, overflow="fold")
    for name in ("skill", "interval", "replications", "links", "better", "worse"):
        table.add_column(name, justify="right")
    for row in skill.itertuples():
        has_interval = row.ci_low == row.ci_low
        interval = f"{row.ci_low:.3f} to {row.ci_high:.3f}" if has_interval else "–"
        mean = f"{row.mean:.3f}" if row.mean == row.mean else "–"
        counts = (str(row.n), f"{row.links:,}", f"{row.better:,}", f"{row.worse:,}")
        table.add_row(str(row.traffic), str(row.predictor), mean, interval, *counts)
    return table


def _by_fault(left_out: pd.DataFrame) -> str:
    counts = Counter(left_out["fault"])
    return f" ({listed(f'{count:,} {fault}' for fault, count in sorted(counts.items()))})" if counts else ""
