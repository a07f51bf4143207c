"""The measures: by hand, and against slow ones over random graphs."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ontology_bench import RADIO, SLOW, Ontology

from pyharness.ontology.ancestor_index import index_ancestors
from pyharness.ontology.concept_graph import ConceptGraph, ConceptGraphBuilder
from pyharness.ontology.concept_measures import MEASURES
from pyharness.ontology.hierarchy import depths, narrower_counts
from pyharness.ontology.word_pairs import word_pairs

WORDS = ("--words", RADIO / "words.txt")

# The trees of scenarios/radio/words.ttl that the examples need, with depths counted from 1:
#   object 1 > force 2 > troop 3
#                      > platform 3 > vehicle, aircraft, vessel 4
#            > equipment 2 > munitions, sensor 3
#            > geography 2 > route, site 3
# 13 concepts are in it. Narrower than object: 12, force: 5, platform: 3, equipment and geography: 2.
BY_HAND = {
    "wu-palmer": {
        ("troop", "vehicle"): 4 / 7,  # force, depth 2: 2·2 / (2·2 + 1 + 2)
        ("aircraft", "vessel"): 6 / 8,  # platform, depth 3: 2·3 / (2·3 + 1 + 1)
        ("infantry", "truck"): 4 / 7,  # the synonyms of troop and vehicle
        ("munitions", "sensor"): 4 / 6,  # equipment, depth 2: 2·2 / (2·2 + 1 + 1)
        ("route", "vehicle"): 2 / 7,  # object, depth 1: 2·1 / (2·1 + 2 + 3)
        ("troop", "infantry"): 1.0,  # labels of one concept
        ("troop", "status"): 0.0,  # no common ancestor
    },
    "path": {
        ("troop", "vehicle"): 1 / 4,  # up 1, down 2
        ("aircraft", "vessel"): 1 / 3,
        ("route", "vehicle"): 1 / 6,  # up 2, down 3
        ("troop", "infantry"): 1.0,
        ("troop", "status"): 0.0,
    },
    "lin": {
        # Leaves have 1. force: 1 - ln 6 / ln 13, platform: 1 - ln 4 / ln 13, equipment: 1 - ln 3 / ln 13.
        ("troop", "vehicle"): 2 * (1 - math.log(6) / math.log(13)) / 2,
        ("aircraft", "vessel"): 2 * (1 - math.log(4) / math.log(13)) / 2,
        ("munitions", "sensor"): 2 * (1 - math.log(3) / math.log(13)) / 2,
        ("route", "vehicle"): 0.0,  # the root has 1 - ln 13 / ln 13
        ("troop", "infantry"): 1.0,
        ("troop", "status"): 0.0,
    },
}


@pytest.mark.parametrize("measure", BY_HAND)
def test_the_shipped_ontology_by_hand(ontology: Ontology, measure: str) -> None:
    table = ontology.table(RADIO / "words.ttl", *WORDS, "--measure", measure)
    for (one, other), expected in BY_HAND[measure].items():
        assert table.get((min(one, other), max(one, other)), 0.0) == pytest.approx(expected, abs=1e-15), (one, other)


@st.composite
def graphs(draw: st.DrawFn) -> dict[int, list[int]]:
    """Up to 12 concepts; the parents of each are among those before it, in a random order of numbers."""
    count = draw(st.integers(1, 12))
    numbers = draw(st.permutations(range(count)))
    parents = {number: [] for number in range(count)}
    for place in range(1, count):
        broader = draw(st.sets(st.integers(0, place - 1), max_size=3))
        parents[numbers[place]] = [numbers[each] for each in sorted(broader)]
    return parents


def graph_of(parents: dict[int, list[int]], words: dict[str, list[int]]) -> ConceptGraph:
    builder = ConceptGraphBuilder()
    for concept, broader in parents.items():
        builder.add_concept(f"{concept:02}")
        for parent in broader:
            builder.add_broader(f"{concept:02}", f"{parent:02}")
    for word, concepts in words.items():
        for concept in concepts:
            builder.add_word(f"{concept:02}", word)
    return builder.build("drawn")


@pytest.mark.parametrize("measure", MEASURES)
@given(parents=graphs(), data=st.data())
def test_random_graphs_agree_with_slow_measures(
    measure: str, parents: dict[int, list[int]], data: st.DataObject
) -> None:
    senses = st.lists(st.sampled_from(sorted(parents)), min_size=1, max_size=3, unique=True)
    words = data.draw(st.dictionaries(st.sampled_from([f"w{i}" for i in range(8)]), senses, min_size=1))
    graph = graph_of(parents, words)
    pairs = word_pairs(graph, MEASURES[measure](graph), graph.concepts_of, "drawn")
    found = {(one, other): score for one, other, score in pairs}
    assert [pair[:2] for pair in pairs] == sorted(found), "in order, each once"
    for one in words:
        for other in words:
            expected = max(SLOW[measure](parents, a, b) for a in words[one] for b in words[other])
            mirrored = max(SLOW[measure](parents, b, a) for a in words[one] for b in words[other])
            assert 0 <= expected <= 1 and expected == pytest.approx(mirrored, abs=1e-15)
            if one < other:
                assert found.get((one, other), 0.0) == pytest.approx(expected, abs=1e-12), (one, other)
            elif one == other:
                assert expected == 1, "the diagonal, which is not written"


@given(parents=graphs())
def test_the_index_and_the_depths_agree_with_walks(parents: dict[int, list[int]]) -> None:
    from ontology_bench import slow_ancestors, slow_depth

    graph = graph_of(parents, {})
    index = index_ancestors(graph, list(parents), "drawn")
    found, counts = depths(graph), narrower_counts(graph)
    for concept in parents:
        expected = slow_ancestors(parents, concept)  # all are wanted, so none is a mere link
        assert dict(zip(*(each.tolist() for each in index.above[concept]), strict=True)) == expected
        assert found.shortest[concept] == slow_depth(parents, concept, min)
        assert found.longest[concept] == slow_depth(parents, concept, max)
        below = {each for each in parents if concept in slow_ancestors(parents, each)}
        assert index.below[concept][0].tolist() == sorted(below) and counts[concept] == len(below) - 1


def test_narrower_concepts_are_counted_across_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A diamond below each of a chain of concepts, in blocks of three."""
    monkeypatch.setattr("pyharness.ontology.hierarchy.BLOCK", 3)
    parents = {0: [], 1: [0], 2: [0], 3: [1, 2], 4: [3], 5: [3], 6: [4, 5]}
    assert narrower_counts(graph_of(parents, {})) == [6, 4, 4, 3, 1, 1, 0]


def test_of_equally_deep_ancestors_the_best_counts(ontology: Ontology) -> None:
    """a and b are directly below both c and d; c has depth 2 by every way, d 2 by its shortest and 3 by its longest."""
    file = ontology.turtle(
        ":a skos:broader :c, :d . :b skos:broader :c, :d . :c skos:broader :r ."
        ":d skos:broader :r, :e . :e skos:broader :r ."
    )
    assert ontology.table(file)["a", "b"] == 2 * 3 / (2 * 3 + 2)
