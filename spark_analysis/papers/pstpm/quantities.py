"""Quantities that the claims are about, replication by replication."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pandas as pd

from spark_analysis.papers.comparison.claim import Samples, merged
from spark_analysis.papers.comparison.paper_results import PaperResults
from spark_analysis.papers.pstpm.evidence import SERIES, skill_rows, usable_evidence
from spark_analysis.papers.pstpm.overlay_costs import NETWORK, NONE, ORACLE, CurveKey, OverlayCosts
from spark_analysis.papers.pstpm.traffic_kind import CHAOTIC
from spark_analysis.prediction.series.collection import Place

COSTS = ("fig-11", "kinds")
"""Experiments that run strategies with and without predictions: one as the paper describes it, one of ours."""


def folder_of(results: PaperResults) -> Path:
    """Return the folder that the results of all figures are in."""
    return results[SERIES].folder.parent


def of_links(results: PaperResults, column: str, place: Place, without_chaos: bool = False) -> Samples:
    """Return a column of the evidence for each kind of traffic, by replication."""
    rows = usable_evidence(folder_of(results))
    rows = rows[(rows["place"] == place) & ~(without_chaos & (rows["kind"] == CHAOTIC))]
    return {f"{kind}, {place}": [float(value) for value in part[column]] for kind, part in rows.groupby("kind")}


def share_chaotic(results: PaperResults, place: Place) -> Samples:
    """Return 100 for each series that the whole test calls chaotic and 0 for each other; without chaotic traffic."""
    found = of_links(results, "is_chaotic", place, without_chaos=True)
    return {label: [100 * value for value in values] for label, values in found.items()}


def network_skill(results: PaperResults, place: Place) -> Samples:
    """Return the skill of the paper's network over the last value for each kind of traffic."""
    rows = skill_rows(folder_of(results))
    rows = rows[(rows["place"] == place) & (rows["predictor"] == NETWORK)].dropna(subset="skill")
    return {f"{kind}, {place}": [float(value) for value in part["skill"]] for kind, part in rows.groupby("kind")}


def savings(results: PaperResults, strategy: str, predictors: Iterable[str] = (NONE, NETWORK)) -> Samples:
    """Return by how many per cent the cost is below the static overlay's, without and with the network."""
    wanted = set(predictors)
    return _over_costs(
        results,
        lambda found, key: found.below_static(key) if key.strategy == strategy and key.predictor in wanted else None,
    )


def change_by_network(results: PaperResults, strategy: str) -> Samples:
    """Return by how many per cent the cost with the network is above the cost without a prediction."""
    return _change(results, strategy, NETWORK, NONE)


def change_by_precision(results: PaperResults, strategies: Sequence[str]) -> Samples:
    """Return by how many per cent the cost with the true counts is above the cost with the network."""
    return merged(_change(results, strategy, ORACLE, NETWORK) for strategy in strategies)


def _change(results: PaperResults, strategy: str, predictor: str, other: str) -> Samples:
    def one(found: OverlayCosts, key: CurveKey) -> pd.Series | None:
        reference = CurveKey(key.kind, strategy, other)
        if key.strategy != strategy or key.predictor != predictor or reference not in found.mean:
            return None
        return found.change(key, reference)

    return _over_costs(results, one)


def _over_costs(results: PaperResults, one: Callable[[OverlayCosts, CurveKey], pd.Series | None]) -> Samples:
    samples: dict[str, Sequence[float]] = {}
    for figure in COSTS:
        found = OverlayCosts(results[figure])
        for key in found.mean:
            values = one(found, key)
            if values is not None:
                brokers = int(results[figure].experiment.parameters["brokers"])
                label = f"{key.kind}, {key.name}, {brokers} brokers"
                samples[label] = [float(value) for value in values.dropna()]
    return samples
