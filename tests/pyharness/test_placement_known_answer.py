"""Store planning against numbers that are known: the paper's example, its round robin, and closed forms."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from placement_bench import KNOWN_ANSWER, least_cost_by_enumeration, relabelled

from pyharness.placement.assignment import (
    BrokerRanking,
    plan_stores,
    rank_brokers,
    reassign,
    relative_weights,
    round_robin_turns,
)
from pyharness.placement.baselines import unlimited_greedy
from pyharness.placement.policies import heuristic_plan
from pyharness.placement.problem.instance import StoreInstance
from pyharness.placement.problem.selection import ranked
from pyharness.placement.problem.store_plan import StorePlan, mean_hops, placement_cost, short_replicas
from pyharness.placement.search import complete_greedily, empty_plan

GAINS = ["path", "nearest"]


@pytest.mark.parametrize("gain", GAINS)
def test_steps_1_and_2_of_the_papers_example(gain: str) -> None:
    ranking = rank_brokers(KNOWN_ANSWER, gain)
    assert ranking.votes.tolist() == [[0, 3, 5, 0, 2, 2], [0, 2, 5, 0, 5, 0], [0, 2, 5, 0, 5, 0]]
    assert ranking.weights == pytest.approx([0.34, 0.54, 0.12])
    assert ranking.scores == pytest.approx([0, 2.34, 5, 0, 3.98, 0.68])


@pytest.mark.parametrize("policy", ["seq", "wrr"])
@pytest.mark.parametrize("gain", GAINS)
def test_steps_3_and_4_of_the_papers_example(gain: str, policy: str) -> None:
    plan = plan_stores(KNOWN_ANSWER, rank_brokers(KNOWN_ANSWER, gain), policy)
    # The paper counts brokers from 1: S = [3 5 2], b at 3 and 5, a at 3 and 2, c at 5 and 2.
    assert plan == StorePlan(stores=(2, 4, 1), replicas=((2, 1), (2, 4), (4, 1)))
    assert placement_cost(KNOWN_ANSWER, plan) == 22
    assert mean_hops(KNOWN_ANSWER, plan) == pytest.approx(0.44)
    assert short_replicas(KNOWN_ANSWER, plan) == 0


def test_the_papers_example_has_no_better_plan_but_without_limits() -> None:
    assert least_cost_by_enumeration(KNOWN_ANSWER) == 22
    greedy = unlimited_greedy(KNOWN_ANSWER, rank_brokers(KNOWN_ANSWER))
    assert greedy == StorePlan(stores=(2, 1, 4), replicas=((2, 1), (2, 4), (2, 4)))
    assert placement_cost(KNOWN_ANSWER, greedy) == 21


@pytest.mark.parametrize("gain", GAINS)
@pytest.mark.parametrize("policy", ["seq", "wrr", "grd_opt", "global", "local"])
def test_other_labels_give_the_same_plan_of_the_example(policy: str, gain: str) -> None:
    label = [4, 0, 5, 2, 1, 3]
    plan = heuristic_plan(KNOWN_ANSWER, rank_brokers(KNOWN_ANSWER, gain), policy, gain)
    renamed = relabelled(KNOWN_ANSWER, label)
    other = heuristic_plan(renamed, rank_brokers(renamed, gain), policy, gain)
    assert placement_cost(renamed, other) == placement_cost(KNOWN_ANSWER, plan)
    if policy != "global":  # its first choices for topic a tie
        assert set(other.stores) == {label[broker] for broker in plan.stores}


def test_the_papers_turns_of_the_round_robin() -> None:
    weights = relative_weights(np.array([17.0, 27.0, 6.0]))
    assert weights == [3, 5, 1]
    # The paper prints the last four turns as one of [0 0 4].
    assert round_robin_turns(weights, [6, 6, 6]) == [[3, 5, 1], [3, 1, 1], *[[0, 0, 1]] * 4]


def test_relative_weights_are_rounded_up_but_not_by_rounding_errors() -> None:
    popularity = 25 / np.arange(1, 11) / (1 / np.arange(1, 11)).sum()
    assert relative_weights(popularity) == [10, 5, 4, 3, 2, 2, 2, 2, 2, 1]
    assert (0.1 + 0.2) / 0.1 > 3 and relative_weights(np.array([0.1 + 0.2, 0.1])) == [3, 1]
    assert relative_weights(np.array([0.0, 2.0, 2.1])) == [1, 1, 2]
    assert relative_weights(np.array([0.0, 0.0])) == [1, 1]


def test_the_round_robin_leaves_the_second_choice_to_the_second_topic() -> None:
    line = StoreInstance(3, ((0, 1), (1, 2)), ("a", "b"), (2, 2), ((1, 2, 3),) * 2, capacity=1, stores=3)
    ranking = rank_brokers(line)
    best, second, third = ranked(range(3), [ranking.votes[0]])
    in_sequence, in_turns = (plan_stores(line, ranking, policy) for policy in ("seq", "wrr"))
    assert in_sequence.replicas == ((best, second), (third,))
    assert in_turns.replicas == ((best, third), (second,))
    assert short_replicas(line, in_sequence) == short_replicas(line, in_turns) == 1


def test_equal_votes_are_decided_by_the_scores() -> None:
    votes, weights = np.array([[3.0, 3.0, 0.0, 0.0], [0.0, 5.0, 0.0, 1.0]]), np.array([0.6, 0.4])
    line = StoreInstance(4, ((0, 1), (1, 2), (2, 3)), ("a", "b"), (3, 1), ((3,) * 4, (2,) * 4), 2, 4)
    plan = plan_stores(line, BrokerRanking(votes, weights, weights @ votes))
    assert plan == StorePlan((1, 0, 3, 2), ((1, 0, 3), (1,)))


def test_the_joint_greedy_counts_a_topic_without_replica_with_as_many_hops_as_brokers() -> None:
    line = StoreInstance(4, ((0, 1), (1, 2), (2, 3)), ("a", "b"), (2, 1), ((10, 0, 0, 10), (5, 0, 0, 0)), 1, 2)
    # A second replica of a saves 10 * 3 hops, the first of b only 5 * 4. With b at 8 per second it is 32.
    assert complete_greedily(line, empty_plan(line)) == StorePlan((0, 3), ((0, 3), ()))
    wanted = replace(line, demand=((10, 0, 0, 10), (0, 0, 0, 8)))
    assert complete_greedily(wanted, empty_plan(wanted)) == StorePlan((0, 3), ((0,), (3,)))


def test_reassignment_keeps_the_stores_and_follows_the_demand() -> None:
    stores = (2, 4, 1)
    inverted = replace(KNOWN_ANSWER, demand=KNOWN_ANSWER.demand[::-1])
    plan = reassign(inverted, stores)
    assert plan.stores == stores
    assert plan.replicas == ((4, 1), (2, 4), (2, 1))
    assert reassign(KNOWN_ANSWER, stores, "wrr").replicas == ((2, 1), (2, 4), (4, 1))
    # Fewer stores, e.g. after a failure: what does not fit is reported.
    failed = reassign(KNOWN_ANSWER, stores[:2])
    assert set(failed.replicas[1]) == {2, 4} and short_replicas(KNOWN_ANSWER, failed) == 2


@pytest.mark.parametrize("size", [1, 2, 5, 12])
def test_one_store_at_the_end_of_a_line_is_half_the_line_away(size: int) -> None:
    links = tuple((broker, broker + 1) for broker in range(size - 1))
    line = StoreInstance(size, links, ("a",), (1,), ((2.5,) * size,), 1, 1)
    assert mean_hops(line, StorePlan((size - 1,), ((size - 1,),))) == pytest.approx((size - 1) / 2)


@pytest.mark.parametrize("policy", ["seq", "wrr", "grd_opt", "global", "local"])
@pytest.mark.parametrize("size", [4, 9])
def test_the_store_of_a_star_is_at_its_hub(size: int, policy: str) -> None:
    hub = size // 2
    links = tuple((hub, broker) for broker in range(size) if broker != hub)
    star = StoreInstance(size, links, ("a",), (1,), ((2.5,) * size,), 1, 1)
    plan = heuristic_plan(star, rank_brokers(star), policy)
    assert plan == StorePlan((hub,), ((hub,),))
    assert mean_hops(star, plan) == pytest.approx((size - 1) / size)


def test_nothing_requested_costs_nothing() -> None:
    idle = replace(KNOWN_ANSWER, demand=((0.0,) * 6,) * 3)
    plan = plan_stores(idle, rank_brokers(idle))
    assert (placement_cost(idle, plan), mean_hops(idle, plan)) == (0, 0)
