"""The exact optimum of each topic alone, without limits of stores: k medians of a tree, by dynamic programming.

It is a lower bound of every plan's cost, `grd_opt` included. The recursion assigns each broker to the replica that
serves it (after Kariv and Hakimi 1979 and Tamir 1996): some best plan serves all brokers on the path to a replica by
that replica. So a child is served as its parent is, or by a replica of its own subtree.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyharness.placement.problem.broker_tree import BrokerTree, Distances
from pyharness.placement.problem.instance import Rates, StoreInstance


def tree_bound(instance: StoreInstance) -> float:
    """Return the least cost of any plan with the copies of `instance`, whatever stores it needs."""
    pairs = zip(instance.rates, instance.copies, strict=True)
    return sum(least_median_cost(instance.tree, instance.distances, rates, copies) for rates, copies in pairs)


def least_median_cost(tree: BrokerTree, distances: Distances, rates: Rates, copies: int) -> float:
    """Return the least sum of demand times distance to the nearest of at most `copies` replicas."""
    subtrees = tree.subtrees()
    children = tree.children()
    costs: dict[int, Rates] = {}
    """By broker: least cost of its subtree, by replicas in it and the broker's server (inside it or not)."""
    for broker in reversed(tree.order):
        cost = np.full((2, len(rates)), np.inf)
        cost[0] = rates[broker] * distances[broker]
        cost[0, broker] = np.inf  # a server of its subtree is one of the replicas there
        cost[1, broker] = 0.0
        for child in children[broker]:
            cost = _merged(cost, _as_child(costs.pop(child), subtrees[child]), copies)
        costs[broker] = cost
    return float(costs[tree.order[0]].min())


def _as_child(cost: Rates, subtree: list[int]) -> Rates:
    """Return the cost of a child's subtree by its replicas and the parent's server.

    A server in the child's subtree serves the child, too. With any other the child may have a server of its own.
    """
    own = cost[:, subtree]
    combined: Rates = np.minimum(cost, own.min(axis=1, keepdims=True))
    combined[:, subtree] = own
    return combined


def _merged(one: Rates, other: Rates, copies: int) -> NDArray[np.float64]:
    """Return the least sums of two costs over the ways to divide the replicas, by their total up to `copies`."""
    most = min(copies, len(one) + len(other) - 2)
    merged = np.full((most + 1, one.shape[1]), np.inf)
    for replicas in range(min(len(other), most + 1)):
        rows = min(len(one), most + 1 - replicas)
        part = merged[replicas : replicas + rows]
        np.minimum(part, one[:rows] + other[replicas], out=part)
    return merged
