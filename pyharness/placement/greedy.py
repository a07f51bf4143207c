"""The modified greedy: votes for the brokers where replicas of a topic help most.

Publishers come and go, so there is no origin server. The greedy therefore runs once for each broker as server, and each
run votes for the brokers it chooses (Sourlas et al., 5.1 and 5.2).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pyharness.placement.broker_tree import BrokerTree, Distances
from pyharness.placement.gains import GAINS, ReplicaGain
from pyharness.placement.instance import Rates
from pyharness.placement.selection import best_of_rows


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
