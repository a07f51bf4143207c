"""The optimum of store planning against enumeration, against dynamic programming, and against every policy."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from placement_bench import KNOWN_ANSWER, least_cost_by_enumeration, random_instance, relabelled

from pyharness.placement.assignment import rank_brokers
from pyharness.placement.baselines import unlimited_greedy
from pyharness.placement.optimum import optimum
from pyharness.placement.policies import HEURISTICS, heuristic_plan
from pyharness.placement.problem.instance import StoreInstance
from pyharness.placement.problem.store_plan import placement_cost
from pyharness.placement.tree_bound import least_median_cost, tree_bound
from schema.errors import UsageError


def least_cost(instance: StoreInstance, limited: bool = True) -> float:
    """Return the cost of the optimum, which must be proved and respect the limits."""
    found = optimum(instance, gap=0.0, limited=limited)
    cost = placement_cost(instance, found.plan)
    assert found.bound <= cost and found.gap == pytest.approx((cost - found.bound) / cost if cost else 0.0)
    assert found.bound == pytest.approx(cost, rel=1e-5, abs=1e-6)
    for some, copies in zip(found.plan.replicas, instance.copies, strict=True):
        assert 1 <= len(set(some)) == len(some) <= copies and set(some) <= set(found.plan.stores)
    if limited:
        loads = [sum(store in some for some in found.plan.replicas) for store in found.plan.stores]
        assert len(found.plan.stores) <= instance.stores and max(loads) <= instance.capacity
    return cost


def test_the_papers_example_has_optimum_22_and_21_without_limits() -> None:
    assert least_cost(KNOWN_ANSWER) == 22
    assert least_cost(KNOWN_ANSWER, limited=False) == tree_bound(KNOWN_ANSWER) == 21


@pytest.mark.parametrize("kind", ["integer", "zipf", "real"])
def test_the_optimum_is_that_of_enumeration(kind: str) -> None:
    random = np.random.default_rng(len(kind))
    for _ in range(20):
        size, topics = int(random.integers(2, 8)), int(random.integers(1, 4))
        instance = random_instance(random, size, topics, kind, with_copies=2)
        instance = replace(instance, stores=min(instance.stores, 4))
        instance = replace(instance, capacity=max(instance.capacity, -(-topics // instance.stores)))
        assert least_cost(instance) == pytest.approx(least_cost_by_enumeration(instance))


@pytest.mark.parametrize("kind", ["integer", "zipf", "real"])
def test_dynamic_programming_gives_the_optimum_of_one_topic(kind: str) -> None:
    random = np.random.default_rng(20 + len(kind))
    for _ in range(12):
        instance = random_instance(random, int(random.integers(1, 21)), 1, kind)
        by_tree = least_median_cost(instance.tree, instance.distances, instance.rates[0], instance.copies[0])
        assert by_tree == pytest.approx(least_cost(instance, limited=False))
        with_all = replace(instance, stores=instance.brokers, capacity=1)
        assert by_tree == pytest.approx(least_cost(with_all))


def test_medians_of_a_line() -> None:
    links = tuple((broker, broker + 1) for broker in range(8))
    line = StoreInstance(9, links, ("a",), (3,), ((1.0,) * 9,), 1, 3)
    costs = [least_median_cost(line.tree, line.distances, line.rates[0], copies) for copies in range(1, 10)]
    assert costs == [20, 10, 6, 5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize("kind", ["integer", "zipf"])
def test_no_policy_is_better_than_the_optimum(kind: str) -> None:
    random = np.random.default_rng(30)
    for _ in range(6):
        instance = random_instance(random, 15, 4, kind)
        best = least_cost(instance)
        ranking = rank_brokers(instance)
        for policy in HEURISTICS:
            plan = heuristic_plan(instance, ranking, policy)
            if policy != "grd_opt" and all(plan.replicas):
                assert placement_cost(instance, plan) >= best * (1 - 1e-9), policy
        assert tree_bound(instance) <= best * (1 + 1e-9)
        assert tree_bound(instance) <= placement_cost(instance, unlimited_greedy(instance, ranking)) * (1 + 1e-9)


def test_more_stores_or_capacity_never_cost_more() -> None:
    start = replace(random_instance(np.random.default_rng(31), 14, 4, "real"), copies=(3, 3, 2, 2), capacity=2)
    more_stores = [least_cost(replace(start, stores=stores)) for stores in range(2, 8)]
    more_room = [least_cost(replace(start, stores=4, capacity=capacity)) for capacity in range(1, 5)]
    for costs in (more_stores, more_room):
        assert all(after <= before * (1 + 1e-9) for before, after in pairwise(costs))
        assert costs[-1] < costs[0]


def test_labels_and_scale_do_not_change_the_optimum() -> None:
    random = np.random.default_rng(32)
    for kind in ("integer", "real"):
        instance = random_instance(random, 12, 3, kind)
        renamed = relabelled(instance, random.permutation(12).tolist())
        scaled = replace(instance, demand=tuple(tuple(1000 * rate for rate in rates) for rates in instance.demand))
        assert least_cost(renamed) == pytest.approx(least_cost(instance))
        assert least_cost(scaled) == pytest.approx(1000 * least_cost(instance))
        assert tree_bound(renamed) == pytest.approx(tree_bound(instance))


def test_a_search_without_time_still_returns_a_plan_and_an_honest_gap() -> None:
    instance = random_instance(np.random.default_rng(33), 40, 5, "real")
    found = optimum(instance, time_limit_s=1e-3, gap=0.0)
    cost = placement_cost(instance, found.plan)
    assert all(found.plan.replicas) and tree_bound(instance) <= found.bound <= cost
    assert found.gap == pytest.approx((cost - found.bound) / cost)


def test_too_little_room_is_refused() -> None:
    with pytest.raises(UsageError, match=r"2 stores with capacity 1 hold 2 replicas, expected room for .* 3 topics"):
        optimum(replace(KNOWN_ANSWER, stores=2, capacity=1))


def test_no_plan_in_time_is_refused() -> None:
    instance = random_instance(np.random.default_rng(33), 40, 5, "real")
    with pytest.raises(UsageError, match=r"no plan was found in 1e-06 s, expected a longer time limit"):
        optimum(instance, time_limit_s=1e-6, gap=0.0, limited=False)
