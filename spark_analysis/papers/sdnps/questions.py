"""What the page's template takes beside claims and figures: the first paragraph, and the tables of E1 to E8."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from schema.intervals import Estimate
from schema.manifest import Scalar
from spark_analysis.papers.comparison.paper_page import number_text
from spark_analysis.papers.comparison.paper_results import REPLICATION, PaperResults
from spark_analysis.papers.comparison.question_row import QuestionRow, mean_estimate
from spark_analysis.papers.sdnps.contrasts import (
    LOAD_STEINER,
    SCRATCH,
    SDNPS,
    CurveName,
    curve_above,
    curves,
    has,
    of,
    of_data_plane,
    of_options,
    of_prediction,
    of_strategy,
    topics_of,
)
from spark_analysis.papers.sdnps.optimality import known_optima, largest_gap, overlay_optimality_rows
from spark_analysis.papers.sdnps.quantities import TOPICS

_MS = 1e3
_KILO = 1e-3


@dataclass(frozen=True)
class Contrast:
    """Load-aware Steiner trees against SDNPS at one number of topics, in per cent of the latter."""

    topics: int
    residual: Estimate
    """Least residual bandwidth of load-aware Steiner trees above that of SDNPS."""
    load: Estimate
    """Load of all edges with load-aware Steiner trees below that with SDNPS."""

    @property
    def residual_text(self) -> str:
        """How the residual bandwidth differs, `1.9 ± 0.3 % more`."""
        return in_words(self.residual, "more", "less")

    @property
    def load_text(self) -> str:
        """How the load differs."""
        return in_words(self.load, "less", "more")


def side(difference: Estimate) -> int:
    """Return 1 or -1 for a difference whose whole interval is above or below 0, else 0."""
    return int(difference.ci_low > 0) - int(difference.ci_high < 0)


def in_words(difference: Estimate, above_zero: str, below_zero: str) -> str:
    """Return a difference and the word for its side, or its signed number where its interval has both."""
    if side(difference) == 0:
        return f"no certain difference ({number_text(difference, '%')}) in"
    if difference.mean > 0:
        return f"{number_text(difference, '%')} {above_zero}"
    low, high = -difference.ci_high, -difference.ci_low
    return f"{number_text(replace(difference, mean=-difference.mean, ci_low=low, ci_high=high), '%')} {below_zero}"


def contrasts(results: PaperResults, reference: str = SDNPS) -> list[Contrast]:
    """Return the contrast with `reference` at each number of topics."""
    residual = curve_above(curves(results["e1"], "min_residual", of_strategy, TOPICS), LOAD_STEINER, reference)
    load = -curve_above(curves(results["e1"], "total_link_load_bps", of_strategy, TOPICS), LOAD_STEINER, reference)
    found = []
    for branching in sorted(set(residual.index.get_level_values(TOPICS))):
        pair = [mean_estimate(part[part.index.get_level_values(TOPICS) == branching]) for part in (residual, load)]
        if pair[0] is not None and pair[1] is not None:
            found.append(Contrast(topics_of(branching, results["e1"]), pair[0], pair[1]))
    return found


_RANGE = {
    frozenset({1}): "are ahead of SDNPS",
    frozenset({-1}): "are behind SDNPS",
    frozenset({0}): "are level with SDNPS",
    frozenset({0, 1}): "are level with SDNPS or ahead",
    frozenset({0, -1}): "are level with SDNPS or behind",
    frozenset({1, -1}): "are ahead of SDNPS or behind",
    frozenset({0, 1, -1}): "are ahead of SDNPS, level or behind",
}
"""The sides that the contrasts are on, in words."""


def contrast_outcome(found: Sequence[Contrast]) -> str:
    """Return who is ahead in the first paragraph, in words."""
    residual, load = ({side(getattr(each, name)) for each in found} for name in ("residual", "load"))
    if residual == load == {1}:
        return "beat SDNPS in residual bandwidth and in link load at every number of topics"
    if residual == load == {-1}:
        return "are beaten by SDNPS in residual bandwidth and in link load at every number of topics"
    return f"{_RANGE[frozenset(residual)]} in residual bandwidth and {_RANGE[frozenset(load)]} in link load"


def table_rows(
    results: PaperResults,
    experiment: str,
    columns: Sequence[tuple[str, float]],
    name: CurveName,
    axis: str,
    words: Callable[[Scalar], str],
) -> list[QuestionRow]:
    """Return a row for each value of `axis` and curve, with the mean of each of `columns`: a metric and its factor."""
    if not has(results, experiment):
        return []
    tables = [factor * curves(results[experiment], metric, name, axis) for metric, factor in columns]
    values = sorted({value for table in tables for value in table.index.get_level_values(axis)}, key=_sort_key)
    names = list(dict.fromkeys(curve for table in tables for curve in table.columns))
    rows = []
    for value in values:
        for curve in names:
            found = [mean_estimate(_at(table, axis, value, curve)) for table in tables]
            if any(each is not None for each in found):
                rows.append(QuestionRow((words(value), curve), found))
    return rows


def _sort_key(value: Scalar) -> tuple[int, float, str]:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return (0, float(value), "") if is_number else (1, 0.0, str(value))


def _at(table: pd.DataFrame, axis: str, value: Scalar, curve: str) -> pd.Series:
    if curve not in table.columns:
        return pd.Series(dtype=float)
    rows: pd.Series = table.loc[table.index.get_level_values(axis) == value, curve]
    return rows


def _number(value: Scalar) -> str:
    return f"{float(value):g}"


def balance_rows(results: PaperResults) -> list[QuestionRow]:
    """E1: per number of topics and strategy."""
    columns = (
        *(("min_residual", _KILO), ("total_link_load_bps", _KILO), ("max_link_utilisation", 100)),
        *(("link_fairness", 1.0), ("tree_cost_ratio", 1.0), ("delivery_ratio", 100)),
    )
    return table_rows(results, "e1", columns, of_strategy, TOPICS, lambda value: str(topics_of(value, results["e1"])))


def latency_rows(results: PaperResults) -> list[QuestionRow]:
    """E2: per number of publishers and strategy; brokers per processing time."""

    def name(row: Mapping[str, Scalar]) -> str:
        strategy = of_strategy(row)
        return f"brokers, {float(row['processing_us']):g} µs" if strategy == "brokers" else strategy

    columns = (("latency_p50_s", _MS), ("latency_p95_s", _MS), ("total_link_load_bps", _KILO), ("delivery_ratio", 100))
    return table_rows(results, "e2", columns, name, "publishers", _number)


@dataclass(frozen=True)
class BreakEven:
    """From which processing time of a broker on another way is quicker, µs; below 0: already without any."""

    publishers: str
    way: str
    microseconds: Estimate


def break_even_rows(results: PaperResults) -> list[BreakEven]:
    """Return the processing time at which brokers are as quick as each other way, by a line through their medians."""
    if not has(results, "e2"):
        return []
    table = curves(results["e2"], "latency_p50_s", of_strategy, "publishers", "processing_us")
    brokers = table["brokers"].dropna().unstack("processing_us")
    found = []
    for way in (name for name in table.columns if name != "brokers"):
        level = table[way].dropna().droplevel("processing_us")
        for publishers, part in brokers.groupby(level="publishers"):
            times = [float(each) for each in part.columns]
            values = []
            for key, row in part.iterrows():
                if key in level.index:
                    slope, start = _line(times, [float(each) for each in row])
                    values.append((float(level[key]) - start) / slope)
            estimate_of_way = mean_estimate(values)
            if estimate_of_way is not None:
                found.append(BreakEven(f"{publishers:g}", str(way), estimate_of_way))
    return found


def _line(xs: Sequence[float], ys: Sequence[float]) -> tuple[float, float]:
    """Return slope and start of the line of least squares."""
    x_mean, y_mean = sum(xs) / len(xs), sum(ys) / len(ys)
    slope = sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys, strict=True)) / sum((x - x_mean) ** 2 for x in xs)
    return slope, y_mean - slope * x_mean


def incremental_rows(results: PaperResults) -> list[QuestionRow]:
    """E3: per depth of the topic tree and way to compute overlays."""
    columns = (
        *(("edges_examined", 1.0), ("stored_edges", 1.0), ("tree_cost_ratio", 1.0)),
        *(("min_residual", _KILO), ("flow_entries", 1.0)),
    )
    return table_rows(results, "e3", columns, of_options, "topic_depth", _number)


def state_rows(results: PaperResults) -> list[QuestionRow]:
    """E4: per number of topics and coding or data plane."""
    columns = (
        *(("flow_entries", 1.0), ("flow_entries_max", 1.0), ("group_entries", 1.0), ("code_bits_max", 1.0)),
        *(("header_bytes_per_delivery", 1.0), ("false_deliveries", 1.0), ("delivery_ratio", 100)),
    )
    return table_rows(results, "e4", columns, of_data_plane, TOPICS, lambda value: str(topics_of(value, results["e4"])))


def failure_rows(results: PaperResults) -> list[QuestionRow]:
    """E5: per kind of failure and repair."""
    columns = (
        *(("lost_notifications", 1.0), ("outage_s", _MS), ("repair_time_s", _MS)),
        *(("flow_mods", 1.0), ("control_bytes", _KILO), ("min_residual", _KILO)),
    )
    return table_rows(results, "e5", columns, of("repair"), "failure", str)


def churn_rows(results: PaperResults) -> list[QuestionRow]:
    """E6: per rate of changes and strategy."""
    columns = (("subscription_changes", 1.0), ("flow_mods", 1.0), ("join_latency_s", _MS), ("delivery_ratio", 100))
    return table_rows(results, "e6", columns, of_strategy, "churn", _number)


def change_cost_rows(results: PaperResults) -> list[QuestionRow]:
    """E6: control bytes and changes of flow entries per change of a subscription, against runs without any change."""
    if not has(results, "e6"):
        return []
    changes = curves(results["e6"], "subscription_changes", of_strategy, "churn")
    parts = [curves(results["e6"], metric, of_strategy, "churn") for metric in ("control_bytes", "flow_mods")]
    rows = []
    for churn in sorted(set(changes.index.get_level_values("churn")) - {0}):
        for name in changes.columns:
            count = _of_level(changes, name, churn)
            found = [mean_estimate((_of_level(part, name, churn) - _of_level(part, name, 0)) / count) for part in parts]
            rows.append(QuestionRow((_number(churn), str(name)), found))
    return rows


def _of_level(table: pd.DataFrame, name: str, churn: Scalar) -> pd.Series:
    """Return a curve at one rate of changes, by replication."""
    values: pd.Series = table.loc[table.index.get_level_values("churn") == churn, name].dropna()
    return values.droplevel("churn") if REPLICATION in values.index.names else values


def policy_rows(results: PaperResults) -> list[QuestionRow]:
    """E7: per policy and strategy."""
    columns = (
        *(("forbidden_transmissions", 1.0), ("total_link_load_bps", _KILO), ("tree_cost_ratio", 1.0)),
        *(("due_deliveries", 1.0), ("delivery_ratio", 100)),
    )
    return table_rows(results, "e7", columns, of_strategy, "policy", lambda value: str(value) or "none")


def burst_rows(results: PaperResults) -> list[QuestionRow]:
    """E8: per kind of burst, strategy and predictor."""
    columns = (
        *(("topic_load_error", 100), ("min_residual", _KILO), ("queue_drops", 1.0)),
        *(("delivery_ratio", 100), ("flow_mods", 1.0)),
    )
    return table_rows(results, "e8", columns, of_prediction, "bursts", str)


def in_kilobits(found: Estimate) -> str:
    """Return an estimate in bit/s as text in kbit/s."""
    low, high = found.ci_low * _KILO, found.ci_high * _KILO
    return number_text(replace(found, mean=found.mean * _KILO, sd=found.sd * _KILO, ci_low=low, ci_high=high))


def page_values(results: PaperResults) -> dict[str, object]:
    """Return what the page's template takes from here."""
    found, scratch = contrasts(results), contrasts(results, SCRATCH)
    return {
        "contrasts": found,
        "outcome": contrast_outcome(found) if found else "",
        "scratch_contrasts": scratch,
        "scratch_outcome": contrast_outcome(scratch) if scratch else "",
        "balance": balance_rows(results),
        "exact": overlay_optimality_rows(results),
        "optima": len(known_optima(results)),
        "largest_gap": largest_gap(results),
        "latencies": latency_rows(results),
        "break_even": break_even_rows(results),
        "incremental": incremental_rows(results),
        "state": state_rows(results),
        "failures": failure_rows(results),
        "churn": churn_rows(results),
        "change_costs": change_cost_rows(results),
        "policies": policy_rows(results),
        "bursts": burst_rows(results),
        "kilobits": in_kilobits,
        "size": {name: each.experiment.parameters for name, each in results.figures.items()},
        "runs": {name: each.experiment.replications for name, each in results.figures.items()},
    }
