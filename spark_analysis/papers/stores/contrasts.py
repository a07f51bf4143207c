"""Quantities that claims are about, computed replication by replication and labelled by their point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from spark_analysis.papers.comparison.claim import Samples, merged
from spark_analysis.papers.comparison.paper_results import PaperResults, by_point, figure_title
from spark_analysis.papers.comparison.relative_difference import percent_decrease, percent_increase

SYMBOLS: Mapping[str, str] = {
    "brokers": "N",
    "capacity": "L",
    "min_copies": "min_k",
    "popularity": "s_p",
    "locality": "s_l",
    "stores": "M",
    "failed_stores": "failed",
}
"""The paper's names of parameters."""


def percent_above(
    results: PaperResults, metric: str, figures: Sequence[str], policies: Sequence[str], reference: str
) -> Samples:
    """Return by how much `metric` is larger for each of `policies` than for `reference`, in per cent of the latter."""
    return merged(
        _by_point(figure, policy, percent_increase(wide[policy], wide[reference]))
        for figure, wide in _tables(results, metric, figures, "policy", [*policies, reference])
        for policy in policies
    )


def percent_below(
    results: PaperResults, metric: str, figures: Sequence[str], policies: Sequence[str], reference: str
) -> Samples:
    """Return by how much `metric` is smaller for each of `policies` than for `reference`, in per cent of the latter."""
    above = percent_above(results, metric, figures, policies, reference)
    return {label: [-value for value in values] for label, values in above.items()}


def ratios(
    results: PaperResults, metric: str, figures: Sequence[str], over: Sequence[str], under: Sequence[str]
) -> Samples:
    """Return `metric` of each policy of `over`, divided by that of each of `under`."""
    return merged(
        _by_point(figure, f"{one} over {other}", wide[one] / wide[other])
        for figure, wide in _tables(results, metric, figures, "policy", [*over, *under])
        for one in over
        for other in under
    )


def steps(results: PaperResults, metric: str, figure: str, parameter: str, policies: Sequence[str]) -> Samples:
    """Return the change of `metric` from each value of `parameter` to the next, in per cent of the former."""
    found: dict[str, list[float]] = {}
    for _, wide in _tables(results, metric, [figure], "policy", policies):
        for policy in policies:
            columns = wide[policy].unstack(parameter).dropna()
            for before, after in zip(columns.columns, columns.columns[1:], strict=False):
                label = f"{figure_title(figure)}, {SYMBOLS[parameter]} from {before:g} to {after:g}, {policy}"
                found[label] = [float(value) for value in percent_increase(columns[after], columns[before])]
    return found


def growth_exponents(
    results: PaperResults, metrics: Mapping[str, str], figure: str, parameter: str, policies: Sequence[str]
) -> Samples:
    """Return the exponent b of the power law `metric = a * parameter ** b`, fitted to each replication.

    `metrics` maps names to words for the label. Growth is sublinear where b is between 0 and 1.
    """
    found: dict[str, list[float]] = {}
    for metric, words in metrics.items():
        for _, wide in _tables(results, metric, [figure], "policy", policies):
            for policy in policies:
                columns = wide[policy].unstack(parameter).dropna()
                x = np.log([float(value) for value in columns.columns])
                if len(x) > 1:
                    slopes = [float(np.polyfit(x, np.log(row), 1)[0]) for row in columns.to_numpy()]
                    found[f"{figure_title(figure)}, {words}, {policy}"] = slopes
    return found


def bends(results: PaperResults, metric: str, figure: str, parameter: str, policies: Sequence[str]) -> Samples:
    """Return how far `metric` between the ends is from the straight line between them, in per cent of the first.

    Each point is one value of `parameter` between the ends.
    """
    found: dict[str, list[float]] = {}
    for _, wide in _tables(results, metric, [figure], "policy", policies):
        for policy in policies:
            columns = wide[policy].unstack(parameter).dropna()
            first, last = columns.columns[0], columns.columns[-1]
            for x in columns.columns[1:-1]:
                line = columns[first] + (columns[last] - columns[first]) * (x - first) / (last - first)
                label = f"{figure_title(figure)}, {SYMBOLS[parameter]} = {x:g}, {policy}"
                found[label] = [float(value) for value in 100 * (columns[x] - line) / columns[first]]
    return found


def changes_from_first(
    results: PaperResults, metric: str, figure: str, parameter: str, policies: Sequence[str]
) -> Samples:
    """Return by how much `metric` is larger at each value of `parameter` than at the first, in per cent."""
    found: dict[str, list[float]] = {}
    for _, wide in _tables(results, metric, [figure], "policy", policies):
        for policy in policies:
            columns = wide[policy].unstack(parameter).dropna()
            first = columns.columns[0]
            for x in columns.columns[1:]:
                label = f"{figure_title(figure)}, {SYMBOLS[parameter]} = {x:g}, {policy}"
                found[label] = [float(value) for value in percent_increase(columns[x], columns[first])]
    return found


def reassignment_gains(results: PaperResults, metric: str, figures: Sequence[str]) -> Samples:
    """Return by how much an assignment to the old stores lowers `metric`, in per cent of no reassignment."""
    return merged(
        _by_point(figure, "", percent_decrease(wide["assignment"], wide["none"]))
        for figure, wide in _tables(results, metric, figures, "reassign", ["assignment", "none"])
    )


def losses_to_planning(results: PaperResults, metric: str, figures: Sequence[str]) -> Samples:
    """Return by how much `metric` is larger with an assignment to the old stores than with new stores, in per cent."""
    return merged(
        _by_point(figure, "", percent_increase(wide["assignment"], wide["planning"]))
        for figure, wide in _tables(results, metric, figures, "reassign", ["assignment", "planning"])
    )


def chosen(samples: Samples, *parts: str) -> Samples:
    """Return the points whose label has one of `parts`, each followed by a comma or the end."""
    return {label: values for label, values in samples.items() if any(f"{part}," in f"{label}," for part in parts)}


def point_label(figure: str, point: Mapping[str, object]) -> str:
    """Return `Fig. 7, M = 20, s_p = 0.5` for a point of the parameters that vary."""
    words = [f"{SYMBOLS[name]} = {value:g}" if name in SYMBOLS else str(value) for name, value in point.items()]
    return ", ".join([figure_title(figure), *words])


def _tables(
    results: PaperResults, metric: str, figures: Sequence[str], compared: str, columns: Sequence[str]
) -> list[tuple[str, pd.DataFrame]]:
    """Return the table of each figure that was swept and has all `columns`."""
    found = [(name, results[name].wide(metric, compared)) for name in figures if name in results.figures]
    return [(name, wide) for name, wide in found if set(columns) <= set(wide.columns)]


def _by_point(figure: str, last: str, values: pd.Series) -> Samples:
    """Return `values`, whose index is points and replications, by a label of the point that ends with `last`."""
    return {
        ", ".join(filter(None, [point_label(figure, point), last])): [float(value) for value in group]
        for point, group in by_point(values)
    }
