"""A plan: the edges of each topic's overlay, what they carry, and the file that the router `file` reads.

tree a 0 1            # topic and the ends of an edge
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pyharness.overlays.overlay_instance import OverlayInstance, OverlayTopic, rounded_load
from pyharness.placement.problem.statements import read_statements
from schema.digests import write_whole
from schema.text import nearest

Overlays = tuple[frozenset[int], ...]
"""By topic: the numbers of the edges."""


def residuals_of(instance: OverlayInstance, overlays: Overlays) -> NDArray[np.float64]:
    """Return by edge the capacity less the loads of the topics on it."""
    residuals = np.array([rounded_load(edge.capacity) for edge in instance.edges])
    for topic, edges in zip(instance.topics, overlays, strict=True):
        residuals[list(edges)] -= topic.allowed_load
    return residuals


def min_residual(instance: OverlayInstance, overlays: Overlays) -> float:
    """Return the least residual of all edges, infinite without edges."""
    return float(residuals_of(instance, overlays).min(initial=np.inf))


def total_load(instance: OverlayInstance, overlays: Overlays) -> float:
    """Return the sum of the loads of all edges."""
    pairs = zip(instance.topics, overlays, strict=True)
    return float(sum(topic.allowed_load * len(edges) for topic, edges in pairs))


def tree_within(instance: OverlayInstance, topic: OverlayTopic, edges: Iterable[int]) -> frozenset[int]:
    """Return a tree of some of `edges` that spans the terminals of `topic` and has no needless leaf.

    `edges` join the terminals. They may form cycles.
    """
    terminals = topic.terminals
    neighbours: dict[int, list[tuple[int, int]]] = {}
    for number in sorted(edges):
        edge = instance.edges[number]
        neighbours.setdefault(edge.a, []).append((edge.b, number))
        neighbours.setdefault(edge.b, []).append((edge.a, number))
    if not terminals:
        return frozenset()
    previous: dict[int, tuple[int, int] | None] = {terminals[0]: None}
    queue = [terminals[0]]
    for cluster in queue:  # grows while it is read
        for neighbour, number in neighbours.get(cluster, []):
            if neighbour not in previous:
                previous[neighbour] = (cluster, number)
                queue.append(neighbour)
    tree: set[int] = set()
    for terminal in terminals:
        step = previous[terminal]
        while step is not None:
            tree.add(step[1])
            step = previous[step[0]]
    return frozenset(tree)


def overlays_text(instance: OverlayInstance, overlays: Overlays) -> str:
    """Return the file of a plan."""
    lines = []
    for topic, edges in zip(instance.topics, overlays, strict=True):
        for number in sorted(edges):
            lines.append(f"tree {topic.name} {instance.edges[number].a} {instance.edges[number].b}\n")
    return "".join(lines)


def write_overlays(file: Path, instance: OverlayInstance, overlays: Overlays) -> None:
    """Write a plan to `file`, whole or not at all."""
    write_whole(file, overlays_text(instance, overlays))


def read_overlays(file: Path, instance: OverlayInstance) -> Overlays:
    """Return the plan in `file`. Raises UsageError with file, line and what was expected."""
    found: dict[str, set[int]] = {topic.name: set() for topic in instance.topics}
    for statement in read_statements(file):
        if statement.words[0] != "tree":
            raise statement.error("tree as first word")
        statement.require_form("tree TOPIC A B")
        name = statement.words[1]
        if name not in found:
            raise statement.error(f"a topic of the instance{nearest(name, found)}")
        ends = (statement.integer(2, 0, instance.clusters - 1), statement.integer(3, 0, instance.clusters - 1))
        number = instance.edge_between.get(ends)
        if number is None or number in found[name]:
            raise statement.error("two clusters with an edge between them, and each edge of a topic once")
        found[name].add(number)
    return tuple(frozenset(edges) for edges in found.values())
