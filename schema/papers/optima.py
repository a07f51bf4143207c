"""The tables of an experiment with the exact optimum of some of its runs.

The harness writes them beside `runs/`, because planning is part of it; the analysis reads them. A row names the run
whose instance was planned: its network, its demand and its limits. All policies or strategies of a replication have the
same instance, so the row serves each of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from schema.papers.row_table import RowTable


@dataclass(frozen=True)
class OptimumRow:
    """What is known of the best plan of one run's stores. All distances are means over requests, in hops."""

    variant: str
    replication: int
    best_hops: float
    """Of the best plan that was found, within the limits of stores and capacity."""
    bound_hops: float
    """No plan within the limits has less."""
    unlimited_bound_hops: float
    """No plan with these numbers of replicas has less, whatever stores it needs."""


@dataclass(frozen=True)
class OverlayOptimumRow:
    """What is known of the best overlays of one run's instance, one tree for each topic. All in bit/s."""

    variant: str
    replication: int
    best_residual_bps: float
    """Least residual bandwidth of an edge with the best overlays that were found."""
    bound_residual_bps: float
    """No overlays leave more."""
    total_link_load_bps: float
    """Of all edges together, with the best overlays that were found."""


STORE_OPTIMA = RowTable("optima.csv", OptimumRow, "optima")
OVERLAY_OPTIMA = RowTable("overlay_optima.csv", OverlayOptimumRow, "optima of overlays")
