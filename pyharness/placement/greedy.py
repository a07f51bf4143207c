"""The modified greedy: votes for the brokers where replicas of a topic help most.

Publishers come and go, so there is no origin server. The greedy therefore runs once for each broker as server, and each
run votes for the brokers it chooses (Sourlas et al., 5.1 and 5.2).

For a server `j` replicas are chosen one at a time. The gain of the replicas `A` is the sum over all brokers `l` of
demand times `saved(l)`, the hops that their requests save, in two readings:

- `path`: the largest distance from `j` of a replica on the path from `l` to `j`.
- `nearest`: the distance to `j` less the distance to the nearest replica, if that is positive.

Arrays are indexed by server, then by broker.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pyharness.placement.problem.broker_tree import BrokerTree, Distances
from pyharness.placement.problem.instance import Rates
from pyharness.placement.problem.selection import best_of_rows

MOST_CELLS = 8_000_000
"""Cells of an array for some of the servers: 64 MB."""


class ReplicaGain(Protocol):
    """The replicas chosen so far for each server, and what another one gains."""

    def increments(self) -> Rates:
        """Return how much a replica at each broker adds to the gain. At replicas the value has no meaning."""
        ...

    def add(self, chosen: NDArray[np.int64]) -> None:
        """Add to the replicas of each server the chosen broker."""
        ...


class PathGain:
    """A request stops at the first replica on its path to the server.

    A new replica at `i` saves `d(i, j)` hops to the requests that pass it and that no replica before it has stopped.
    Those that reach it saved `d(b, j)` up to now, with `b` the next replica from `i` to `j`.
    """

    def __init__(self, tree: BrokerTree, distances: Distances, rates: Rates) -> None:
        self._distances = distances
        self._saved = np.zeros(distances.shape, dtype=np.int32)
        """`d(b, j)` at each broker, with `b` its next replica towards the server, 0 without one."""
        self._arriving = _passing_demand(tree, rates)
        """Demand that arrives at each broker on its way to the server and that no replica before it stops."""

    def increments(self) -> Rates:
        """Return how much a replica at each broker adds to the gain."""
        return (self._distances - self._saved) * self._arriving

    def add(self, chosen: NDArray[np.int64]) -> None:
        """Add to the replicas of each server the chosen broker."""
        servers = np.arange(len(chosen))
        to_chosen = self._distances[chosen]
        depth = self._distances[servers, chosen][:, None]
        on_the_way = (to_chosen + self._distances == depth) & (self._saved == self._saved[servers, chosen][:, None])
        self._arriving = self._arriving - on_the_way * self._arriving[servers, chosen][:, None]
        behind = to_chosen + depth == self._distances
        self._saved = np.where(behind, np.maximum(self._saved, depth), self._saved)


def _passing_demand(tree: BrokerTree, rates: Rates) -> Rates:
    """Return for each server and broker the demand whose path to the server passes the broker."""
    subtrees = tree.subtrees()
    below = np.array([rates[subtree].sum() for subtree in subtrees])
    passing = np.tile(below, (len(rates), 1))
    for broker, children in enumerate(tree.children()):
        for child in children:  # for a server below the child, all passes but what the child has below it
            passing[subtrees[child], broker] = below[tree.order[0]] - below[child]
        passing[broker, broker] = below[tree.order[0]]
    return passing


class NearestGain:
    """A request is answered by the nearest of the server and the replicas.

    A new replica at `i` gains the sum over `l` of demand times max(0, c(l) - d(l, i)), with `c(l)` the distance to the
    nearest so far. Sums for all `i` come from two passes over the tree, from the leaves and from the root: each broker
    passes on, for every number of further hops, what the brokers on its side would gain.
    """

    def __init__(self, tree: BrokerTree, distances: Distances, rates: Rates) -> None:
        self._tree = tree
        self._distances = distances
        self._rates = rates
        self._nearest = distances.copy()

    def increments(self) -> Rates:
        """Return how much a replica at each broker adds to the gain."""
        brokers = len(self._rates)
        hops = int(self._nearest.max()) + 1
        at_a_time = max(1, MOST_CELLS // (brokers * (hops + 2)))
        parts = [self._nearest[first : first + at_a_time] for first in range(0, brokers, at_a_time)]
        return np.concatenate([self._increments_of_some(part, hops) for part in parts])

    def _increments_of_some(self, nearest: Distances, hops: int) -> Rates:
        """Return the increments of the servers that are the rows of `nearest`."""
        tree = self._tree
        gained = np.zeros((len(self._rates), hops + 2, len(nearest)))  # by broker, further hops, server
        gained[:, :hops] = np.maximum(0, nearest.T[:, None, :] - np.arange(hops)[None, :, None])
        gained *= self._rates[:, None, None]
        for broker in reversed(tree.order[1:]):  # afterwards each broker knows what is below it
            gained[tree.parents[broker], :hops] += gained[broker, 1 : hops + 1]
        for broker in tree.order[1:]:  # afterwards each broker knows all; what came from itself is taken off
            from_parent = gained[tree.parents[broker], 1 : hops + 1] - gained[broker, 2 : hops + 2]
            gained[broker, :hops] += from_parent
        return np.ascontiguousarray(gained[:, 0].T)

    def add(self, chosen: NDArray[np.int64]) -> None:
        """Add to the replicas of each server the chosen broker."""
        self._nearest = np.minimum(self._nearest, self._distances[chosen])


GAINS: dict[str, type[PathGain] | type[NearestGain]] = {"path": PathGain, "nearest": NearestGain}


def greedy_choices(
    tree: BrokerTree, distances: Distances, rates: Rates, copies: int, gain: str = "path"
) -> NDArray[np.int64]:
    """Return for each server (row) the brokers that the greedy chooses, in order of choice.

    Each choice maximises the gain of all replicas together. The server itself is excluded, so at most all others are
    chosen.
    """
    brokers = len(rates)
    rounds = min(copies, brokers - 1)
    replica_gain: ReplicaGain = GAINS[gain](tree, distances, rates)
    servers = np.arange(brokers)
    excluded = np.eye(brokers, dtype=bool)
    gains = np.zeros(brokers)
    choices = np.zeros((brokers, rounds), dtype=np.int64)
    for turn in range(rounds):
        with_one_more = gains[:, None] + replica_gain.increments()
        with_one_more[excluded] = -np.inf
        chosen = best_of_rows(with_one_more)
        gains = with_one_more[servers, chosen]
        excluded[servers, chosen] = True
        replica_gain.add(chosen)
        choices[:, turn] = chosen
    return choices


def greedy_votes(
    tree: BrokerTree,
    distances: Distances,
    rates: Rates,
    copies: int,
    gain: str = "path",
    publication_probabilities: Sequence[float] | None = None,
) -> Rates:
    """Return for each broker the number of servers whose greedy chooses it.

    With `publication_probabilities`, by broker, each server's votes are weighted with its own.
    """
    choices = greedy_choices(tree, distances, rates, copies, gain)
    each = np.ones(len(rates)) if publication_probabilities is None else np.asarray(publication_probabilities)
    weights = np.repeat(each, choices.shape[1])
    return np.bincount(choices.ravel(), weights=weights, minlength=len(rates)).astype(np.float64)
