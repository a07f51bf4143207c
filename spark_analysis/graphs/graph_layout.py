"""Places for the nodes of a graph, so that distances on the page resemble links between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from spark_analysis.graphs.hop_distances import hop_distances

Edge = tuple[int, int]
_ROUNDS = 200


def graph_layout(nodes: Sequence[int], edges: Iterable[Edge]) -> dict[int, tuple[float, float]]:
    """Node -> x and y, each from -1 to 1; the same graph has the same places.

    Least stress: differences between places and numbers of links, weighted by the square of the latter, are made small
    by majorisation (Gansner, Koren and North 2004), from a start on a circle.
    """
    index = {node: at for at, node in enumerate(nodes)}
    count = len(index)
    if count < 2:
        return dict.fromkeys(index, (0.0, 0.0))
    links = hop_distances(count, [(index[a], index[b]) for a, b in edges])
    links[np.isinf(links)] = links[np.isfinite(links)].max() + 1  # parts stand a little farther from each other
    weights = np.where(links > 0, 1.0 / np.maximum(links, 1.0) ** 2, 0.0)
    around = 2 * np.pi * np.arange(count) / count
    radius = links.max() / 2
    places = radius * np.stack([np.cos(around), np.sin(around)], axis=1)
    places += 0.01 * radius * np.stack([np.sin(7 * around), np.cos(3 * around)], axis=1)  # no saddle point
    # Not scikit-learn's smacof: without weights, parts of a graph are squashed and neighbours nearly share a place.
    total = weights.sum(axis=1, keepdims=True)
    for _ in range(_ROUNDS):
        apart = places[:, None] - places[None]
        distance = np.maximum(np.linalg.norm(apart, axis=2), 1e-9)
        pull = (weights * links / distance)[:, :, None] * apart
        places = ((weights[:, :, None] * places[None]) + pull).sum(axis=1) / total
    places -= (places.max(axis=0) + places.min(axis=0)) / 2
    places /= max(np.abs(places).max(), 1e-9)
    return {node: (float(places[at, 0]), float(places[at, 1])) for node, at in index.items()}
