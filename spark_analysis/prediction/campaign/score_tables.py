"""Tables of an evaluation: the series, their scores, the predictions, and what was left out. docs/prediction.md."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from spark_analysis.prediction.campaign.series_result import PredictorResult, SeriesResult
from spark_analysis.prediction.models.naive import LastValue
from spark_analysis.prediction.series.collection import NamedSeries, SeriesCollection, SeriesName, described
from spark_analysis.statistics.intervals import LEVEL, holm

Results = Mapping[SeriesName, SeriesResult]
NAMES = list(SeriesName._fields)
LABELS = ["traffic", "place"]
SERIES_COLUMNS = [*NAMES, *LABELS, "has_changes", "ended_early", "first_step", "steps", "training_steps"]
SCORE_COLUMNS = [
    *(*NAMES, *LABELS, "predictor", "rmse", "mae", "mase", "skill"),
    *("dm_statistic", "p_value", "p_holm", "verdict"),
]
PREDICTION_COLUMNS = [*NAMES, "step", "predictor", "actual", "prediction"]
EXCLUDED_COLUMNS = [*NAMES, "fault", "sentence"]


def series_table(collection: SeriesCollection, results: Results) -> pd.DataFrame:
    """A row per series that was evaluated."""
    rows = [
        {
            **_named(each),
            "has_changes": each.has_changes,
            "ended_early": each.ended_early,
            "first_step": each.series.first_step,
            "steps": len(each.series),
            "training_steps": results[each.name].training_steps,
        }
        for each in _evaluated(collection, results)
    ]
    return pd.DataFrame(rows, columns=SERIES_COLUMNS)


def scores_table(collection: SeriesCollection, results: Results) -> pd.DataFrame:
    """A row per series and predictor. `p_holm` is Holm's adjustment over all tests of the table."""
    rows = [
        {**_named(each), **_scores(one)}
        for each in _evaluated(collection, results)
        for one in results[each.name].results
    ]
    table = pd.DataFrame(rows, columns=[name for name in SCORE_COLUMNS if name not in ("p_holm", "verdict")])
    table["p_holm"] = holm(table["p_value"].tolist())
    significant = table["p_holm"] < LEVEL
    table["verdict"] = np.where(significant, np.where(table["dm_statistic"] < 0, "better", "worse"), "")
    table.loc[table["predictor"] == LastValue.name, "verdict"] = ""
    return table[SCORE_COLUMNS]


def predictions_table(collection: SeriesCollection, results: Results) -> pd.DataFrame:
    """A row per series, predictor and predicted step."""
    parts = []
    for each in _evaluated(collection, results):
        found = results[each.name]
        actual = each.series.traffic[found.training_steps :]
        steps = each.series.first_step + found.training_steps + np.arange(len(actual))
        for one in found.results:
            values = {"step": steps, "predictor": one.predictor, "actual": actual, "prediction": one.predictions}
            parts.append(pd.DataFrame({**each.name._asdict(), **values}, columns=PREDICTION_COLUMNS))
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=PREDICTION_COLUMNS)


def excluded_table(collection: SeriesCollection, results: Results) -> pd.DataFrame:
    """A row per series, run or file that was left out, before or in the evaluation, with its fault and a sentence."""
    rows = [{**one.name._asdict(), "fault": one.fault.value, "sentence": one.sentence} for one in collection.excluded]
    for each in collection.series:
        if fault := results[each.name].fault:
            sentence = f"{described(each.name)}: {results[each.name].sentence}"
            rows.append({**each.name._asdict(), "fault": fault, "sentence": sentence})
    table = pd.DataFrame(rows, columns=EXCLUDED_COLUMNS)
    return table.sort_values(NAMES, kind="stable", ignore_index=True)


def _evaluated(collection: SeriesCollection, results: Results) -> Iterator[NamedSeries]:
    return (each for each in collection.series if not results[each.name].fault)


def _named(each: NamedSeries) -> dict[str, Any]:
    return {**each.name._asdict(), "traffic": each.traffic, "place": each.place.value}


def _scores(one: PredictorResult) -> dict[str, Any]:
    def number(value: float | None) -> float:
        return math.nan if value is None else value

    return {
        "predictor": one.predictor,
        "rmse": one.rmse,
        "mae": one.mae,
        "mase": number(one.mase),
        "skill": number(one.skill),
        "dm_statistic": number(one.statistic),
        "p_value": number(one.p_value),
    }
