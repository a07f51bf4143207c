"""Steps 1 to 4 of Sourlas et al., 5.3: where the stores stand and which topics each holds.

1. The modified greedy gives the votes of each topic.
2. The votes are weighted with the topic's share of the demand and summed to scores.
3. The brokers with the largest scores become the stores.
4. Topics, the most requested first, choose among the stores by their own votes: one topic after the other (`seq`), or
   in turns of the weighted round robin (`wrr`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from pyharness.placement.greedy import greedy_votes
from pyharness.placement.problem.instance import Rates, StoreInstance
from pyharness.placement.problem.selection import TOLERANCE, ranked
from pyharness.placement.problem.store_plan import StorePlan


@dataclass(frozen=True)
class BrokerRanking:
    """The results of steps 1 and 2."""

    votes: Rates
    """By topic and broker."""
    weights: Rates
    """By topic: its share of the demand, 0 where nothing is requested."""
    scores: Rates
    """By broker: the sum of the weighted votes."""


def rank_brokers(
    instance: StoreInstance, gain: str = "path", publication_probabilities: Sequence[float] | None = None
) -> BrokerRanking:
    """Return votes, weights and scores."""
    by_topic = zip(instance.rates, instance.copies, strict=True)
    votes = np.array(
        [
            greedy_votes(instance.tree, instance.distances, rates, copies, gain, publication_probabilities)
            for rates, copies in by_topic
        ]
    )
    demand = instance.rates.sum(axis=1)
    weights = demand / (demand.sum() or 1.0)
    return BrokerRanking(votes, weights, weights @ votes)


def choose_stores(instance: StoreInstance, ranking: BrokerRanking) -> tuple[int, ...]:
    """Return the brokers with the largest scores, the best first: step 3."""
    return tuple(ranked(range(instance.brokers), [ranking.scores], instance.stores))


def assign_seq(instance: StoreInstance, ranking: BrokerRanking, stores: Sequence[int]) -> StorePlan:
    """Return the plan in which one topic after the other chooses all its replicas: step 4."""
    rooms = _Rooms(instance, ranking, stores)
    for topic in rooms.order:
        rooms.assign(topic, instance.copies[topic])
    return rooms.plan()


def assign_wrr(instance: StoreInstance, ranking: BrokerRanking, stores: Sequence[int]) -> StorePlan:
    """Return the plan in which topics choose in turns, as many replicas a turn as their relative weight (5.5)."""
    rooms = _Rooms(instance, ranking, stores)
    for turn in round_robin_turns(relative_weights(instance.rates.sum(axis=1)), instance.copies):
        for topic in rooms.order:
            rooms.assign(topic, turn[topic])
    return rooms.plan()


ASSIGNMENTS = {"seq": assign_seq, "wrr": assign_wrr}


def plan_stores(instance: StoreInstance, ranking: BrokerRanking, policy: str = "seq") -> StorePlan:
    """Return the plan of steps 3 and 4 with `policy` seq or wrr."""
    return ASSIGNMENTS[policy](instance, ranking, choose_stores(instance, ranking))


def reassign(instance: StoreInstance, stores: Sequence[int], policy: str = "seq", gain: str = "path") -> StorePlan:
    """Return the plan that keeps `stores` and assigns the replicas anew, for demand or copies that have changed."""
    return ASSIGNMENTS[policy](instance, rank_brokers(instance, gain), stores)


def relative_weights(demand: Rates) -> list[int]:
    """Return each topic's demand over the least one, rounded up. A topic without demand has 1.

    A ratio within the tolerance above a whole number is that number: it differs from it by rounding.
    """
    least = min((float(each) for each in demand if each > 0), default=1.0)
    ratios = [float(each) / least for each in demand]
    return [max(1, ceil(ratio - TOLERANCE * max(1.0, ratio))) for ratio in ratios]


def round_robin_turns(weights: Sequence[int], copies: Sequence[int]) -> list[list[int]]:
    """Return the replicas that each topic gets in each turn: its weight, or what it still lacks if that is less.

    The paper prints the product of weight and copies in place of the weight, which would end after one turn. Its
    example does not.
    """
    turns, left = [], list(copies)
    while any(left):
        turns.append([min(weight, lacking) for weight, lacking in zip(weights, left, strict=True)])
        left = [lacking - given for lacking, given in zip(left, turns[-1], strict=True)]
    return turns


class _Rooms:
    """The stores while topics choose among them.

    A topic tries the stores in order of its votes, then of scores, so that it goes on by scores when its votes are
    exhausted. A store that was full stays full, so a topic never returns to one it has passed.
    """

    def __init__(self, instance: StoreInstance, ranking: BrokerRanking, stores: Sequence[int]) -> None:
        self.order = ranked(range(len(instance.topics)), [ranking.weights])
        """Topics, the most requested first."""
        self._stores = tuple(stores)
        self._room = dict.fromkeys(stores, instance.capacity)
        self._untried = [ranked(stores, [votes, ranking.scores]) for votes in ranking.votes]
        self._replicas: list[list[int]] = [[] for _ in instance.topics]

    def assign(self, topic: int, count: int) -> None:
        """Give `topic` up to `count` more replicas: fewer where all other stores are full."""
        while count and self._untried[topic]:
            store = self._untried[topic].pop(0)
            if self._room[store]:
                self._room[store] -= 1
                self._replicas[topic].append(store)
                count -= 1

    def plan(self) -> StorePlan:
        """Return what has been assigned."""
        return StorePlan(self._stores, tuple(map(tuple, self._replicas)))
