"""The similarity of every two words of a graph: the greatest over the pairs of their concepts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pyharness.ontology.ancestor_index import AncestorIndex, index_ancestors
from pyharness.ontology.concept_graph import ConceptGraph
from pyharness.ontology.concept_measures import ConceptMeasure
from schema.errors import UsageError

MOST_PAIRS = 2_000_000
"""Of a table: its readers take no more."""

WordPair = tuple[str, str, float]
"""Two words, the first of which comes first in the order of bytes, and their similarity above 0."""
_Ints = NDArray[np.int64]
_Floats = NDArray[np.float64]


def word_pairs(
    graph: ConceptGraph, measure: ConceptMeasure, senses: Mapping[str, Sequence[int]], source: object
) -> list[WordPair]:
    """Return all pairs with a similarity above 0 of the words that `senses` has concepts for, in order.

    Raises UsageError, naming `source`, where there may be more than MOST_PAIRS.
    """
    words = sorted(senses)
    if not words:
        return []
    concepts = sorted({concept for each in senses.values() for concept in each})
    index = index_ancestors(graph, concepts, source)
    place = {concept: number for number, concept in enumerate(concepts)}
    places = [[place[concept] for concept in senses[word]] for word in words]
    listed = _WordLists.of(places, len(concepts))
    _refuse_too_many(graph, index, listed, source)
    rows = _ConceptRows(measure, index, concepts)
    return [pair for number in range(len(words)) for pair in _pairs_of(number, words, places[number], rows, listed)]


@dataclass(frozen=True)
class _WordLists:
    """The words of each concept, one list after the other."""

    words: _Ints
    starts: _Ints

    @staticmethod
    def of(places: Sequence[Sequence[int]], concepts: int) -> _WordLists:
        """Return the lists of words whose concepts' places are given."""
        counts = [len(each) for each in places]
        owners = np.repeat(np.arange(len(places)), counts)
        flat = np.array([concept for each in places for concept in each], dtype=np.int64)
        order = np.argsort(flat, kind="stable")
        starts = np.searchsorted(flat[order], np.arange(concepts + 1))
        return _WordLists(owners[order], starts)

    def at(self, places: _Ints) -> tuple[_Ints, _Ints]:
        """Return the words of the concepts at `places`, and how many each has."""
        first, counts = self.starts[places], self.starts[places + 1] - self.starts[places]
        offsets = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        return self.words[np.repeat(first, counts) + offsets], counts


def _refuse_too_many(graph: ConceptGraph, index: AncestorIndex, listed: _WordLists, source: object) -> None:
    """Raise UsageError where too many pairs have a common ancestor, each counted once for every common root."""
    pairs = 0
    for ancestor, (places, _) in index.below.items():
        if not graph.parents[ancestor]:
            count = len(np.unique(listed.at(places)[0]))
            pairs += count * (count - 1) // 2
    if pairs > MOST_PAIRS:
        raise UsageError(
            f"{source}: its words would make {pairs:,} pairs, expected at most {MOST_PAIRS:,}: "
            "name the words of the topics with --words"
        )


class _ConceptRows:
    """Similarities of one concept with all that have a common ancestor with it."""

    def __init__(self, measure: ConceptMeasure, index: AncestorIndex, concepts: Sequence[int]) -> None:
        self._measure, self._index = measure, index
        self._concepts = np.array(concepts, dtype=np.int64)
        self._rank = np.full(len(concepts), -1, dtype=np.int64)
        self._score: _Floats = np.zeros(len(concepts))

    def row(self, place: int) -> tuple[_Ints, _Floats]:
        """Return the places of the others, and the similarity with each."""
        measure, concept = self._measure, int(self._concepts[place])
        touched = [np.array([place], dtype=np.int64)]
        for ancestor, distance in zip(*(each.tolist() for each in self._index.above[place]), strict=True):
            places, distances = self._index.below[ancestor]
            if len(places) == 1:  # of this concept alone, as most ancestors are where the words are few
                continue
            rank = measure.rank(ancestor)
            scores = measure.score(ancestor, concept, distance, self._concepts[places], distances)
            before = self._rank[places]
            better = (before < rank) | ((before == rank) & (self._score[places] < scores))
            self._rank[places[better]] = rank
            self._score[places[better]] = scores[better]
            touched.append(places)
        others = np.unique(np.concatenate(touched))
        self._score[place] = 1.0
        result = others, self._score[others].copy()
        self._rank[others], self._score[others] = -1, 0.0
        return result


def _pairs_of(
    number: int, words: Sequence[str], places: Sequence[int], rows: _ConceptRows, listed: _WordLists
) -> Iterator[WordPair]:
    """Yield the pairs of a word with those after it."""
    partners, scores = [], []
    for place in places:
        others, similarities = rows.row(place)
        of_words, counts = listed.at(others)
        partners.append(of_words)
        scores.append(np.repeat(similarities, counts))
    all_partners, all_scores = np.concatenate(partners), np.concatenate(scores)
    kept = (all_partners > number) & (all_scores > 0)
    all_partners, all_scores = all_partners[kept], all_scores[kept]
    order = np.lexsort((-all_scores, all_partners))
    all_partners, all_scores = all_partners[order], all_scores[order]
    first = np.flatnonzero(np.diff(all_partners, prepend=-1))
    for partner, score in zip(all_partners[first].tolist(), all_scores[first].tolist(), strict=True):
        yield words[number], words[partner], score
