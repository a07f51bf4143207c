"""The ancestors of some concepts with their distances, and the concepts below each of these ancestors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pyharness.ontology.concept_graph import ConceptGraph
from schema.errors import UsageError

MOST_STEPS = 20_000_000
"""Ancestors that are visited, of all concepts together: some seconds."""
MOST_ANCESTORS = 2_000_000
"""Ancestors that are kept, of all concepts together, so that memory and time are bounded."""

IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class AncestorIndex:
    """A concept is its own ancestor, at distance 0; a distance counts the steps of the shortest way up."""

    above: Sequence[tuple[IntArray, IntArray]]
    """For each place in the list of concepts: ancestors and distances, without mere links of chains."""
    below: dict[int, tuple[IntArray, IntArray]]
    """For each ancestor: places of the concepts below it, ascending, and distances."""


def index_ancestors(graph: ConceptGraph, concepts: Sequence[int], source: object) -> AncestorIndex:
    """Return the index of `concepts`. Raises UsageError, naming `source`, where there are too many ancestors."""
    links = _links(graph, concepts)
    above: list[tuple[IntArray, IntArray]] = []
    steps = total = 0
    for concept in concepts:
        distance = {concept: 0}
        queue = [concept]
        for each in queue:  # grows while it is read, nearest first
            for parent in graph.parents[each]:
                if parent not in distance:
                    distance[parent] = distance[each] + 1
                    queue.append(parent)
        kept = [each for each in queue if each not in links]
        steps, total = steps + len(queue), total + len(kept)
        if steps > MOST_STEPS or total > MOST_ANCESTORS:
            limit = MOST_STEPS if steps > MOST_STEPS else MOST_ANCESTORS
            raise UsageError(
                f"{source}: its words have more than {limit:,} broader concepts, each counted for every word, "
                "expected a flatter hierarchy, or fewer words: name those of the topics with --words"
            )
        distances = [distance[each] for each in kept]
        above.append((np.array(kept, dtype=np.int64), np.array(distances, dtype=np.int64)))
    return AncestorIndex(above, _invert(above))


def _links(graph: ConceptGraph, concepts: Sequence[int]) -> set[int]:
    """Return the ancestors that are no better than their only child, by any measure: the links of chains.

    Every way to such an ancestor goes through the child, and every way on from the child goes through it. So the child
    is deeper, nearer and more informative for all pairs that have both. Roots are kept, as they are counted by.
    """
    wanted = set(concepts)
    queue, seen = list(concepts), set(concepts)
    children: Counter[int] = Counter()
    only_child: dict[int, int] = {}
    for each in queue:  # grows while it is read
        for parent in graph.parents[each]:
            children[parent] += 1
            only_child[parent] = each
            if parent not in seen:
                seen.add(parent)
                queue.append(parent)
    return {
        each
        for each in seen - wanted
        if graph.parents[each] and children[each] == 1 and len(graph.parents[only_child[each]]) == 1
    }


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
