"""Instances for the tests of store planning, and the definitions of the planner spelt out slowly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

import numpy as np

from pyharness.placement.problem.instance import StoreInstance
from pyharness.placement.problem.store_plan import StorePlan, placement_cost

KNOWN_ANSWER = StoreInstance(
    brokers=6,
    links=((0, 3), (1, 4), (2, 4), (3, 4), (4, 5)),
    topics=("a", "b", "c"),
    copies=(2, 2, 2),
    demand=((0, 5, 8, 0, 1, 3), (2, 5, 12, 2, 4, 2), (0, 1, 2, 0, 3, 0)),
    capacity=2,
    stores=3,
)
"""Found by search: it has every number that the paper prints for its Fig. 3, whose picture is lost."""


def random_instance(
    random: np.random.Generator, brokers: int, topics: int, kind: str = "integer", with_copies: int | None = None
) -> StoreInstance:
    """Return a random tree with demand that is small integers, follows Zipf's law, or is real and so without ties.

    The stores have room for one replica of each topic.
    """
    links = tuple((int(random.integers(broker)), broker) for broker in range(1, brokers))
    stores = int(random.integers(1, brokers)) if brokers > 1 else 1
    least = -(-topics // stores)
    copies = random.integers(1, min(stores, with_copies or stores) + 1, size=topics)
    match kind:
        case "integer":
            demand = random.integers(0, 4, size=(topics, brokers)).astype(float)
            demand[:, 0] += 1
        case "zipf":
            popularity = np.arange(1, topics + 1) ** -float(random.choice([0.0, 0.5, 1.0]))
            demand = np.tile((25 * popularity / popularity.sum())[:, None], (1, brokers))
        case _:
            demand = random.uniform(0.1, 3.0, size=(topics, brokers))
    return StoreInstance(
        brokers,
        links,
        tuple(f"topic{topic}" for topic in range(topics)),
        tuple(map(int, copies)),
        tuple(tuple(map(float, rates)) for rates in demand),
        int(random.integers(least, max(least, topics) + 1)),
        stores,
    )


def relabelled(instance: StoreInstance, label: Sequence[int]) -> StoreInstance:
    """Return `instance` with broker b called label[b]."""
    at = np.argsort(label)
    return replace(
        instance,
        links=tuple((int(label[a]), int(label[b])) for a, b in instance.links),
        demand=tuple(tuple(rates[b] for b in at) for rates in instance.demand),
    )


def path_between(instance: StoreInstance, start: int, end: int) -> set[int]:
    """Return the brokers on the path of a tree, both ends included."""
    distances = instance.distances
    return {b for b in range(instance.brokers) if distances[start, b] + distances[b, end] == distances[start, end]}


def gain_by_definition(
    instance: StoreInstance, rates: Sequence[float], server: int, replicas: Sequence[int], gain: str
) -> float:
    """Return the gain of `replicas` as the paper defines it."""
    total, distances = 0.0, instance.distances
    for broker, rate in enumerate(rates):
        if gain == "path":
            on_path = path_between(instance, broker, server) & set(replicas)
            saved = max((int(distances[replica, server]) for replica in on_path), default=0)
        else:
            nearest = min(int(distances[broker, replica]) for replica in replicas)
            saved = max(0, int(distances[broker, server]) - nearest)
        total += rate * saved
    return total


def votes_by_definition(instance: StoreInstance, topic: int, gain: str) -> list[int]:
    """Return the votes of the modified greedy, one gain after the other."""
    rates, votes = instance.demand[topic], [0] * instance.brokers
    for server in range(instance.brokers):
        chosen: list[int] = []
        for _ in range(min(instance.copies[topic], instance.brokers - 1)):
            best, best_gain = -1, -1.0
            for broker in sorted(set(range(instance.brokers)) - {server, *chosen}):
                value = gain_by_definition(instance, rates, server, [*chosen, broker], gain)
                if best < 0 or value > best_gain + 1e-9 * max(1.0, best_gain):
                    best, best_gain = broker, value
            chosen.append(best)
            votes[best] += 1
    return votes


def least_cost_by_enumeration(instance: StoreInstance) -> float:
    """Return the least cost of all plans that serve every topic."""
    best = np.inf
    for stores in combinations(range(instance.brokers), instance.stores):
        choices = [
            [some for size in range(1, min(copies, len(stores)) + 1) for some in combinations(stores, size)]
            for copies in instance.copies
        ]
        for replicas in product(*choices):
            loads = [sum(store in some for some in replicas) for store in stores]
            if max(loads) <= instance.capacity:
                best = min(best, placement_cost(instance, StorePlan(stores, replicas)))
    return float(best)


def all_swaps(instance: StoreInstance, plan: StorePlan) -> Iterator[StorePlan]:
    """Return every plan that is one swap of local search away."""
    replicas = [list(brokers) for brokers in plan.replicas]
    loads = {store: sum(store in some for some in replicas) for store in plan.stores}

    def moved(topic: int, source: int, target: int) -> list[int]:
        return [target if broker == source else broker for broker in replicas[topic]]

    def changed(new: dict[int, list[int]], stores: Sequence[int] = plan.stores) -> StorePlan:
        return StorePlan(tuple(stores), tuple(tuple(new.get(t, some)) for t, some in enumerate(replicas)))

    moves = [
        (topic, source, target)
        for topic, some in enumerate(replicas)
        for source in some
        for target in plan.stores
        if target not in some
    ]
    for topic, source, target in moves:
        if loads[target] < instance.capacity:
            yield changed({topic: moved(topic, source, target)})
    for (one, a, b), (other, c, d) in combinations(moves, 2):
        if one != other and (a, b) == (d, c):
            yield changed({one: moved(one, a, b), other: moved(other, c, d)})
    for store, broker in product(plan.stores, set(range(instance.brokers)) - set(plan.stores)):
        stores = [broker if each == store else each for each in plan.stores]
        yield changed({topic: moved(topic, store, broker) for topic in range(len(replicas))}, stores)


def joint_greedy_by_definition(instance: StoreInstance) -> StorePlan:
    """Return the plan of greedy-global, one cost after the other."""
    stores: list[int] = []
    replicas: list[list[int]] = [[] for _ in instance.topics]

    def cost(topic: int, some: Sequence[int]) -> float:
        hops = [
            min([instance.brokers, *(int(instance.distances[b, r]) for r in some)]) for b in range(instance.brokers)
        ]
        return sum(rate * hop for rate, hop in zip(instance.demand[topic], hops, strict=True))

    while True:
        best, best_decrease = None, 0.0
        for topic, broker in product(range(len(instance.topics)), range(instance.brokers)):
            load = sum(broker in some for some in replicas)
            may_stand = broker in stores or len(stores) < instance.stores
            complete = len(replicas[topic]) == instance.copies[topic]
            if broker in replicas[topic] or load == instance.capacity or not may_stand or complete:
                continue
            decrease = cost(topic, replicas[topic]) - cost(topic, [*replicas[topic], broker])
            if best is None or decrease > best_decrease + 1e-9 * max(1.0, best_decrease):
                best, best_decrease = (topic, broker), decrease
        if best is None:
            return StorePlan(tuple(stores), tuple(map(tuple, replicas)))
        topic, broker = best
        replicas[topic].append(broker)
        if broker not in stores:
            stores.append(broker)
