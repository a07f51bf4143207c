"""Tables of an experiment by curve, and what the curves of a replication differ by.

A curve is a strategy with its options, a repair, a coding or a predictor. In a row of a table the network and the
events are the same, so all quantities are computed row by row.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import pandas as pd

from schema.manifest import Scalar
from spark_analysis.papers.comparison.paper_results import REPLICATION, FigureResults, PaperResults, by_point
from spark_analysis.papers.comparison.relative_difference import percent_increase

CurveName = Callable[[Mapping[str, Scalar]], str]
DEFAULTS: Mapping[str, Scalar] = {
    "strategy": "sdnps",
    "incremental": True,
    "prune": False,
    "dataplane": "topic",
    "coding": "own-slot",
    "aggregation": "minimal",
    "processing_us": 0.0,
    "policy": "",
}
"""What the program has where an experiment does not give a parameter."""
SDNPS, SCRATCH, PRUNED = "sdnps", "sdnps, from scratch", "sdnps, pruned"
LOAD_STEINER = "load-steiner"
RIVALS = ("flooding", "spt", "core", "steiner", LOAD_STEINER, "unicast", "brokers")


def of_strategy(row: Mapping[str, Scalar]) -> str:
    """Return the strategy with the options of sdnps that are not the paper's."""
    strategy = str(row["strategy"])
    return strategy + _options(row) if strategy == SDNPS else strategy


def of_options(row: Mapping[str, Scalar]) -> str:
    """Return whether overlays are incremental and pruned."""
    return SDNPS + _options(row)


def _options(row: Mapping[str, Scalar]) -> str:
    scratch = "" if is_on(row["incremental"]) else ", from scratch"
    return scratch + (", pruned" if is_on(row["prune"]) else "")


def is_on(value: Scalar) -> bool:
    """Return whether a parameter that is true or false is on, as a table or as a manifest has it."""
    return value if isinstance(value, bool) else str(value).lower() in ("1", "1.0", "true", "on")


def of_data_plane(row: Mapping[str, Scalar]) -> str:
    """Return the coding and the aggregation, or the data plane that keeps no topics."""
    if row["dataplane"] != "topic":
        return str(row["dataplane"])
    plain = row["aggregation"] != "none"
    return str(row["coding"]) + ("" if plain else ", not aggregated")


def of_prediction(row: Mapping[str, Scalar]) -> str:
    """Return the strategy with its options, and the predictor."""
    return f"{of_strategy(row)}, {row['predictor']}"


def of(parameter: str) -> CurveName:
    """Return the values of one parameter."""
    return lambda row: str(row[parameter])


def curves(results: FigureResults, metric: str, name: CurveName, *axes: str) -> pd.DataFrame:
    """Return `metric` with a column for each curve; the rows are the points of `axes` and the replications."""
    rows = results.runs[results.runs["metric"] == metric]
    names = [name(_settings(results, row)) for row in rows[list(results.experiment.varying)].to_dict("records")]
    table = rows.assign(curve=names, **{axis: _axis(results, rows, axis) for axis in axes})
    order = list(dict.fromkeys(names))
    index = [*axes, REPLICATION] if axes else REPLICATION
    wide = table.pivot_table(index=index, columns="curve", values="value", sort=False)
    return wide.reindex(columns=order).sort_index()


def _settings(results: FigureResults, row: Mapping[str, Scalar]) -> dict[str, Scalar]:
    given = {key: value for key, value in row.items() if not (isinstance(value, float) and math.isnan(value))}
    return {**DEFAULTS, **results.experiment.parameters, **given}


def _axis(results: FigureResults, rows: pd.DataFrame, axis: str) -> list[Scalar]:
    if axis in rows:
        return [DEFAULTS.get(axis, value) if value != value else value for value in rows[axis]]
    return [_settings(results, {}).get(axis, "")] * len(rows)


def curve_above(table: pd.DataFrame, one: str, other: str) -> pd.Series:
    """Return by how many per cent of the latter the curve `one` is above `other`, where both have a value.

    Rows in which `other` is 0 are left out; no row is left where one of the curves is not in `table`.
    """
    both = table.reindex(columns=[one, other]).dropna()
    both = both[both[other] != 0]
    return percent_increase(both[one], both[other])


def samples(values: pd.Series, words: Callable[[Mapping[str, Scalar]], str]) -> dict[str, list[float]]:
    """Return `values` by point, each under its words."""
    return {words(point): [float(value) for value in group] for point, group in by_point(values)}


def topics_of(branching: Scalar, results: FigureResults) -> int:
    """Return the number of topics that are published."""
    depth = int(float(results.experiment.parameters["topic_depth"]))
    topics: int = int(float(branching)) ** depth
    return topics


def has(results: PaperResults, name: str) -> bool:
    """Return whether an experiment was swept and has a value."""
    return name in results.figures and len(results[name].runs) > 0
