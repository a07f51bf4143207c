"""WordNet: against nltk's own measures where the data are installed, and a small database of ours everywhere."""

from __future__ import annotations

import random
import warnings
from pathlib import Path
from typing import Any

import pytest
from ontology_bench import RADIO, Ontology
from system_tools import needs

from pyharness.ontology.concept_graph import ConceptGraph
from pyharness.ontology.concept_measures import MEASURES
from pyharness.ontology.topic_words import read_word_file
from pyharness.ontology.word_pairs import word_pairs
from pyharness.ontology.wordnet_database import open_database, read_wordnet, senses_of

DEBIAN = Path("/usr/share/wordnet")
"""Where Debian's package has the data. The test's tool, `wn`, is of the package that needs it."""
MORE_WORDS = "dog cat person chef fireman river bank run walk give quickly red motor-vehicle tank general private"

NOUNS = (
    ("entity", "", ""),
    ("vehicle", "entity", ""),
    ("motor_vehicle", "vehicle", ""),
    ("car auto", "motor_vehicle", ""),
    ("tank", "motor_vehicle", ""),
    ("tank", "entity", ""),
)
"""Synsets of a small database: words, and the words of the broader synset."""


def small_database(folder: Path) -> None:
    """Write a WordNet database (format: wndb(5)) with NOUNS."""
    lines, offsets, senses = [], [], {}
    at = {words.split()[0]: number for number, (words, _, _) in reversed(list(enumerate(NOUNS)))}
    header = "  1 This is a test.  \n"
    size = len(header)
    for place in ("measure", "write"):
        lines = []
        start = size
        for number, (words, broader, _) in enumerate(NOUNS):
            names = words.split()
            offset = offsets[at[broader]] if broader and place == "write" else 0
            pointer = f"001 @ {offset:08} n 0000" if broader else "000"
            own = start if place == "measure" else offsets[number]
            line = f"{own:08} 03 n {len(names):02x} {' '.join(f'{name} 0' for name in names)} {pointer} | a test  \n"
            if place == "measure":
                offsets.append(start)
                start += len(line)
            lines.append(line)
    for number, (words, _, _) in enumerate(NOUNS):
        for word in words.split():
            senses.setdefault(word, []).append(f"{offsets[number]:08}")
    (folder / "data.noun").write_text(header + "".join(lines))
    index = [f"{word} n {len(at)} 1 @ {len(at)} 0 {' '.join(at)}  \n" for word, at in sorted(senses.items())]
    (folder / "index.noun").write_text("  1 This is a test.  \n" + "".join(index))
    for part in ("verb", "adj", "adv"):
        for kind in ("data", "index"):
            (folder / f"{kind}.{part}").write_text(header)
    for part in ("noun", "verb", "adj", "adv"):
        (folder / f"{part}.exc").write_text("autos auto\n" if part == "noun" else "")


def test_a_small_database(ontology: Ontology) -> None:
    small_database(ontology.folder)
    words = ontology.file("words.txt", "car.auto.Tank\nmotor-vehicle\nautos\nunheard\n")
    done = ontology(".", "--words", words)
    assert done.exit_status == 0 and done.err == "1 word of words.txt not in .: unheard\n"
    # entity 1 > vehicle 2 > motor-vehicle 3 > car, tank 4; the other sense of tank is below entity.
    assert done.out.splitlines()[1:] == [
        *("Tank\tauto\t0.75", "Tank\tautos\t0.75", "Tank\tcar\t0.75", f"Tank\tmotor-vehicle\t{6 / 7}"),
        *("auto\tautos\t1", "auto\tcar\t1", f"auto\tmotor-vehicle\t{6 / 7}"),
        *("autos\tcar\t1", f"autos\tmotor-vehicle\t{6 / 7}", f"car\tmotor-vehicle\t{6 / 7}"),
    ]
    lin = ontology.table(".", "--words", words, "--measure", "lin")
    assert lin["auto", "car"] == 1 and 0 < lin["Tank", "car"] < 1


def test_a_broken_database_is_refused(ontology: Ontology) -> None:
    words = ontology.file("words.txt", "car")
    (ontology.folder / "empty").mkdir()
    assert ontology.refused("empty", "--words", words).startswith("empty: no data.noun in it, expected a folder with a")
    small_database(ontology.folder)
    ontology.file("index.noun", "car n x\n")
    assert ontology.refused(".", "--words", words).startswith(".: nltk cannot read it (")
    small_database(ontology.folder)
    data = (ontology.folder / "data.noun").read_text()
    ontology.file("data.noun", data.replace("001 @", "00x @"))
    assert ontology.refused(".", "--words", words).startswith(".: nltk cannot read it (")


def test_nltk_without_its_corpus(ontology: Ontology, monkeypatch: pytest.MonkeyPatch) -> None:
    import nltk.data

    monkeypatch.setattr(nltk.data, "path", [str(ontology.folder)])
    words = ontology.file("words.txt", "car")
    assert ontology.refused("wordnet", "--words", words).startswith(
        "wordnet: nltk has no such corpus on this machine, expected corpora/wordnet in a folder of NLTK_DATA"
    )


@pytest.fixture(scope="module")
def database() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return open_database(DEBIAN)


@pytest.fixture(scope="module")
def words() -> list[str]:
    return sorted({*read_word_file(RADIO / "words.txt"), *MORE_WORDS.split()})


@pytest.fixture(scope="module")
def sampled(database: Any, words: list[str]) -> tuple[ConceptGraph, list[tuple[int, int, Any, Any]]]:
    """The graph of the words, and random pairs of its concepts with nltk's synsets."""
    graph = read_wordnet(DEBIAN, words, every_concept=False)
    numbers = {name: number for number, name in enumerate(graph.names)}
    found = {f"{s.name()} {s.pos()}{s.offset():08}": s for word in words for s in senses_of(database, word)}
    synsets = sorted((numbers[name], synset) for name, synset in found.items())
    draw = random.Random(1)
    pairs = [(draw.choice(synsets), draw.choice(synsets)) for _ in range(4000)]
    return graph, [(one[0], other[0], one[1], other[1]) for one, other in pairs if one != other]


@needs("wn")
def test_nltk_gives_the_same_paths(sampled: tuple[ConceptGraph, list[tuple[int, int, Any, Any]]]) -> None:
    graph, pairs = sampled
    ours = by_concept(graph, "path")
    for one, other, first, second in pairs:
        expected = first.path_similarity(second, simulate_root=False) or 0.0
        assert ours.get((min(one, other), max(one, other)), 0.0) == pytest.approx(expected, abs=1e-15)
    assert len(pairs) > 3900 and sum((min(pair[:2]), max(pair[:2])) in ours for pair in pairs) > 800


@needs("wn")
def test_nltk_gives_the_same_wu_palmer(sampled: tuple[ConceptGraph, list[tuple[int, int, Any, Any]]]) -> None:
    """Two kinds of pairs differ by design, and are few.

    Of several deepest common ancestors nltk takes the first by name, we the one with the greatest similarity. And nltk
    goes from a concept to the common ancestor by way of a still broader concept where that is shorter; we go up only.
    """
    graph, pairs = sampled
    ours = by_concept(graph, "wu-palmer")
    same = several = shortcuts = 0
    for one, other, first, second in pairs:
        found = ours.get((min(one, other), max(one, other)), 0.0)
        expected = first.wup_similarity(second, simulate_root=False) or 0.0
        lowest = first.lowest_common_hypernyms(second, use_min_depth=True)
        if len(lowest) > 1:
            several += 1
        elif lowest and any(s.shortest_path_distance(lowest[0]) < upwards(s, lowest[0]) for s in (first, second)):
            shortcuts += 1
            assert found < expected
        else:
            same += 1
            assert found == pytest.approx(expected, abs=1e-15), (first, second)
    print(f"{same} pairs the same, {several} with several deepest ancestors, {shortcuts} with shortcuts")
    assert same > 0.95 * len(pairs)


def by_concept(graph: ConceptGraph, measure: str) -> dict[tuple[int, int], float]:
    """The similarities of all concepts that have a word, as if each were a word of its own."""
    concepts = {concept for each in graph.concepts_of.values() for concept in each}
    senses = {f"{concept:06}": [concept] for concept in concepts}
    pairs = word_pairs(graph, MEASURES[measure](graph), senses, "WordNet")
    return {(int(one), int(other)): score for one, other, score in pairs}


def upwards(synset: Any, ancestor: Any) -> int:
    """The fewest steps up from a synset to an ancestor."""
    steps, level = 0, {synset}
    while ancestor not in level:
        level = {broader for each in level for broader in (*each.hypernyms(), *each.instance_hypernyms())}
        steps += 1
    return steps


@needs("wn")
def test_the_words_of_the_workload(ontology: Ontology) -> None:
    done = ontology(DEBIAN, "--words", RADIO / "words.txt")
    assert done.exit_status == 0
    assert done.err == f"2 words of {RADIO / 'words.txt'} not in {DEBIAN}: comms and meteo\n"
    assert "alliance\tcoalition\t1\n" in done.out and "ship\tvessel\t" in done.out
