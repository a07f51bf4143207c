"""The fewest edges of a tree that joins given nodes of a graph, by the algorithm of Dreyfus and Wagner (1971)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import shortest_path

from spark_analysis.capture.kernels.compiler import cached

UNREACHABLE_EDGES = 1 << 28


def hop_distances(nodes: int, edges: Sequence[tuple[int, int]]) -> np.ndarray:
    """Return the links on a shortest path between each two nodes, UNREACHABLE_EDGES where there is none."""
    ends = np.array(edges, dtype=np.int64).reshape(-1, 2)
    graph = coo_array((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(nodes, nodes)).tocsr()
    hops = shortest_path(graph, directed=False, unweighted=True)
    distance: np.ndarray = np.where(np.isfinite(hops), hops, UNREACHABLE_EDGES).astype(np.int64)
    return distance


def steiner_edges(distance: np.ndarray, terminals: Sequence[int]) -> int:
    """Return the edges of a smallest tree that has all `terminals`, UNREACHABLE_EDGES where none has.

    `distance` is that of hop_distances. Time and memory grow threefold and twofold with each terminal.
    """
    different = sorted(set(terminals))
    if len(different) < 2:
        return 0
    return int(_smallest_tree(distance, np.array(different[:-1], dtype=np.int64), different[-1]))


@cached
def _smallest_tree(distance: np.ndarray, terminals: np.ndarray, root: int) -> int:
    """`best[s, v]`: edges of a smallest tree that has node v and the set s of terminals, a bit for each."""
    nodes, sets = distance.shape[0], 1 << len(terminals)
    best = np.full((sets, nodes), UNREACHABLE_EDGES, dtype=np.int64)
    joined = np.empty(nodes, dtype=np.int64)
    for number in range(len(terminals)):
        best[1 << number] = distance[terminals[number]]
    for chosen in range(1, sets):
        if chosen & (chosen - 1) == 0:
            continue
        joined[:] = UNREACHABLE_EDGES
        part = (chosen - 1) & chosen
        while part > 0:
            for node in range(nodes):
                size = best[part, node] + best[chosen ^ part, node]
                if size < joined[node]:
                    joined[node] = size
            part = (part - 1) & chosen
        for node in range(nodes):
            for middle in range(nodes):
                size = joined[middle] + distance[middle, node]
                if size < best[chosen, node]:
                    best[chosen, node] = size
    size_of_all: int = best[sets - 1, root]
    return size_of_all
