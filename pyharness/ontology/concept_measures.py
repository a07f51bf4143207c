"""Measures of the similarity of two concepts. Each scores the common ancestors, and the best of them counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyharness.ontology.concept_graph import ConceptGraph

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Distances = NDArray[np.int64]
    Scores = NDArray[np.floating[Any]]

Score = Callable[[int, int, int, "Distances", "Distances"], "Scores"]
"""Returns similarities by a common ancestor: of (ancestor, concept, its distance, other concepts, their distances)."""


@dataclass(frozen=True)
class ConceptMeasure:
    """A measure on one graph. A concept and itself have 1 by every measure."""

    rank: Callable[[int], int]
    """Only common ancestors of the greatest rank count."""
    score: Score
    """Of several common ancestors of that rank, the greatest score counts."""


def _wu_palmer(graph: ConceptGraph) -> ConceptMeasure:
    """Return 2 d / (2 d + steps): d is the depth of the deepest common ancestor, as nltk's wup_similarity has it."""
    from pyharness.ontology.hierarchy import depths

    found = depths(graph)

    def score(ancestor: int, _: int, distance: int, __: Distances, distances: Distances) -> Scores:
        depth = 2.0 * found.longest[ancestor]
        return depth / (depth + (distance + distances))

    return ConceptMeasure(found.shortest.__getitem__, score)


def _path(graph: ConceptGraph) -> ConceptMeasure:
    """Return 1 / (1 + steps) of the shortest way over a common ancestor."""

    def score(_: int, __: int, distance: int, ___: Distances, distances: Distances) -> Scores:
        return 1.0 / (1.0 + (distance + distances))

    return ConceptMeasure(lambda _: 0, score)


def _lin(graph: ConceptGraph) -> ConceptMeasure:
    """Return 2 c / (a + b): the information contents of the most informative common ancestor, and of the two."""
    import numpy as np

    from pyharness.ontology.hierarchy import information_contents

    contents = np.array(information_contents(graph))

    def score(ancestor: int, concept: int, _: int, others: Distances, __: Distances) -> Scores:
        total = contents[concept] + contents[others]
        # Only two concepts above all others have 0 in all, and they are one; it has 1 without being scored.
        scores: Scores = np.divide(2.0 * contents[ancestor], total, out=np.zeros(len(others)), where=total > 0)
        return scores

    return ConceptMeasure(lambda _: 0, score)


MEASURES: dict[str, Callable[[ConceptGraph], ConceptMeasure]] = {
    "wu-palmer": _wu_palmer,
    "path": _path,
    "lin": _lin,
}
"""By the name on the command line; the first is the default."""
