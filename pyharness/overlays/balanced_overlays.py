"""Overlays that leave the most room on the busiest edge: maximise the minimum residual, by HiGHS."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, OptimizeResult, milp
from scipy.sparse import block_diag, csr_array, hstack, vstack

from pyharness.overlays.flow_model import TreeModel, tree_model
from pyharness.overlays.greedy_overlays import greedy_overlays
from pyharness.overlays.overlay_instance import OverlayInstance, OverlayTopic
from pyharness.overlays.overlay_plan import Overlays, min_residual, tree_within


@dataclass(frozen=True)
class BalancedOverlays:
    """The best overlays found and what is known of better ones."""

    overlays: Overlays
    min_residual: float
    bound: float
    """No overlays have a larger minimum residual."""
    largest_capacity: float

    @property
    def gap(self) -> float:
        """(bound - min_residual) / largest capacity; 0 if the overlays are optimal."""
        return (self.bound - self.min_residual) / self.largest_capacity if self.largest_capacity else 0.0


def balanced_overlays(instance: OverlayInstance, time_limit_s: float = 300.0, gap: float = 0.01) -> BalancedOverlays:
    """Return overlays with the largest minimum residual, to within `gap` or as known when the time is over.

    The result is the better of the solver's overlays and those of a local search. Raises UsageError where no tree
    spans the terminals of a topic.
    """
    plans = [greedy_overlays(instance)]
    capacities = [edge.capacity for edge in instance.edges]
    scale = max(capacities, default=0.0)
    bound = min(capacities, default=0.0)
    topics = [i for i, topic in enumerate(instance.topics) if len(topic.terminals) > 1]
    if topics and scale > 0.0:
        models = [tree_model(instance, instance.topics[i]) for i in topics]
        result = _solve(instance, [instance.topics[i] for i in topics], models, scale, time_limit_s, gap)
        if result.mip_dual_bound is not None and np.isfinite(result.mip_dual_bound):
            bound = min(bound, -float(result.mip_dual_bound) * scale)
        if result.x is not None:
            plans.append(_overlays_of(instance, topics, models, result.x))
    best = max(plans, key=lambda plan: min_residual(instance, plan))
    value = min(scale, min_residual(instance, best))
    return BalancedOverlays(best, value, max(value, bound), scale)  # below the value by rounding only


def _solve(
    instance: OverlayInstance,
    topics: list[OverlayTopic],
    models: list[TreeModel],
    scale: float,
    time_limit_s: float,
    gap: float,
) -> OptimizeResult:
    """Maximise the first variable, the minimum residual as a part of the largest capacity."""
    trees = block_diag([model.matrix for model in models], format="csr")
    matrix = vstack(
        [hstack([csr_array((trees.shape[0], 1)), trees]), _load_rows(instance, topics, models, scale)], format="csr"
    )
    lower = np.concatenate([*(model.lower for model in models), np.full(len(instance.edges), -np.inf)])
    capacities = np.array([edge.capacity for edge in instance.edges]) / scale
    upper = np.concatenate([*(model.upper for model in models), capacities])
    integrality = [np.zeros(1)] + [np.arange(model.variables) < model.binaries for model in models]
    objective = np.zeros(matrix.shape[1])
    objective[0] = -1.0
    bounds = Bounds(np.r_[-np.inf, np.zeros(len(objective) - 1)], np.r_[1.0, np.ones(len(objective) - 1)])
    return milp(
        objective,
        constraints=LinearConstraint(matrix, lower, upper),
        integrality=np.concatenate(integrality).astype(int),
        bounds=bounds,
        options={"time_limit": time_limit_s, "mip_rel_gap": gap},
    )


def _load_rows(
    instance: OverlayInstance, topics: list[OverlayTopic], models: list[TreeModel], scale: float
) -> csr_array:
    """Return a row for each edge: minimum residual plus the loads of the topics that use it."""
    rows, columns, factors = [*range(len(instance.edges))], [0] * len(instance.edges), [1.0] * len(instance.edges)
    first = 1
    for topic, model in zip(topics, models, strict=True):
        for place, edge in enumerate(model.edges):
            rows += [edge, edge]
            columns += [first + 2 * place, first + 2 * place + 1]
            factors += [topic.allowed_load / scale] * 2
        first += model.variables
    return csr_array((factors, (rows, columns)), shape=(len(instance.edges), first))


def _overlays_of(instance: OverlayInstance, topics: list[int], models: list[TreeModel], values: np.ndarray) -> Overlays:
    """Return the overlays that the solver chose; needless edges are left out."""
    overlays: list[frozenset[int]] = [frozenset()] * len(instance.topics)
    first = 1
    for index, model in zip(topics, models, strict=True):
        chosen = model.chosen_edges(values[first : first + model.variables])
        overlays[index] = tree_within(instance, instance.topics[index], chosen)
        first += model.variables
    return tuple(overlays)
