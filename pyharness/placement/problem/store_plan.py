"""A plan: the brokers with a store and the replicas of each topic, its file, and what it costs.

store 2
replica a 2           # topic, broker with a store
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pyharness.placement.problem.instance import Rates, StoreInstance
from pyharness.placement.problem.statements import read_statements
from schema.digests import write_whole
from schema.text import nearest


@dataclass(frozen=True)
class StorePlan:
    """Where stores stand and what they hold."""

    stores: tuple[int, ...]
    """Brokers, in order of choice."""
    replicas: tuple[tuple[int, ...], ...]
    """By topic: brokers, in order of choice."""


def nearest_distances(instance: StoreInstance, replicas: tuple[int, ...]) -> Rates:
    """Return the distance of each broker to the nearest of `replicas`, infinite where there are none."""
    if not replicas:
        return np.full(instance.brokers, np.inf)
    nearest: Rates = instance.distances[:, list(replicas)].min(axis=1).astype(np.float64)
    return nearest


def placement_cost(instance: StoreInstance, plan: StorePlan) -> float:
    """Return the request hops per second. A topic without replica is left out."""
    pairs = zip(instance.rates, plan.replicas, strict=True)
    return float(sum(rates @ nearest_distances(instance, replicas) for rates, replicas in pairs if replicas))


def mean_hops(instance: StoreInstance, plan: StorePlan) -> float:
    """Return the cost per request, 0 where nothing is requested."""
    total = float(instance.rates.sum())
    return placement_cost(instance, plan) / total if total else 0.0


def short_replicas(instance: StoreInstance, plan: StorePlan) -> int:
    """Return how many of the copies of all topics the plan lacks."""
    pairs = zip(instance.copies, plan.replicas, strict=True)
    return sum(max(0, copies - len(replicas)) for copies, replicas in pairs)


def store_plan_text(instance: StoreInstance, plan: StorePlan) -> str:
    """Return the file of `plan`."""
    lines = [f"store {broker}" for broker in plan.stores]
    for topic, replicas in zip(instance.topics, plan.replicas, strict=True):
        lines += [f"replica {topic} {broker}" for broker in replicas]
    return "".join(f"{line}\n" for line in lines)


def write_store_plan(file: Path, instance: StoreInstance, plan: StorePlan) -> None:
    """Write `plan` to `file`, whole or not at all."""
    write_whole(file, store_plan_text(instance, plan))


def read_store_plan(file: Path, instance: StoreInstance) -> StorePlan:
    """Return the plan in `file`. Raises UsageError with file, line and what was expected."""
    stores: list[int] = []
    replicas: dict[str, list[int]] = {topic: [] for topic in instance.topics}
    statements = read_statements(file)
    for statement in statements:
        keyword = statement.words[0]
        if keyword == "store":
            statement.require_form("store BROKER")
            stores.append(statement.integer(1, 0, instance.brokers - 1))
            if stores.count(stores[-1]) > 1:
                raise statement.error("each store once")
        elif keyword != "replica":
            raise statement.error(f"store or replica as first word{nearest(keyword, ['store', 'replica'])}")
    for statement in statements:
        if statement.words[0] == "replica":  # may precede its store
            statement.require_form("replica TOPIC BROKER")
            topic, broker = statement.words[1], statement.integer(2, 0, instance.brokers - 1)
            if topic not in replicas:
                raise statement.error(f"a topic of the instance{nearest(topic, replicas)}")
            if broker not in stores:
                raise statement.error(f"a line `store {broker}`")
            if broker in replicas[topic]:
                raise statement.error("each replica once")
            replicas[topic].append(broker)
    return StorePlan(tuple(stores), tuple(tuple(brokers) for brokers in replicas.values()))
