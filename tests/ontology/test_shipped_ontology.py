"""scenarios/radio/words.*: all words of the workload, and tables that the verb makes again byte by byte."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from ontology_bench import RADIO, ROOT, Ontology, pairs_of

from pyharness.ontology.topic_words import read_word_file

WORDS = ("--words", RADIO / "words.txt")
TABLES = {"words.tsv": (), "words-shuffled.tsv": ("--shuffle", 1)}
VOCABULARY = ROOT / "contrib" / "pubsub" / "scenario" / "workload" / "pubsub-vocabulary.cc"


def levels() -> list[list[str]]:
    """The words of the program's source: three levels of the first vocabulary, then those of the second."""
    rows = [re.findall(r'"(\w+)"', line) for line in VOCABULARY.read_text().splitlines()]
    found = [row for row in rows if len(row) == 8]
    assert len(found) == 6
    return found


SECOND = {one: two for i in range(3) for one, two in zip(levels()[i], levels()[3 + i], strict=True)}
"""The second vocabulary, by the word of the first."""


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_made_again_byte_by_byte(ontology: Ontology, name: str) -> None:
    done = ontology(RADIO / "words.ttl", *WORDS, *TABLES[name])
    assert (done.exit_status, done.err) == (0, "")
    assert done.out == (RADIO / name).read_text()


def test_all_words_of_the_workload_are_in_it(ontology: Ontology) -> None:
    first = [word for level in levels()[:3] for word in level]
    assert sorted([*first, *SECOND.values()]) == read_word_file(RADIO / "words.txt")
    assert list(SECOND) == first
    table = pairs_of((RADIO / "words.tsv").read_text())
    synonyms = {pair for pair, value in table.items() if value == 1}
    assert synonyms == {(min(pair), max(pair)) for pair in SECOND.items()}


def test_words_of_different_levels_have_nothing_in_common() -> None:
    level = {
        word: number for number, words in enumerate(levels()[:3]) for each in words for word in (each, SECOND[each])
    }
    table = pairs_of((RADIO / "words.tsv").read_text())
    assert len(table) == 3 * 16 * 15 // 2, "all pairs within the three levels"
    assert all(level[one] == level[other] for one, other in table)


def test_shuffling_moves_the_similarities_and_changes_none() -> None:
    table, shuffled = (pairs_of((RADIO / name).read_text()) for name in TABLES)
    assert Counter(table.values()) == Counter(shuffled.values())
    assert {word for pair in table for word in pair} == {word for pair in shuffled for word in pair}
    kept = sum(shuffled.get(pair) == 1 for pair, value in table.items() if value == 1)
    assert kept <= 2, "synonyms of the control are others"


def test_another_seed_is_another_permutation(ontology: Ontology) -> None:
    def shuffled(seed: int) -> str:
        return ontology(RADIO / "words.ttl", *WORDS, "--shuffle", seed).out.partition("\n")[2]

    assert shuffled(1) == shuffled(1) != shuffled(2)
