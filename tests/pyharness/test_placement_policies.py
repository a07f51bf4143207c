"""The policies of store planning against slow definitions, and what holds for all of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from placement_bench import all_swaps, joint_greedy_by_definition, random_instance, relabelled, votes_by_definition

from pyharness.placement.assignment import plan_stores, rank_brokers
from pyharness.placement.greedy import MOST_CELLS, greedy_choices, greedy_votes
from pyharness.placement.policies import HEURISTICS, heuristic_plan
from pyharness.placement.problem.instance import StoreInstance
from pyharness.placement.problem.selection import best_of_rows, index_of_best, ranked
from pyharness.placement.problem.store_plan import StorePlan, placement_cost, short_replicas
from pyharness.placement.search import complete_greedily, empty_plan, improve_by_swaps

KINDS = ["integer", "zipf", "real"]


def instances(kind: str, count: int, brokers: tuple[int, int] = (2, 12), topics: int = 3) -> list[StoreInstance]:
    random = np.random.default_rng(sum(map(ord, kind)))
    sizes = random.integers(*brokers, endpoint=True, size=count)
    return [random_instance(random, int(size), int(random.integers(1, topics + 1)), kind) for size in sizes]


@pytest.mark.parametrize("gain", ["path", "nearest"])
@pytest.mark.parametrize("kind", KINDS)
def test_votes_are_those_of_the_definition(kind: str, gain: str) -> None:
    for instance in instances(kind, 12):
        ranking = rank_brokers(instance, gain)
        for topic, votes in enumerate(ranking.votes):
            assert votes.tolist() == votes_by_definition(instance, topic, gain)


@pytest.mark.parametrize("gain", ["path", "nearest"])
def test_servers_in_parts_give_the_same_choices(gain: str, monkeypatch: pytest.MonkeyPatch) -> None:
    instance = random_instance(np.random.default_rng(5), 30, 1, "integer")
    arguments = (instance.tree, instance.distances, instance.rates[0], 6, gain)
    whole = greedy_choices(*arguments)
    monkeypatch.setattr("pyharness.placement.greedy.MOST_CELLS", 1)
    assert MOST_CELLS > 1 and (greedy_choices(*arguments) == whole).all()
    assert all(server not in row and len(set(row)) == 6 for server, row in enumerate(whole.tolist()))


def test_publication_probabilities_weight_the_votes_of_each_server() -> None:
    instance = random_instance(np.random.default_rng(6), 9, 1, "real")
    arguments = (instance.tree, instance.distances, instance.rates[0], 3)
    choices = greedy_choices(*arguments)
    only_server_4 = greedy_votes(*arguments, publication_probabilities=[0, 0, 0, 0, 1, 0, 0, 0, 0])
    assert set(np.flatnonzero(only_server_4)) == set(choices[4])
    uniform = greedy_votes(*arguments, publication_probabilities=[1 / 9] * 9)
    assert uniform * 9 == pytest.approx(greedy_votes(*arguments))


def test_a_network_with_a_cycle_is_planned_on_its_breadth_first_tree() -> None:
    ring = StoreInstance(5, ((0, 4), (3, 4), (2, 3), (1, 2), (0, 1)), ("a",), (1,), ((1,) * 5,), 1, 1)
    tree = replace(ring, links=((0, 1), (0, 4), (1, 2), (3, 4)))
    assert ring.distances.tolist() == tree.distances.tolist()
    assert ring.distances[2, 3] == 4
    assert (rank_brokers(ring).votes == rank_brokers(tree).votes).all()
    square = replace(ring, brokers=4, links=((2, 3), (0, 3), (1, 2), (0, 1)), demand=((1,) * 4,))
    assert square.tree.parents == (-1, 0, 1, 0)  # 2 follows the smaller neighbour


# ---- What holds for all


@pytest.mark.parametrize("policy", HEURISTICS)
@pytest.mark.parametrize("kind", KINDS)
def test_plans_respect_the_limits(kind: str, policy: str) -> None:
    for instance in instances(kind, 15, topics=6):
        plan = heuristic_plan(instance, rank_brokers(instance), policy)
        assert len(set(plan.stores)) == len(plan.stores)
        for some, copies in zip(plan.replicas, instance.copies, strict=True):
            assert len(set(some)) == len(some) <= copies and set(some) <= set(plan.stores)
        if policy == "grd_opt":
            assert short_replicas(instance, plan) == 0
        else:
            loads = [sum(store in some for some in plan.replicas) for store in plan.stores]
            assert len(plan.stores) <= instance.stores and max(loads) <= instance.capacity


@pytest.mark.parametrize("policy", HEURISTICS)
def test_scaled_demand_gives_the_same_plan(policy: str) -> None:
    for instance in instances("integer", 10) + instances("zipf", 10):
        scaled = replace(instance, demand=tuple(tuple(3.7 * rate for rate in rates) for rates in instance.demand))
        plan = heuristic_plan(instance, rank_brokers(instance), policy)
        assert heuristic_plan(scaled, rank_brokers(scaled), policy) == plan
        assert placement_cost(scaled, plan) == pytest.approx(3.7 * placement_cost(instance, plan))


@pytest.mark.parametrize("gain", ["path", "nearest"])
def test_other_labels_give_the_same_votes(gain: str) -> None:
    random = np.random.default_rng(8)
    for _ in range(10):
        instance = random_instance(random, 11, 2, "real", with_copies=3)
        label = random.permutation(11).tolist()
        ranking, renamed = rank_brokers(instance, gain), rank_brokers(relabelled(instance, label), gain)
        assert (renamed.votes[:, label] == ranking.votes).all()
        assert renamed.scores[label] == pytest.approx(ranking.scores)


# ---- Searches


@pytest.mark.parametrize("kind", KINDS)
def test_the_joint_greedy_is_that_of_the_definition(kind: str) -> None:
    for instance in instances(kind, 12, brokers=(2, 9)):
        assert complete_greedily(instance, empty_plan(instance)) == joint_greedy_by_definition(instance)


@pytest.mark.parametrize("kind", KINDS)
def test_local_search_ends_where_no_swap_is_better(kind: str) -> None:
    improved = 0
    for instance in instances(kind, 15, brokers=(3, 10), topics=4):
        start = plan_stores(instance, rank_brokers(instance))
        plan = improve_by_swaps(instance, start)
        cost = placement_cost(instance, plan)
        assert [*map(len, plan.replicas)] == [*map(len, start.replicas)]
        assert all(placement_cost(instance, other) >= cost * (1 - 2e-9) - 2e-9 for other in all_swaps(instance, plan))
        improved += cost < placement_cost(instance, start) - 1e-6
    assert improved >= 3


def test_a_single_swap_is_found() -> None:
    line = StoreInstance(4, ((0, 1), (1, 2), (2, 3)), ("a", "b"), (1, 1), ((9, 0, 0, 0), (0, 0, 0, 9)), 1, 2)
    crossed = StorePlan((0, 3), ((3,), (0,)))
    assert improve_by_swaps(line, crossed) == StorePlan((0, 3), ((0,), (3,)))
    beside = StorePlan((1, 3), ((1,), (3,)))
    assert improve_by_swaps(line, beside) == StorePlan((0, 3), ((0,), (3,)))
    roomy = replace(line, capacity=2, stores=2)
    assert improve_by_swaps(roomy, StorePlan((0, 3), ((0,), (0,)))) == StorePlan((0, 3), ((0,), (3,)))


@pytest.mark.parametrize("policy", ["rnd", "rnd-stores"])
def test_random_policies_depend_on_their_seed_alone(policy: str) -> None:
    instance = random_instance(np.random.default_rng(2), 30, 6, "real")
    ranking = rank_brokers(instance)
    plans = [heuristic_plan(instance, ranking, policy, seed=seed) for seed in (1, 1, 2, 3)]
    assert plans[0] == plans[1] and len({plan.replicas for plan in plans}) == 3
    assert (len({plan.stores for plan in plans}) == 1) == (policy == "rnd")


# ---- Choosing the best


def test_the_first_of_equal_values_is_the_best() -> None:
    assert index_of_best([1.0, 3.0, 3.0 + 1e-12, 3.0]) == 1
    assert index_of_best([0.3, 0.1 + 0.2, 0.3]) == 0
    assert index_of_best([1e12, 1e12 + 1, 1e12 + 2000]) == 2
    assert index_of_best([-np.inf, -np.inf, -5.0]) == 2


def test_values_less_than_a_tolerance_apart_are_scanned_in_order() -> None:
    # The third exceeds the first by more than the tolerance, and neither its neighbour.
    assert index_of_best([1.0, 1.0 + 0.8e-9, 1.0 + 1.6e-9]) == 2
    assert index_of_best([1.0 + 0.8e-9, 1.0, 1.0 + 1.6e-9]) == 0
    assert best_of_rows(np.array([[1.0, 1.0 + 1.6e-9, 1.0], [2.0, 1.0, 2.0]])).tolist() == [1, 0]


def test_the_second_key_decides_where_the_first_is_equal() -> None:
    assert ranked([3, 1, 2, 0], [[1, 2, 2, 2 + 1e-12], [9, 0, 5, 5]]) == [2, 3, 1, 0]
    assert ranked(range(4), [[1, 4, 3, 4]], count=2) == [1, 3]
