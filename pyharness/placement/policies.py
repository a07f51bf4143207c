"""The policies by name."""

from __future__ import annotations

import numpy as np

from pyharness.placement.assignment import BrokerRanking, plan_stores
from pyharness.placement.baselines import random_assignment, random_stores, undifferentiated_stores, unlimited_greedy
from pyharness.placement.problem.instance import StoreInstance
from pyharness.placement.problem.store_plan import StorePlan
from pyharness.placement.search import complete_greedily, empty_plan, improve_by_swaps

HEURISTICS = ("seq", "wrr", "grd_opt", "rnd", "rnd-stores", "global", "local")
OPTIMA = ("optimum", "optimum-without-limits")


def heuristic_plan(
    instance: StoreInstance, ranking: BrokerRanking, policy: str, gain: str = "path", seed: int = 1
) -> StorePlan:
    """Return the plan of one of HEURISTICS; `ranking` is the instance's under `gain`, and `seed` is for random ones."""
    random = np.random.default_rng(seed)
    match policy:
        case "seq" | "wrr":
            return plan_stores(instance, ranking, policy)
        case "grd_opt":
            return unlimited_greedy(instance, ranking)
        case "rnd":
            return random_assignment(instance, undifferentiated_stores(instance, gain), random)
        case "rnd-stores":
            return random_assignment(instance, random_stores(instance, random), random)
        case "global":
            return complete_greedily(instance, empty_plan(instance))
        case "local":
            return improve_by_swaps(instance, plan_stores(instance, ranking, "seq"))
    raise ValueError(f"no heuristic {policy!r}")
