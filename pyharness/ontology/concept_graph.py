"""Concepts, what they are called, and which are broader: a directed graph without cycles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from schema.errors import UsageError
from schema.text import counted

CYCLE_NAMES = 6
"""Concepts of a cycle that an error names."""


@dataclass(frozen=True)
class ConceptGraph:
    """Concepts are numbered from 0, in the order of their names; a concept's parents are the directly broader ones."""

    names: Sequence[str]
    """For messages: the IRI, or the first word."""
    parents: Sequence[Sequence[int]]
    concepts_of: Mapping[str, Sequence[int]]
    """Word to its concepts: more than one where it has several senses."""
    top_down: Sequence[int]
    """Every concept, after all of its parents."""
    unusable_labels: Sequence[str] = ()
    """Labels that were left out, since no topic can have such a word."""


class ConceptGraphBuilder:
    """Collects concepts by name, in any order, then makes a graph of them."""

    def __init__(self) -> None:
        self._number: dict[str, int] = {}
        self._same_as: list[int] = []
        self._words: dict[int, set[str]] = defaultdict(set)
        self._parents: dict[int, set[int]] = defaultdict(set)

    def add_concept(self, name: str) -> int:
        """Return the number of concept `name`, new or not."""
        number = self._number.setdefault(name, len(self._number))
        if number == len(self._same_as):
            self._same_as.append(number)
        return number

    def add_word(self, name: str, word: str) -> None:
        """Give a concept a word."""
        self._words[self.add_concept(name)].add(word)

    def add_broader(self, name: str, broader: str) -> None:
        """Make concept `broader` a parent of `name`."""
        self._parents[self.add_concept(name)].add(self.add_concept(broader))

    def merge(self, name: str, other: str) -> None:
        """Make two names those of one concept."""
        first, second = self._representative(self.add_concept(name)), self._representative(self.add_concept(other))
        self._same_as[max(first, second)] = min(first, second)

    def build(self, source: object, unusable_labels: Sequence[str] = ()) -> ConceptGraph:
        """Return the graph. Raises UsageError, naming `source`, where concepts are broader than themselves.

        That a concept is its own parent, or that of one with the same meaning, adds nothing and is ignored.
        """
        names: dict[int, str] = {}
        for name, number in self._number.items():
            merged = self._representative(number)
            names[merged] = min(name, names.get(merged, name))
        order = sorted(names, key=lambda merged: names[merged])
        place = {merged: number for number, merged in enumerate(order)}
        parents: list[set[int]] = [set() for _ in order]
        for child, broader in self._parents.items():
            mine = place[self._representative(child)]
            parents[mine] |= {place[self._representative(each)] for each in broader} - {mine}
        concepts_of: dict[str, set[int]] = defaultdict(set)
        for number, words in self._words.items():
            for word in words:
                concepts_of[word].add(place[self._representative(number)])
        sorted_names, sorted_parents = [names[each] for each in order], [sorted(each) for each in parents]
        return ConceptGraph(
            sorted_names,
            sorted_parents,
            {word: sorted(concepts_of[word]) for word in sorted(concepts_of)},
            _parents_first(sorted_names, sorted_parents, source),
            unusable_labels,
        )

    def _representative(self, number: int) -> int:
        """Return the concept that stands for all that were merged with `number`."""
        while self._same_as[number] != number:
            self._same_as[number] = self._same_as[self._same_as[number]]  # halves the way for the next search
            number = self._same_as[number]
        return number


def _parents_first(names: Sequence[str], parents: Sequence[Sequence[int]], source: object) -> list[int]:
    """Return all concepts, each after its parents. Raises UsageError where there is a cycle."""
    children: list[list[int]] = [[] for _ in names]
    for child, broader in enumerate(parents):
        for parent in broader:
            children[parent].append(child)
    missing = [len(broader) for broader in parents]
    order = [concept for concept, count in enumerate(missing) if count == 0]
    for concept in order:  # grows while it is read
        for child in children[concept]:
            missing[child] -= 1
            if missing[child] == 0:
                order.append(child)
    if len(order) < len(names):
        cycle = [names[concept] for concept in _cycle(parents, missing)]
        shown = " < ".join([*cycle[:CYCLE_NAMES], *(["…"] if len(cycle) > CYCLE_NAMES else []), cycle[0]])
        raise UsageError(
            f"{source}: a cycle of {counted(len(cycle), 'concept')} that are broader than themselves, {shown}, "
            "expected a hierarchy (concepts of one meaning: owl:equivalentClass, or one concept with several labels)"
        )
    return order


def _cycle(parents: Sequence[Sequence[int]], missing: Sequence[int]) -> list[int]:
    """Return the concepts of one cycle, from narrow to broad: those with `missing` parents lead to one upwards."""
    step: dict[int, int] = {}
    concept = next(each for each, count in enumerate(missing) if count > 0)
    while concept not in step:
        step[concept] = len(step)
        concept = next(parent for parent in parents[concept] if missing[parent] > 0)
    cycle = list(step)[step[concept] :]
    first = cycle.index(min(cycle))
    return cycle[first:] + cycle[:first]
