"""How far the overlays of the strategies are from the exact optimum, where it is known."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pandas as pd

from schema.intervals import Estimate
from spark_analysis.papers.comparison.paper_results import REPLICATION, PaperResults
from spark_analysis.papers.comparison.question_row import mean_estimate
from spark_analysis.papers.comparison.relative_difference import percent_decrease, percent_increase
from spark_analysis.papers.sdnps.contrasts import curves, has, of_strategy

EXACT = "e1-exact"


@dataclass(frozen=True)
class OptimalityOfOverlays:
    """A strategy against the optimum of the same network and events."""

    strategy: str
    residual: Estimate
    """Least residual bandwidth, bit/s."""
    below: Estimate
    """By how many per cent of the best overlays' it is below that."""
    used: Estimate
    """Load of all edges above that of the best overlays, in per cent of the latter."""


def known_optima(results: PaperResults) -> pd.DataFrame:
    """Return the optimum of each replication that has one, by replication; an empty table without any."""
    found = results[EXACT].optima if has(results, EXACT) else pd.DataFrame()
    return found.set_index(REPLICATION).sort_index() if len(found) else found


def overlay_optimality_rows(results: PaperResults) -> list[OptimalityOfOverlays]:
    """Return a row for each strategy, over the replications whose optimum is known."""
    known = known_optima(results)
    if not len(known):
        return []
    residual, load = (
        curves(results[EXACT], metric, of_strategy).reindex(known.index)
        for metric in ("min_residual", "total_link_load_bps")
    )
    rows = []
    for name in residual.columns:
        measured = mean_estimate(residual[name])
        below = mean_estimate(percent_decrease(residual[name], known["best_residual_bps"]))
        used = mean_estimate(percent_increase(load[name], known["total_link_load_bps"]))
        if measured is not None and below is not None and used is not None:
            rows.append(OptimalityOfOverlays(str(name), measured, below, used))
    return rows


def largest_gap(results: PaperResults) -> float:
    """Return the largest gap between best overlays and their bound, in per cent of the bound; NaN without any."""
    known = known_optima(results)
    if not len(known):
        return math.nan
    return float(percent_decrease(known["best_residual_bps"], known["bound_residual_bps"]).max())
