"""The policies that the paper compares with: the greedy of each topic without limits, and two random ones."""

from __future__ import annotations

import numpy as np

from pyharness.placement.assignment import BrokerRanking
from pyharness.placement.greedy import greedy_votes
from pyharness.placement.problem.instance import StoreInstance
from pyharness.placement.problem.selection import ranked
from pyharness.placement.problem.store_plan import StorePlan


def unlimited_greedy(instance: StoreInstance, ranking: BrokerRanking) -> StorePlan:
    """Return the plan `grd_opt`: each topic at the brokers with most of its votes, at any number of full stores.

    It is no bound: the greedy of a topic is not its optimum. Stores are in order of topic and choice.
    """
    pairs = zip(ranking.votes, instance.copies, strict=True)
    replicas = tuple(tuple(ranked(range(instance.brokers), [votes], copies)) for votes, copies in pairs)
    return StorePlan(tuple(dict.fromkeys(broker for brokers in replicas for broker in brokers)), replicas)


def undifferentiated_stores(instance: StoreInstance, gain: str = "path") -> tuple[int, ...]:
    """Return the stores that the modified greedy chooses for the demand of all topics together."""
    rates = instance.rates.sum(axis=0)
    votes = greedy_votes(instance.tree, instance.distances, rates, instance.stores, gain)
    return tuple(ranked(range(instance.brokers), [votes], instance.stores))


def random_stores(instance: StoreInstance, random: np.random.Generator) -> tuple[int, ...]:
    """Return stores at random brokers."""
    return tuple(int(broker) for broker in random.permutation(instance.brokers)[: instance.stores])


def random_assignment(instance: StoreInstance, stores: tuple[int, ...], random: np.random.Generator) -> StorePlan:
    """Return the plan in which topics, in random order, choose random stores with room."""
    room = dict.fromkeys(stores, instance.capacity)
    replicas: list[tuple[int, ...]] = [()] * len(instance.topics)
    for topic in map(int, random.permutation(len(instance.topics))):
        with_room = [store for store in stores if room[store]]
        drawn = random.permutation(len(with_room))[: instance.copies[topic]]
        replicas[topic] = tuple(with_room[index] for index in map(int, drawn))
        for store in replicas[topic]:
            room[store] -= 1
    return StorePlan(stores, tuple(replicas))
