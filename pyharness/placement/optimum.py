"""The optimum, by HiGHS: a plan, a lower bound of every plan's cost, and the gap between the two."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from pyharness.placement.assignment import ASSIGNMENTS, plan_stores, rank_brokers
from pyharness.placement.problem.instance import StoreInstance
from pyharness.placement.problem.store_plan import StorePlan, placement_cost
from pyharness.placement.radius_model import RadiusModel, radius_model
from pyharness.placement.search import complete_greedily, empty_plan, improve_by_swaps
from pyharness.placement.tree_bound import tree_bound
from schema.errors import UsageError


@dataclass(frozen=True)
class StoreOptimum:
    """The best plan found and what is known of better ones."""

    plan: StorePlan
    bound: float
    """No plan that serves every topic costs less."""
    gap: float
    """(cost - bound) / cost; 0 if the plan is optimal."""


def optimum(
    instance: StoreInstance, time_limit_s: float = 300.0, gap: float = 0.01, limited: bool = True
) -> StoreOptimum:
    """Return the optimum to within `gap`, or what is known when the time is over.

    Without `limited`, stores have room for all topics and stand at any number of brokers. Otherwise the plan is the
    best of the solver's and those of local search, which starts at the heuristics' and the solver's plans. Raises
    UsageError where the stores have no room for a replica of each topic.
    """
    if limited and instance.capacity * instance.stores < len(instance.topics):
        raise UsageError(
            f"{instance.stores} stores with capacity {instance.capacity} hold {instance.capacity * instance.stores}"
            f" replicas, expected room for one of each of {len(instance.topics)} topics"
        )
    solved, known_bound = _solve(instance, radius_model(instance, limited), time_limit_s, gap)
    plans = [] if solved is None else [solved]
    if limited:
        plans = [improve_by_swaps(instance, complete_greedily(instance, plan)) for plan in plans]
        plans += _heuristic_plans(instance)
    if not plans:
        raise UsageError(f"no plan was found in {time_limit_s:g} s, expected a longer time limit")
    best = min(plans, key=lambda plan: placement_cost(instance, plan))
    cost = placement_cost(instance, best)
    bound = min(cost, max(known_bound, tree_bound(instance)))  # above the cost by rounding only
    return StoreOptimum(best, bound, (cost - bound) / cost if cost else 0.0)


def _solve(
    instance: StoreInstance, model: RadiusModel, time_limit_s: float, gap: float
) -> tuple[StorePlan | None, float]:
    """Return the solver's plan, None where it found none in time, and the bound that it has proved."""
    scale = float(instance.rates.sum()) or 1.0  # mean hops, so that the solver's absolute tolerances fit
    result = milp(
        model.objective / scale,
        constraints=LinearConstraint(model.matrix, model.lower, model.upper),
        integrality=model.integrality,
        bounds=Bounds(0.0, 1.0),
        options={"time_limit": time_limit_s, "mip_rel_gap": gap},
    )
    bound = result.mip_dual_bound
    proved = 0.0 if bound is None or not np.isfinite(bound) else float(bound) * scale
    return None if result.x is None else model.placement(instance, result.x), proved


def _heuristic_plans(instance: StoreInstance) -> list[StorePlan]:
    """Return the plans of local search from the heuristics' that serve every topic."""
    ranking = rank_brokers(instance)
    starts = [plan_stores(instance, ranking, policy) for policy in ASSIGNMENTS]
    starts.append(complete_greedily(instance, empty_plan(instance)))
    return [improve_by_swaps(instance, plan) for plan in starts if all(plan.replicas)]
