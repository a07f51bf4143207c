"""How far the nodes of a graph are from each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import shortest_path


def hop_distances(nodes: int, edges: Sequence[tuple[int, int]]) -> np.ndarray:
    """Return the links on a shortest path between each two nodes, infinity where there is none; (nodes, nodes)."""
    ends = np.array(edges, dtype=np.int64).reshape(-1, 2)
    graph = coo_array((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(nodes, nodes))
    hops: np.ndarray = shortest_path(graph.tocsr(), directed=False, unweighted=True)
    return hops
