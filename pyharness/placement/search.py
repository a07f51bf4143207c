"""Searches for plans of small cost: the joint greedy of Kangasharju et al. (`global`) and swaps (`local`)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pyharness.placement.problem.instance import Rates, StoreInstance
from pyharness.placement.problem.selection import index_of_best
from pyharness.placement.problem.store_plan import StorePlan, nearest_distances


def empty_plan(instance: StoreInstance) -> StorePlan:
    """Return the plan without stores and replicas."""
    return StorePlan((), ((),) * len(instance.topics))


def complete_greedily(instance: StoreInstance, plan: StorePlan) -> StorePlan:
    """Add to `plan` the replica that decreases the cost most, again and again, until limits leave none to add.

    From the empty plan this is `global`. A topic without replica counts with a distance of the number of brokers.
    Candidates are looked at in order of topic, then of broker.
    """
    stores, replicas = list(plan.stores), [list(brokers) for brokers in plan.replicas]
    room = np.full(instance.brokers, instance.capacity)
    is_open = np.zeros(instance.brokers, dtype=bool)
    is_open[stores] = True
    holds = np.zeros((len(instance.topics), instance.brokers), dtype=bool)
    for topic, brokers in enumerate(replicas):
        holds[topic, brokers] = True
        room[brokers] -= 1
    decreases = np.array([_decreases(instance, topic, brokers) for topic, brokers in enumerate(replicas)])
    while True:
        allowed = ~holds & (room > 0) & (is_open | (len(stores) < instance.stores))
        allowed &= np.array([[len(a) < k] for a, k in zip(replicas, instance.copies, strict=True)])
        if not allowed.any():
            return StorePlan(tuple(stores), tuple(map(tuple, replicas)))
        best = index_of_best(np.where(allowed, decreases, -np.inf).ravel())
        topic, broker = divmod(best, instance.brokers)
        if not is_open[broker]:
            stores.append(broker)
            is_open[broker] = True
        replicas[topic].append(broker)
        holds[topic, broker] = True
        room[broker] -= 1
        decreases[topic] = _decreases(instance, topic, replicas[topic])


def _decreases(instance: StoreInstance, topic: int, replicas: list[int]) -> Rates:
    """Return how much a replica at each broker decreases the cost of `topic`."""
    now = np.minimum(nearest_distances(instance, tuple(replicas)), instance.brokers)
    decreases: Rates = np.maximum(0.0, now[:, None] - instance.distances).T @ instance.rates[topic]
    return decreases


def improve_by_swaps(instance: StoreInstance, plan: StorePlan) -> StorePlan:
    """Return `plan` after the best swap, again and again, until no swap decreases the cost.

    A swap moves a replica to another store with room, exchanges the replicas of two topics in two stores, or moves a
    store with all its replicas to a broker without one. Swaps are looked at in this order, each kind by topics and then
    by brokers; the first of equal ones is made.
    """
    state = _SwapState(instance, plan)
    while state.make_best_swap():
        pass
    return state.plan()


class _SwapState:
    """A plan during the search, with the cost of each topic after each change of one of its replicas."""

    def __init__(self, instance: StoreInstance, plan: StorePlan) -> None:
        self._instance = instance
        self._stores = list(plan.stores)
        self._replicas = [list(brokers) for brokers in plan.replicas]
        topics, brokers = len(instance.topics), instance.brokers
        self._costs = np.zeros(topics)
        self._changes = np.zeros((topics, brokers, brokers))
        """Change of the cost of a topic when its replica at the first broker is moved to the second."""
        for topic in range(topics):
            self._update(topic)

    def plan(self) -> StorePlan:
        """Return the plan as it stands."""
        return StorePlan(tuple(self._stores), tuple(map(tuple, self._replicas)))

    def _update(self, topic: int) -> None:
        """Compute the costs of `topic` after one of its replicas has moved."""
        instance, replicas = self._instance, self._replicas[topic]
        rates = instance.rates[topic]
        if not replicas:
            return
        self._costs[topic] = rates @ nearest_distances(instance, tuple(replicas))
        for broker in replicas:
            others = tuple(other for other in replicas if other != broker)
            nearest = nearest_distances(instance, others)[:, None]
            self._changes[topic, broker] = rates @ np.minimum(nearest, instance.distances) - self._costs[topic]

    def make_best_swap(self) -> bool:
        """Make the swap that decreases the cost most. Return whether there is one."""
        cost = float(self._costs.sum())
        kinds = list(self._kinds())
        after = np.concatenate([[cost], *(cost + kind[0] for kind in kinds)])
        best = index_of_best(-after) - 1
        if best < 0:
            return False
        for changes, swaps in kinds:
            if best < len(changes):
                self._make(swaps[best])
                return True
            best -= len(changes)
        raise AssertionError("a swap of no kind")

    def _kinds(self) -> Iterator[tuple[Rates, NDArray[np.int64]]]:
        """Return for each kind of swap the changes of the cost and the swaps, as rows that `_make` accepts."""
        topics, brokers = len(self._instance.topics), self._instance.brokers
        holds = np.zeros((topics, brokers), dtype=bool)
        for topic, replicas in enumerate(self._replicas):
            holds[topic, replicas] = True
        is_open = np.zeros(brokers, dtype=bool)
        is_open[self._stores] = True
        with_room = is_open & (holds.sum(axis=0) < self._instance.capacity)

        moves = np.argwhere(holds[:, :, None] & (with_room & ~holds)[:, None, :])
        yield self._changes[tuple(moves.T)], _prefixed(-1, moves)

        # Topic t moves from store a to b and topic u from b to a.
        may_move = holds[:, :, None] & (is_open & ~holds)[:, None, :]
        exchanges = [np.zeros((0, 4), dtype=np.int64)]
        for one in range(topics):
            for other in range(one + 1, topics):
                pairs = np.argwhere(may_move[one] & may_move[other].T)
                exchanges.append(_prefixed(other, _prefixed(one, pairs)))
        rows = np.concatenate(exchanges)
        other, one, a, b = rows.T
        yield self._changes[one, a, b] + self._changes[other, b, a], rows

        relocations = np.argwhere(is_open[:, None] & ~is_open[None, :])
        changes = np.where(holds[:, :, None], self._changes, 0.0).sum(axis=0)
        yield changes[tuple(relocations.T)], _prefixed(-1, _prefixed(-1, relocations))

    def _make(self, swap: NDArray[np.int64]) -> None:
        """Make a swap of (other topic or -1, topic or -1 for all of a store, from, to)."""
        other, one, a, b = map(int, swap)
        if one < 0:
            self._stores[self._stores.index(a)] = b
            moved = [topic for topic, replicas in enumerate(self._replicas) if a in replicas]
        else:
            moved = [one]
        for topic in moved:
            self._move(topic, a, b)
        if other >= 0:
            self._move(other, b, a)

    def _move(self, topic: int, source: int, target: int) -> None:
        replicas = self._replicas[topic]
        replicas[replicas.index(source)] = target
        self._update(topic)


def _prefixed(value: int, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return `rows` with `value` in a new first column."""
    return np.concatenate([np.full((len(rows), 1), value), rows], axis=1)
