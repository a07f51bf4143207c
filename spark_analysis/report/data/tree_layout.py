"""Places for the nodes of a tree: its middle in the middle, each further node on the next ring."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin


def tree_layout(nodes: Iterable[int], links: Iterable[tuple[int, int]]) -> dict[int, tuple[float, float]]:
    """Node -> x and y: the middle of the tree in the middle, each further node on the next ring, leaves evenly around.

    Of a graph with cycles a tree of shortest paths from its middle is laid out. Parts that are not linked follow each
    other around the rings.
    """
    neighbours: dict[int, list[int]] = {node: [] for node in nodes}
    for a, b in links:
        neighbours[a].append(b)
        neighbours[b].append(a)
    roots = [_middle(part, neighbours) for part in _parts(neighbours)]
    children: dict[int, list[int]] = defaultdict(list)
    ring: dict[int, int] = {}
    for root in roots:
        order = _breadth_first(root, neighbours)
        for node, parent in order.items():
            ring[node] = ring[parent] + 1 if parent != node else int(len(roots) > 1)
            if parent != node:
                children[parent].append(node)
    angle = _angles(roots, children)
    return {node: (ring[node] * cos(angle[node]), ring[node] * sin(angle[node])) for node in neighbours}


def _angles(roots: Sequence[int], children: Mapping[int, Sequence[int]]) -> dict[int, float]:
    """Each node in the middle of its leaves; the leaves evenly around the circle."""
    leaves: list[int] = []
    inside: dict[int, tuple[int, int]] = {}
    pending = [(root, False) for root in reversed(roots)]
    while pending:
        node, is_done = pending.pop()
        own = children.get(node, ())
        if is_done:
            inside[node] = inside[own[0]][0], inside[own[-1]][1]
        elif own:
            pending.append((node, True))
            pending += [(child, False) for child in reversed(own)]
        else:
            inside[node] = len(leaves), len(leaves)
            leaves.append(node)
    return {node: pi * (first + last) / max(1, len(leaves)) for node, (first, last) in inside.items()}


def _parts(neighbours: Mapping[int, Sequence[int]]) -> list[list[int]]:
    known: set[int] = set()
    parts = []
    for node in neighbours:
        if node not in known:
            parts.append(list(_breadth_first(node, neighbours)))
            known.update(parts[-1])
    return parts


def _breadth_first(root: int, neighbours: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Node -> the one in front of it on a shortest path from `root`; by distance, so that the root is the first."""
    found = {root: root}
    waiting = deque([root])
    while waiting:
        node = waiting.popleft()
        for other in neighbours[node]:
            if other not in found:
                found[other] = node
                waiting.append(other)
    return found


def _middle(part: Sequence[int], neighbours: Mapping[int, Sequence[int]]) -> int:
    """The node in the middle of a longest path."""
    end = list(_breadth_first(part[0], neighbours))[-1]
    before = _breadth_first(end, neighbours)
    path = [list(before)[-1]]
    while before[path[-1]] != path[-1]:
        path.append(before[path[-1]])
    return path[len(path) // 2]
