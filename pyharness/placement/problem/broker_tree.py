"""The tree that the planners work on: the network itself, or its breadth-first tree where it has cycles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Distances = NDArray[np.int32]


@dataclass(frozen=True)
class BrokerTree:
    """A tree rooted at broker 0."""

    parents: tuple[int, ...]
    """By broker; -1 at the root and at brokers that the root cannot reach."""
    order: tuple[int, ...]
    """The brokers that the root reaches, breadth first."""

    def distances(self) -> Distances:
        """Return the links between each two brokers. Every broker must be reachable."""
        size = len(self.parents)
        distances = np.zeros((size, size), dtype=np.int32)
        for position, broker in enumerate(self.order[1:], start=1):
            earlier = list(self.order[:position])
            distances[broker, earlier] = distances[self.parents[broker], earlier] + 1
            distances[earlier, broker] = distances[broker, earlier]
        return distances

    def children(self) -> list[list[int]]:
        """Return the children of each broker."""
        children: list[list[int]] = [[] for _ in self.parents]
        for broker in self.order[1:]:
            children[self.parents[broker]].append(broker)
        return children

    def subtrees(self) -> list[list[int]]:
        """Return the brokers at and below each broker."""
        subtrees: list[list[int]] = [[broker] for broker in range(len(self.parents))]
        for broker in reversed(self.order[1:]):
            subtrees[self.parents[broker]] += subtrees[broker]
        return subtrees


def breadth_first_tree(brokers: int, links: Iterable[tuple[int, int]]) -> BrokerTree:
    """Return the breadth-first tree from broker 0, with neighbours visited by id. Of a tree it is the tree itself."""
    neighbours: list[list[int]] = [[] for _ in range(brokers)]
    for one, other in links:
        neighbours[one].append(other)
        neighbours[other].append(one)
    parents, order, known = [-1] * brokers, [0], {0}
    for broker in order:  # grows while it is read
        for neighbour in sorted(neighbours[broker]):
            if neighbour not in known:
                known.add(neighbour)
                parents[neighbour] = broker
                order.append(neighbour)
    return BrokerTree(tuple(parents), tuple(order))
