"""How far the policies are from the exact optimum, where it is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from schema.intervals import Estimate, estimate
from spark_analysis.papers.comparison.paper_results import PaperResults, by_point
from spark_analysis.papers.comparison.relative_difference import percent_decrease, percent_increase
from spark_analysis.papers.stores.contrasts import point_label

LIMITED = ("seq", "wrr", "rnd")
"""Policies with the limits of the optimum."""
UNLIMITED = "grd_opt"


@dataclass(frozen=True)
class OptimalityRow:
    """One point: by how many per cent measured distances are above the optimum."""

    label: str
    replications: int
    best_hops: Estimate
    gap_percent: float
    """The largest gap of its optima that was not closed."""
    above: dict[str, Estimate]
    """By policy of LIMITED, above the optimum; that of UNLIMITED above the bound without limits."""


def optimality_rows(results: PaperResults) -> list[OptimalityRow]:
    """Return a row for each point of which an optimum is known."""
    rows = []
    for figure, found in results.figures.items():
        if not len(found.optima):
            continue
        for point, group in by_point(found.with_optima("mean_hop_distance", "policy")):
            best, bound, free = (group[name] for name in ("best_hops", "bound_hops", "unlimited_bound_hops"))
            above = {policy: percent_increase(group[policy], best) for policy in LIMITED if policy in group}
            if UNLIMITED in group:
                above[UNLIMITED] = percent_increase(group[UNLIMITED], free)
            rows.append(
                OptimalityRow(
                    label=point_label(figure, point),
                    replications=len(group),
                    best_hops=estimate(list(best)),
                    gap_percent=float(percent_decrease(bound, best).max()),
                    above={policy: estimate(list(values)) for policy, values in above.items()},
                )
            )
    return rows


def worst_gap(rows: Sequence[OptimalityRow]) -> float:
    """Return the largest gap between a best plan and its bound, in per cent; NaN without rows."""
    return max((row.gap_percent for row in rows), default=float("nan"))


def optimality_values(results: PaperResults) -> dict[str, object]:
    """Return what the page's template takes from here."""
    rows = optimality_rows(results)
    return {"optima": rows, "worst_gap": worst_gap(rows)}
