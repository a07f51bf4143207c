"""The curves of the paper's figures: one for each policy, and the exact optimum where it is known."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

import pandas as pd

from schema.intervals import Estimate
from schema.manifest import Scalar
from spark_analysis.papers.comparison.panel import CurvePoint, PaperCurve, curve_over
from spark_analysis.papers.comparison.paper_results import REPLICATION, FigureResults, TableOrColumn
from spark_analysis.papers.comparison.relative_difference import percent_decrease

OPTIMUM = "optimum"


def policy_curves(
    metric: str, x: str, where: Mapping[str, Scalar] | None = None, at_full_rate: bool = False, optimum: bool = False
) -> Callable[[FigureResults], list[PaperCurve]]:
    """Return the curves of `metric` over the parameter `x`, one for each policy.

    `where` are the values of other parameters that vary. With `at_full_rate` the metric is divided by the share of the
    workload that was sent. With `optimum` the marks of the exact optimum are added.
    """

    def curves(results: FigureResults) -> list[PaperCurve]:
        wide = _at(results.wide(metric, "policy"), where)
        scale = float(results.experiment.parameters["rate_scale"]) if at_full_rate else 1.0
        found = [curve_over(str(policy), x, wide[policy] / scale) for policy in _in_order(results, "policy", wide)]
        if optimum and len(results.optima):
            found.append(_optimum_curve(results, metric, x, where, scale))
        return found

    return curves


def reassignment_curves(metric: str, x: str) -> Callable[[FigureResults], list[PaperCurve]]:
    """Return the curves of `metric` over `x` for each policy and way of reassignment."""

    def curves(results: FigureResults) -> list[PaperCurve]:
        wide = results.wide(metric, "reassign")
        names = {"none": "not reassigned", "assignment": "reassigned", "planning": "planned again"}
        return [
            curve_over(f"{policy}, {names[str(way)]}", x, _at(wide, {"policy": policy})[way])
            for policy in results.experiment.varying["policy"]
            for way in _in_order(results, "reassign", wide)
        ]

    return curves


def gain_curves(metric: str, x: str) -> Callable[[FigureResults], list[PaperCurve]]:
    """Return by how many per cent a reassignment lowers `metric`, over `x`, for each policy."""

    def curves(results: FigureResults) -> list[PaperCurve]:
        wide = results.wide(metric, "reassign")
        gains = percent_decrease(wide["assignment"], wide["none"])
        return [
            curve_over(f"gain of {each}", x, _at(gains, {"policy": each}))
            for each in results.experiment.varying["policy"]
        ]

    return curves


def _in_order(results: FigureResults, parameter: str, wide: pd.DataFrame) -> Iterable[Scalar]:
    """Return the columns of `wide` in the experiment's order."""
    return [value for value in results.experiment.varying[parameter] if value in wide.columns]


def _at(table: TableOrColumn, where: Mapping[str, Scalar] | None) -> TableOrColumn:
    """Return the rows of `table` at `where`, without those levels of its index; none where no row is there."""
    for name, value in (where or {}).items():
        table = table[table.index.get_level_values(name) == value].droplevel(name)
    return table


def _optimum_curve(
    results: FigureResults, metric: str, x: str, where: Mapping[str, Scalar] | None, scale: float
) -> PaperCurve:
    """Return the optimum at the points where it is known of some replications.

    It is the mean of `seq` over all replications, less the mean paired difference to the optimum over those: the
    replications without an optimum have other networks. Traffic is distance times the requests of the run.
    """
    measured = _at(results.wide(metric, "policy"), where)["seq"]
    hops = _at(results.with_optima("mean_hop_distance", "policy"), where)
    points = []
    for at, known in hops.groupby(level=x, sort=True):
        all_values = measured.xs(at, level=x)
        those = all_values.loc[known.index.get_level_values(REPLICATION)]
        differences = those.to_numpy() * (1 - known["best_hops"].to_numpy() / known["seq"].to_numpy())
        mean = float(all_values.mean() - differences.mean()) / scale
        points.append(CurvePoint(float(at), Estimate(len(known), mean, math.nan, math.nan, math.nan)))
    return PaperCurve(OPTIMUM, tuple(points), has_line=False)
