"""Exact Steiner trees: for each topic alone, a tree with the fewest edges, or of the least weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from pyharness.overlays.flow_model import tree_model
from pyharness.overlays.overlay_instance import OverlayInstance, OverlayTopic
from pyharness.overlays.overlay_plan import tree_within
from schema.errors import UsageError


@dataclass(frozen=True)
class ExactTree:
    """The lightest tree found and what is known of lighter ones."""

    edges: frozenset[int]
    weight: float
    bound: float
    """No tree weighs less."""

    @property
    def gap(self) -> float:
        """(weight - bound) / weight; 0 if the tree is optimal."""
        return (self.weight - self.bound) / self.weight if self.weight else 0.0


def exact_steiner_tree(
    instance: OverlayInstance,
    topic: OverlayTopic,
    weights: Sequence[float] | None = None,
    time_limit_s: float = 300.0,
    gap: float = 0.0,
) -> ExactTree:
    """Return the lightest tree that spans the terminals of `topic`, to within `gap` or as known when the time is over.

    `weights` are by edge, 1 without them. Raises UsageError where no tree spans the terminals, or none was found in
    time.
    """
    cost = np.ones(len(instance.edges)) if weights is None else np.asarray(weights, dtype=np.float64)
    if len(topic.terminals) < 2:
        return ExactTree(frozenset(), 0.0, 0.0)
    model = tree_model(instance, topic)
    objective = np.zeros(model.variables)
    objective[: model.binaries] = np.repeat(cost[list(model.edges)], 2)
    result = milp(
        objective,
        constraints=LinearConstraint(model.matrix, model.lower, model.upper),
        integrality=np.arange(model.variables) < model.binaries,
        bounds=Bounds(0.0, 1.0),
        options={"time_limit": time_limit_s, "mip_rel_gap": gap},
    )
    if result.status == 2:  # infeasible
        raise UsageError(f"no tree spans the clusters of topic {topic.name}, expected policies that leave a path")
    if result.x is None:
        raise UsageError(f"no tree for topic {topic.name} was found in {time_limit_s:g} s, expected a longer limit")
    edges = tree_within(instance, topic, model.chosen_edges(result.x))
    weight = float(cost[list(edges)].sum())
    bound = result.mip_dual_bound
    return ExactTree(edges, weight, min(weight, float(bound) if bound is not None and np.isfinite(bound) else 0.0))
