"""The fewest edges of a tree that joins given nodes of a graph, by the algorithm of Dreyfus and Wagner (1971)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spark_analysis.capture.kernels.compiler import cached


def steiner_edges(distance: np.ndarray, terminals: Sequence[int]) -> float:
    """Return the edges of a smallest tree that has all `terminals`, infinity where none has.

    `distance` is that of hop_distances. Time and memory grow threefold and twofold with each terminal.
    """
    different = sorted(set(terminals))
    if len(different) < 2:
        return 0.0
    return float(_smallest_tree(distance, np.array(different[:-1], dtype=np.int64), different[-1]))


@cached
def _smallest_tree(distance: np.ndarray, terminals: np.ndarray, root: int) -> float:
    """`best[s, v]`: edges of a smallest tree that has node v and the set s of terminals, a bit for each."""
    nodes, sets = distance.shape[0], 1 << len(terminals)
    best = np.full((sets, nodes), np.inf)
    joined = np.empty(nodes)
    for number in range(len(terminals)):
        best[1 << number] = distance[terminals[number]]
    for chosen in range(1, sets):
        if chosen & (chosen - 1) == 0:
            continue
        joined[:] = np.inf
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
    size_of_all: float = best[sets - 1, root]
    return size_of_all
