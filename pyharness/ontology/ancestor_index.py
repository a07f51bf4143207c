"""The ancestors of some concepts with their distances, and the concepts below each of these ancestors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pyharness.ontology.concept_graph import ConceptGraph
from schema.errors import UsageError

MOST_ANCESTORS = 5_000_000
"""Of all concepts together, so that memory is bounded: 100,000 concepts with 50 ancestors each have as many."""

IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class AncestorIndex:
    """A concept is its own ancestor, at distance 0; a distance counts the steps of the shortest way up."""

    above: Sequence[tuple[IntArray, IntArray]]
    """For each place in the list of concepts: ancestors and distances."""
    below: dict[int, tuple[IntArray, IntArray]]
    """For each ancestor: places of the concepts below it, ascending, and distances."""


def index_ancestors(graph: ConceptGraph, concepts: Sequence[int], source: object) -> AncestorIndex:
    """Return the index of `concepts`. Raises UsageError, naming `source`, where there are too many ancestors."""
    above: list[tuple[IntArray, IntArray]] = []
    total = 0
    for concept in concepts:
        distance = {concept: 0}
        queue = [concept]
        for each in queue:  # grows while it is read, nearest first
            for parent in graph.parents[each]:
                if parent not in distance:
                    distance[parent] = distance[each] + 1
                    queue.append(parent)
        total += len(queue)
        if total > MOST_ANCESTORS:
            raise UsageError(
                f"{source}: its words have more than {MOST_ANCESTORS:,} broader concepts, each counted for every word, "
                "expected a flatter hierarchy, or fewer words: name those of the topics with --words"
            )
        above.append((np.array(queue, dtype=np.int64), np.array(list(distance.values()), dtype=np.int64)))
    return AncestorIndex(above, _invert(above))


def _invert(above: Sequence[tuple[IntArray, IntArray]]) -> dict[int, tuple[IntArray, IntArray]]:
    """Return for each ancestor the places that have it."""
    ancestors = np.concatenate([each for each, _ in above])
    distances = np.concatenate([each for _, each in above])
    places = np.repeat(np.arange(len(above)), [len(each) for each, _ in above])
    order = np.argsort(ancestors, kind="stable")
    ancestors, distances, places = ancestors[order], distances[order], places[order]
    starts = np.flatnonzero(np.diff(ancestors, prepend=-1))
    ends = np.append(starts[1:], len(ancestors))
    return {
        int(ancestors[start]): (places[start:end], distances[start:end])
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
    }
