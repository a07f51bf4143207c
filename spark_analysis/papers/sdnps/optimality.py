"""How far the overlays of the strategies are from the exact optimum, where it is known."""

from __future__ import annotations

from dataclasses import dataclass

from schema.intervals import Estimate
from schema.papers.overlay_optima import OverlayOptimumRow, read_overlay_optima
from spark_analysis.papers.comparison.paper_results import REPLICATION, PaperResults
from spark_analysis.papers.sdnps.contrasts import curves, has, mean, of_strategy

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


def optimum_of(results: PaperResults) -> dict[int, OverlayOptimumRow]:
    """Return the optimum of each replication that has one."""
    if not has(results, EXACT):
        return {}
    return {row.replication: row for row in read_overlay_optima(results[EXACT].folder)}


def overlay_optimality_rows(results: PaperResults) -> list[OptimalityOfOverlays]:
    """Return a row for each strategy, over the replications whose optimum is known."""
    known = optimum_of(results)
    if not known:
        return []
    residual, load = (curves(results[EXACT], metric, of_strategy) for metric in ("min_residual", "total_link_load_bps"))
    rows = []
    for name in residual.columns:
        there = [k for k in residual.index.get_level_values(REPLICATION) if k in known]
        values = [float(residual.loc[k, name]) for k in there]
        parts = (
            mean(values),
            mean([100 * (1 - value / known[k].best_residual_bps) for value, k in zip(values, there, strict=True)]),
            mean([100 * (float(load.loc[k, name]) / known[k].total_link_load_bps - 1) for k in there]),
        )
        if all(part is not None for part in parts):
            rows.append(OptimalityOfOverlays(str(name), *parts))  # type: ignore[arg-type]
    return rows


def largest_gap(results: PaperResults) -> float:
    """Return the largest gap between best overlays and their bound, in per cent of the bound; NaN without any."""
    gaps = [100 * (1 - row.best_residual_bps / row.bound_residual_bps) for row in optimum_of(results).values()]
    return max(gaps, default=float("nan"))
