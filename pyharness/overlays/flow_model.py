"""The mixed-integer model of a topic's tree: directed edges, and a unit of flow from a root to each other terminal.

Variables of a topic with a usable edges and k + 1 terminals: 2a binaries, whether the tree uses an edge in a direction,
and k times 2a flows. A flow uses only directed edges of the tree, no cluster but the root has more than one edge
towards it, and none leads to the root. The linear relaxation of this model is close to the integer optimum.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array

from pyharness.overlays.overlay_instance import OverlayInstance, OverlayTopic

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class TreeModel:
    """Constraints `lower <= matrix @ variables <= upper` of one topic; its first variables are the binaries."""

    edges: tuple[int, ...]
    """Usable edges. Binary 2i is edge i from its end a to b, binary 2i + 1 from b to a."""
    matrix: csr_array
    lower: FloatArray
    upper: FloatArray

    @property
    def variables(self) -> int:
        """Number of them."""
        return int(self.matrix.shape[1])

    @property
    def binaries(self) -> int:
        """Number of them."""
        return 2 * len(self.edges)

    def chosen_edges(self, values: FloatArray) -> list[int]:
        """Return the edges that the tree uses, for the topic's `values`."""
        used = values[: self.binaries].reshape(-1, 2).sum(axis=1) > 0.5
        return [edge for edge, is_used in zip(self.edges, used, strict=True) if is_used]


class _Rows:
    """Constraints while they are collected."""

    def __init__(self) -> None:
        self.entries: list[tuple[int, int, float]] = []
        self.lower: list[float] = []
        self.upper: list[float] = []

    def add(self, terms: list[tuple[int, float]], lower: float, upper: float) -> None:
        """Add a row; `terms` are variables with their factors."""
        self.entries += [(len(self.lower), variable, factor) for variable, factor in terms]
        self.lower.append(lower)
        self.upper.append(upper)


def tree_model(instance: OverlayInstance, topic: OverlayTopic) -> TreeModel:
    """Return the model of the trees that span the terminals of `topic`, of which there are at least two."""
    usable = instance.usable_edges(topic)
    arcs = [(instance.edges[e].a, instance.edges[e].b) for e in usable]
    ends = [end for a, b in arcs for end in ((a, b), (b, a))]
    root, *others = topic.terminals
    rows = _Rows()
    into: dict[int, list[int]] = {cluster: [] for cluster in range(instance.clusters)}
    out_of: dict[int, list[int]] = {cluster: [] for cluster in range(instance.clusters)}
    for arc, (tail, head) in enumerate(ends):
        out_of[tail].append(arc)
        into[head].append(arc)
    for cluster, incoming in into.items():
        rows.add([(arc, 1.0) for arc in incoming], 0.0, 0.0 if cluster == root else 1.0)
    for pair in range(len(arcs)):
        rows.add([(2 * pair, 1.0), (2 * pair + 1, 1.0)], 0.0, 1.0)
    for number, terminal in enumerate(others):
        first = len(ends) * (number + 1)
        for arc in range(len(ends)):
            rows.add([(arc, 1.0), (first + arc, -1.0)], 0.0, np.inf)
        for cluster in range(instance.clusters):
            balance = float(cluster == terminal) - float(cluster == root)
            terms = [(first + arc, 1.0) for arc in into[cluster]] + [(first + arc, -1.0) for arc in out_of[cluster]]
            rows.add(terms, balance, balance)
    row, column, factor = (np.array(part) for part in zip(*rows.entries, strict=True))
    shape = (len(rows.lower), len(ends) * len(topic.terminals))
    matrix = csr_array(coo_array((factor, (row, column)), shape=shape))
    return TreeModel(tuple(usable), matrix, np.array(rows.lower), np.array(rows.upper))
