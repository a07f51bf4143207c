"""Overlays by heuristics: a start for the search of balanced overlays, and its result where the solver has none."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from math import exp

from pyharness.overlays.overlay_instance import OverlayInstance, OverlayTopic
from pyharness.overlays.overlay_plan import Overlays, min_residual, residuals_of, total_load, tree_within
from schema.errors import UsageError

LOAD_EXPONENT = 8.0
LARGEST_EXPONENT = 500.0
ROUNDS = 20
"""At most; a round without improvement is the last."""


def greedy_overlays(instance: OverlayInstance) -> Overlays:
    """Return overlays around loaded edges: built one after the other, then each torn down and built again in turn.

    The heaviest topic is the first. A rebuilt overlay stays if it raises the minimum residual, or else keeps it and
    lowers the total load. Raises UsageError where no tree spans the terminals of a topic.
    """
    order = sorted(range(len(instance.topics)), key=lambda i: -instance.topics[i].allowed_load)
    overlays: list[frozenset[int]] = [frozenset()] * len(instance.topics)
    for index in order:
        overlays[index] = _tree_around_load(instance, tuple(overlays), index)
    best = _rank(instance, tuple(overlays))
    for _ in range(ROUNDS):
        before = best
        for index in order:
            previous = overlays[index]
            overlays[index] = frozenset()
            overlays[index] = _tree_around_load(instance, tuple(overlays), index)
            rank = _rank(instance, tuple(overlays))
            if rank > best:
                best = rank
            else:
                overlays[index] = previous
        if best == before:
            break
    return tuple(overlays)


def _rank(instance: OverlayInstance, overlays: Overlays) -> tuple[float, float]:
    return min_residual(instance, overlays), -total_load(instance, overlays)


def _tree_around_load(instance: OverlayInstance, overlays: Overlays, index: int) -> frozenset[int]:
    """Return a tree for topic `index`: each terminal in turn joins by the lightest path (Takahashi and Matsuyama)."""
    topic = instance.topics[index]
    residuals = residuals_of(instance, overlays) - topic.allowed_load
    capacities = [max(edge.capacity, 1e-9) for edge in instance.edges]
    weights = [
        exp(min(LARGEST_EXPONENT, LOAD_EXPONENT * (1.0 - float(residual) / capacity)))
        for residual, capacity in zip(residuals, capacities, strict=True)
    ]
    missing = set(topic.terminals)
    reached = set(topic.terminals[:1])
    tree: set[int] = set()
    while missing - reached:
        path = _lightest_path(instance, topic, weights, reached, missing - reached)
        tree |= set(path)
        reached |= {end for number in path for end in (instance.edges[number].a, instance.edges[number].b)}
    return tree_within(instance, topic, tree)


def _lightest_path(
    instance: OverlayInstance, topic: OverlayTopic, weights: Sequence[float], reached: set[int], missing: set[int]
) -> list[int]:
    """Return the edges of the lightest path from `reached` to any of `missing`."""
    neighbours: dict[int, list[tuple[int, int]]] = {}
    for number in instance.usable_edges(topic):
        edge = instance.edges[number]
        neighbours.setdefault(edge.a, []).append((edge.b, number))
        neighbours.setdefault(edge.b, []).append((edge.a, number))
    queue: list[tuple[float, int, list[int]]] = [(0.0, cluster, []) for cluster in sorted(reached)]
    done: set[int] = set()
    while queue:
        weight, cluster, path = heapq.heappop(queue)
        if cluster in missing:
            return path
        if cluster not in done:
            done.add(cluster)
            for neighbour, number in neighbours.get(cluster, []):
                if neighbour not in done:
                    heapq.heappush(queue, (weight + weights[number], neighbour, [*path, number]))
    raise UsageError(f"no tree spans the clusters of topic {topic.name}, expected policies that leave a path")
