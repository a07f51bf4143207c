"""Depths and information contents of concepts, each computed once for the whole graph, without recursion."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pyharness.ontology.concept_graph import ConceptGraph

BLOCK = 8192
"""Concepts that are counted at once as bits of an integer: memory is at most this many bits for each concept."""


@dataclass(frozen=True)
class Depths:
    """Concepts on the way to a root, the concept and the root included: a root has 1."""

    shortest: Sequence[int]
    longest: Sequence[int]


def depths(graph: ConceptGraph) -> Depths:
    """Return the shortest and the longest way of each concept to a root."""
    shortest, longest = [1] * len(graph.names), [1] * len(graph.names)
    for concept in graph.top_down:
        if broader := graph.parents[concept]:
            shortest[concept] = 1 + min(shortest[parent] for parent in broader)
            longest[concept] = 1 + max(longest[parent] for parent in broader)
    return Depths(shortest, longest)


def information_contents(graph: ConceptGraph) -> list[float]:
    """Return 1 - log(h + 1) / log(n) of each concept: h concepts are narrower, n are in its part of the graph.

    That is the intrinsic information content of Seco, Veale and Hayes (2004). Parts that no relation connects are
    taxonomies of their own. In one with a single root, the root has 0; a concept without narrower ones has 1.
    """
    narrower, part_sizes = narrower_counts(graph), _part_sizes(graph)
    return [
        1.0 if count == 0 else 1.0 - math.log(count + 1) / math.log(size)
        for count, size in zip(narrower, part_sizes, strict=True)
    ]


def narrower_counts(graph: ConceptGraph) -> list[int]:
    """Return how many concepts are below each concept, each counted once however many ways lead to it."""
    counts = [0] * len(graph.names)
    for start in range(0, len(graph.names), BLOCK):
        below = [0] * len(graph.names)
        """Bit i: concept start + i is this concept or below it."""
        for concept in range(start, min(start + BLOCK, len(graph.names))):
            below[concept] = 1 << (concept - start)
        for concept in reversed(graph.top_down):
            if bits := below[concept]:
                counts[concept] += bits.bit_count()
                for parent in graph.parents[concept]:
                    below[parent] |= bits
                below[concept] = 0  # all that is below it is done
    return [count - 1 for count in counts]


def _part_sizes(graph: ConceptGraph) -> list[int]:
    """Return for each concept how many are connected with it, in any direction."""
    neighbours: list[list[int]] = [[] for _ in graph.names]
    for concept, broader in enumerate(graph.parents):
        for parent in broader:
            neighbours[concept].append(parent)
            neighbours[parent].append(concept)
    sizes = [0] * len(graph.names)
    for first in range(len(sizes)):
        if sizes[first]:
            continue
        part, seen = [first], {first}
        for concept in part:  # grows while it is read
            fresh = [each for each in neighbours[concept] if each not in seen]
            seen.update(fresh)
            part.extend(dict.fromkeys(fresh))
        for concept in part:
            sizes[concept] = len(part)
    return sizes
