"""What the claims are judged by. Each returns values by replication for each point, under the point's label."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from spark_analysis.papers.comparison.claim import Samples, merged
from spark_analysis.papers.comparison.paper_results import PaperResults
from spark_analysis.papers.sdnps.contrasts import (
    LOAD_STEINER,
    SCRATCH,
    SDNPS,
    curve_above,
    curves,
    has,
    of,
    of_options,
    of_prediction,
    of_strategy,
    samples,
    topics_of,
)

TOPICS = "topic_branching"


def latency_below_brokers(results: PaperResults) -> Samples:
    """Median latency of sdnps below that of brokers, in per cent of the latter, per number of publishers and time."""
    table = curves(results["e2"], "latency_p50_s", of_strategy, "publishers", "processing_us")
    switches = _without_processing(table[[SDNPS]])
    brokers = table["brokers"].dropna().reset_index("processing_us")
    joined = brokers.join(switches)
    joined = joined.set_index("processing_us", append=True).reorder_levels(
        ["publishers", "processing_us", "replication"]
    )
    return samples(
        -curve_above(joined, SDNPS, "brokers"),
        lambda point: f"{point['publishers']:g} publishers, {point['processing_us']:g} µs at a broker",
    )


def _without_processing(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of what knows no processing time, without that level of the index."""
    return table.dropna().droplevel("processing_us")


def residual_above(results: PaperResults, rivals: Sequence[str]) -> Samples:
    """Least residual bandwidth of sdnps above that of rivals, in per cent, per number of topics."""
    return _against(results, "min_residual", rivals)


def fairness_above(results: PaperResults, rivals: Sequence[str]) -> Samples:
    """Fairness of the load of sdnps above that of rivals, in per cent, per number of topics."""
    return _against(results, "link_fairness", rivals)


def load_below(results: PaperResults, rivals: Sequence[str]) -> Samples:
    """Load of all edges with sdnps below that with rivals, in per cent, per number of topics."""
    found = _against(results, "total_link_load_bps", rivals)
    return {label: [-value for value in values] for label, values in found.items()}


def best_of_both(results: PaperResults, rivals: Sequence[str]) -> Samples:
    """The greater one of two advantages of sdnps, in per cent: of residual bandwidth, and of link load."""
    residual, load = residual_above(results, rivals), load_below(results, rivals)
    return {
        label: [max(pair) for pair in zip(residual[label], load[label], strict=True)]
        for label in residual
        if label in load and len(residual[label]) == len(load[label])
    }


def _against(results: PaperResults, metric: str, rivals: Sequence[str]) -> Samples:
    table = curves(results["e1"], metric, of_strategy, TOPICS)
    return merged(
        [
            samples(
                curve_above(table, SDNPS, rival),
                lambda point, rival=rival: f"{topics_of(point[TOPICS], results['e1'])} topics, {rival}",  # type: ignore[misc]
            )
            for rival in rivals
        ]
    )


def effort_below_scratch(results: PaperResults, metric: str) -> Samples:
    """Effort of incremental overlays below that of overlays from scratch, in per cent, per depth of the topic tree."""
    table = curves(results["e3"], metric, of_options, "topic_depth")
    values = -curve_above(table, SDNPS, SCRATCH)
    values = values[values.index.get_level_values("topic_depth") > 1]
    return samples(values, lambda point: f"topics of {point['topic_depth']:g} words")


def lost_with_repair(results: PaperResults) -> Samples:
    """Deliveries lost with Algorithm 3 below those without repair, in per cent, per kind of failure."""
    table = curves(results["e5"], "lost_notifications", of("repair"), "failure")
    table = table[table.index.get_level_values("failure").isin(["link", "switch"])]
    return samples(-curve_above(table, "algorithm-3", "none"), lambda point: f"{point['failure']}")


def changes_below_full(results: PaperResults) -> Samples:
    """Changes of flow entries with Algorithm 3 below those of a full computation, in per cent, per kind of failure."""
    table = curves(results["e5"], "flow_mods", of("repair"), "failure")
    table = table[table.index.get_level_values("failure").isin(["link", "switch"])]
    return samples(-curve_above(table, "algorithm-3", "full"), lambda point: f"{point['failure']}")


def forbidden(results: PaperResults) -> Samples:
    """Forbidden transmissions, per policy and strategy."""
    table = curves(results["e7"], "forbidden_transmissions", of_strategy, "policy")
    return merged(
        [
            samples(table[name].dropna(), lambda point, name=name: f"{point['policy']}, {name}")  # type: ignore[misc]
            for name in table.columns
        ]
    )


def residual_with_prediction(results: PaperResults, predictors: Sequence[str]) -> Samples:
    """Least residual bandwidth with a prediction above that with the last value, in per cent, by strategy and burst."""
    if not has(results, "e8"):
        return {}
    table = curves(results["e8"], "min_residual", of_prediction, "bursts")
    return merged(
        [
            samples(
                curve_above(table, f"{strategy}, {name}", f"{strategy}, last"),
                lambda point, name=name, strategy=strategy: f"{point['bursts']}, {strategy}, {name}",  # type: ignore[misc]
            )
            for strategy in (SDNPS, SCRATCH, LOAD_STEINER)
            for name in predictors
        ]
    )
