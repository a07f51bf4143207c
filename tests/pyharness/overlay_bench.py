"""Instances for the tests of overlays, and the definitions of routers and optima spelt out slowly."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, product

import numpy as np
from hypothesis import strategies as st

from pyharness.overlays.overlay_instance import GraphEdge, OverlayInstance, OverlayTopic, pieces_of
from pyharness.overlays.overlay_plan import Overlays, residuals_of

KNOWN_ANSWER = OverlayInstance(
    clusters=6,
    edges=tuple(
        GraphEdge(*edge)
        for edge in [(0, 1, 10), (1, 2, 8), (2, 3, 6), (0, 3, 4), (1, 4, 5), (2, 4, 9), (3, 5, 7), (4, 5, 3)]
    ),
    topics=(
        OverlayTopic("t", 2.0, None, {0: 1.0}, frozenset({3, 5})),
        OverlayTopic("t.u", 1.0, "t", {0: 1.0}, frozenset({3, 4, 5})),
    ),
)
"""An instance whose overlays can be computed by hand; edges are numbered in this order."""


def random_overlay_instance(
    random: np.random.Generator,
    clusters: int,
    edges: int,
    topics: int,
    capacity: int = 100,
    members: int = 4,
    policies: bool = False,
) -> OverlayInstance:
    """Return a connected graph with capacities that have ties, and a tree of topics.

    A topic has 1 or 2 publishers, up to `members` subscribers and those of its father. With `policies` some topics are
    denied a cluster that is no cut of the graph.
    """
    pairs = [(int(random.integers(cluster)), cluster) for cluster in range(1, clusters)]
    others = [pair for pair in combinations(range(clusters), 2) if pair not in set(pairs)]
    random.shuffle(others)
    pairs += others[: max(0, edges - len(pairs))]
    graph = tuple(GraphEdge(a, b, float(random.integers(capacity // 2, capacity + 1))) for a, b in pairs)
    made: list[OverlayTopic] = []
    for number in range(topics):
        father = made[int(random.integers(number))] if number and random.random() < 0.5 else None
        subscribers = set(random.integers(clusters, size=int(random.integers(1, members + 1))).tolist())
        publishers = random.integers(clusters, size=int(random.integers(1, 3))).tolist()
        denied = [c for c in range(clusters) if policies and random.random() < 0.15 and not _is_cut(clusters, pairs, c)]
        made.append(
            OverlayTopic(
                name=f"{father.name}.{number}" if father else f"t{number}",
                load=float(random.integers(1, 9)),
                father=father.name if father else None,
                publishers={cluster: float(random.integers(1, 4)) for cluster in publishers},
                subscribers=frozenset(subscribers) | (father.subscribers if father else frozenset()),
                denied=frozenset(denied[:1]),
            )
        )
    return OverlayInstance(clusters, graph, tuple(made))


def _is_cut(clusters: int, pairs: list[tuple[int, int]], cluster: int) -> bool:
    return pieces_of(clusters, [pair for pair in pairs if cluster not in pair]) > 2  # itself and the others


@st.composite
def overlay_instances(draw: st.DrawFn, clusters: int = 8, topics: int = 5, policies: bool = True) -> OverlayInstance:
    """Draw instances; hypothesis shrinks their sizes."""
    size = draw(st.integers(2, clusters))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    edges = draw(st.integers(size - 1, min(2 * size, size * (size - 1) // 2)))
    return random_overlay_instance(random, size, edges, draw(st.integers(1, topics)), policies=policies)


# ---- optima by enumeration


def all_trees(instance: OverlayInstance, topic: OverlayTopic) -> list[frozenset[int]]:
    """Return every tree of usable edges that spans the terminals and whose leaves are terminals."""
    terminals, usable = set(topic.terminals), instance.usable_edges(topic)
    if len(terminals) < 2:
        return [frozenset()]
    trees = []
    for size in range(1, instance.clusters):
        for edges in combinations(usable, size):
            pairs = [(instance.edges[e].a, instance.edges[e].b) for e in edges]
            touched = [cluster for pair in pairs for cluster in pair]
            is_tree = len(set(touched)) == size + 1 and pieces_of(instance.clusters, pairs) == instance.clusters - size
            leaves = {cluster for cluster in touched if touched.count(cluster) == 1}
            if is_tree and terminals <= set(touched) and leaves <= terminals:
                trees.append(frozenset(edges))
    return trees


def largest_residual_by_enumeration(instance: OverlayInstance) -> float:
    """Return the largest minimum residual of all combinations of trees."""
    choices = product(*(all_trees(instance, topic) for topic in instance.topics))
    return max(float(residuals_of(instance, overlays).min()) for overlays in choices)


# ---- Algorithms 1 to 3 by definition


def sdnps_by_definition(instance: OverlayInstance, incremental: bool = True) -> Overlays:
    """Return the overlays of Algorithms 1 and 2 as docs/topic-overlays.md states them."""
    residuals = [edge.capacity for edge in instance.edges]
    overlays: dict[str, frozenset[int]] = {}
    level: dict[str, int] = {}
    for topic in instance.topics:  # fathers stand before their children
        level[topic.name] = level[topic.father] + 1 if topic.father else 0
    order = sorted(
        range(len(instance.topics)), key=lambda i: (level[instance.topics[i].name], -instance.topics[i].load)
    )
    for index in order:
        topic = instance.topics[index]
        copied = overlays[topic.father] if topic.father and incremental else frozenset()
        overlays[topic.name] = _overlay_by_definition(instance, topic, residuals, set(copied))
        for edge in overlays[topic.name]:
            residuals[edge] -= topic.allowed_load
    return tuple(overlays[topic.name] for topic in instance.topics)


def repaired_by_definition(instance: OverlayInstance, overlays: Overlays, failed: int) -> Overlays:
    """Return the overlays that Algorithm 3 leaves after edge number `failed` has failed."""
    residuals = residuals_of(instance, overlays).tolist()
    repaired = {topic.name: edges for topic, edges in zip(instance.topics, overlays, strict=True)}
    depth = {topic.name: 0 for topic in instance.topics}
    for topic in instance.topics:
        depth[topic.name] = depth[topic.father] + 1 if topic.father else 0
    for topic in sorted(instance.topics, key=lambda each: (depth[each.name], -each.load)):
        if failed in repaired[topic.name]:
            for edge in repaired[topic.name]:
                residuals[edge] += topic.allowed_load
            kept = _without_fragments(instance, set(repaired[topic.name]) - {failed}, _members(topic))
            usable = [edge for edge in instance.usable_edges(topic) if edge != failed]
            _merge(instance, usable, residuals, kept, _members(topic))
            repaired[topic.name] = frozenset(kept)
            for edge in kept:
                residuals[edge] -= topic.allowed_load
    return tuple(repaired.values())


def _members(topic: OverlayTopic) -> list[int]:
    """Return publishers and subscribers that are allowed, ascending."""
    return sorted((topic.publishers.keys() | topic.subscribers) - topic.denied)


def _overlay_by_definition(
    instance: OverlayInstance, topic: OverlayTopic, residuals: list[float], copied: set[int]
) -> frozenset[int]:
    usable = instance.usable_edges(topic)
    members = _members(topic)
    publishers = sorted(topic.publishers.keys() - topic.denied)
    subscribers = sorted(topic.subscribers - topic.denied)
    if not subscribers:
        return frozenset()
    tree = _without_fragments(instance, copied & set(usable), members)
    if tree:
        for member in members:
            if member not in _touched(instance, tree):
                path = _widest_path(instance, usable, residuals, {member}, _touched(instance, tree))
                tree |= set(path or [])
    else:
        spanning = _maximum_spanning_tree(instance, usable, residuals)
        for subscriber in subscribers if publishers else []:
            cluster = subscriber
            while cluster not in publishers:
                paths = [_path_on_tree(instance, spanning, cluster, publisher) for publisher in publishers]
                found = [path for path in paths if path is not None]
                if not found:
                    break
                path = max(found, key=lambda each: min(residuals[edge] for edge in each))
                tree.add(path[0])
                cluster = _other_end(instance, path[0], cluster)
    _merge(instance, usable, residuals, tree, members)
    return frozenset(tree)


def _merge(
    instance: OverlayInstance, usable: list[int], residuals: list[float], tree: set[int], members: list[int]
) -> None:
    alone: set[int] = set()
    while True:
        trees = _trees(instance, tree, members)
        roots = sorted({min(each) for each in trees} - alone)
        if len(roots) < 2:
            return
        first = next(each for each in trees if min(each) == roots[0])
        others = {cluster for each in trees if each is not first for cluster in each}
        path = _widest_path(instance, usable, residuals, first, others)
        if path is None:
            alone.add(roots[0])
        else:
            tree |= set(path)


def _trees(instance: OverlayInstance, edges: Iterable[int], members: Iterable[int]) -> list[set[int]]:
    """Return the sets of clusters that the edges join; a member without edge is one of its own."""
    trees = [{member} for member in members]
    for edge in edges:
        ends = {instance.edges[edge].a, instance.edges[edge].b}
        joined = [each for each in trees if each & ends]
        trees = [each for each in trees if not each & ends] + [ends.union(*joined)]
    return trees


def _touched(instance: OverlayInstance, edges: Iterable[int]) -> set[int]:
    return {end for edge in edges for end in (instance.edges[edge].a, instance.edges[edge].b)}


def _without_fragments(instance: OverlayInstance, edges: set[int], members: list[int]) -> set[int]:
    wanted = [tree for tree in _trees(instance, edges, []) if tree & set(members)]
    return {edge for edge in edges if any(instance.edges[edge].a in tree for tree in wanted)}


def _other_end(instance: OverlayInstance, edge: int, cluster: int) -> int:
    return instance.edges[edge].a + instance.edges[edge].b - cluster


def _maximum_spanning_tree(instance: OverlayInstance, usable: list[int], residuals: list[float]) -> list[int]:
    tree: list[int] = []
    for edge in sorted(usable, key=lambda each: (-residuals[each], each)):
        pairs = [(instance.edges[e].a, instance.edges[e].b) for e in [*tree, edge]]
        if pieces_of(instance.clusters, pairs) == instance.clusters - len(pairs):
            tree.append(edge)
    return tree


def _path_on_tree(instance: OverlayInstance, tree: list[int], start: int, end: int) -> list[int] | None:
    previous: dict[int, list[int]] = {start: []}
    queue = deque([start])
    while queue:
        cluster = queue.popleft()
        for edge in tree:
            if cluster in (instance.edges[edge].a, instance.edges[edge].b):
                other = _other_end(instance, edge, cluster)
                if other not in previous:
                    previous[other] = [*previous[cluster], edge]
                    queue.append(other)
    return previous.get(end)


def _widest_path(
    instance: OverlayInstance, usable: list[int], residuals: list[float], sources: set[int], targets: set[int]
) -> list[int] | None:
    """Return the widest, then shortest path, of equal ones that with the smallest clusters from its end on."""
    for width in sorted({residuals[edge] for edge in usable}, reverse=True):
        wide = [edge for edge in usable if residuals[edge] >= width]
        hops = dict.fromkeys(sources, 0)
        queue = deque(sources)
        while queue:
            cluster = queue.popleft()
            for edge in wide:
                if cluster in (instance.edges[edge].a, instance.edges[edge].b):
                    other = _other_end(instance, edge, cluster)
                    if other not in hops:
                        hops[other] = hops[cluster] + 1
                        queue.append(other)
        reached = sorted((hops[target], target) for target in targets if target in hops)
        if reached:
            path, cluster = [], reached[0][1]
            while hops[cluster]:
                steps = [
                    (_other_end(instance, edge, cluster), edge)
                    for edge in wide
                    if cluster in (instance.edges[edge].a, instance.edges[edge].b)
                ]
                cluster, edge = min((other, edge) for other, edge in steps if hops.get(other) == hops[cluster] - 1)
                path.append(edge)
            return path
    return None


def relabelled_clusters(instance: OverlayInstance, label: list[int]) -> OverlayInstance:
    """Return `instance` with cluster c called label[c]."""
    topics = tuple(
        replace(
            topic,
            publishers={label[cluster]: share for cluster, share in topic.publishers.items()},
            subscribers=frozenset(label[cluster] for cluster in topic.subscribers),
            denied=frozenset(label[cluster] for cluster in topic.denied),
        )
        for topic in instance.topics
    )
    edges = tuple(GraphEdge(label[edge.a], label[edge.b], edge.capacity) for edge in instance.edges)
    return OverlayInstance(instance.clusters, edges, topics)
