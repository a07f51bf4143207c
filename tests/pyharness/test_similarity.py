"""Topic similarity: the paper's numbers, what holds for all tables, and the C++ program on 10,000 pairs and tables."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema.errors import UsageError
from schema.similarity.topic_similarity import gram_distance, prefix_weighted, sim, var_bleu
from schema.similarity.word_similarities import EMPTY, TITLE, WordSimilarities

PAPER = [  # TopSim, tables 2 to 5
    ("enemy.troop.status", "enemy.troop.location", 0.67, 1.17),
    ("enemy.troop.status", "enemy.aircraft.status", 0.67, 0.67),
    ("enemy.troop.status", "alliance.munitions", 0.0, 0.0),
]
WORDS = ["a", "b", "ab", "enemy", "troop", "status"]
TABLES, PAIRS_EACH = 50, 200
"""Random tables, and pairs of topics for each: 10,000 in all."""

topics = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(".".join)
shares = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0.0, 1.0))
tables = st.fixed_dictionaries({pair: shares for pair in combinations(sorted(WORDS), 2)}).map(WordSimilarities)
classes = st.lists(st.integers(0, 3), min_size=len(WORDS), max_size=len(WORDS))


def synonyms(groups: Iterable[int]) -> WordSimilarities:
    """The table in which words of one group mean the same and others have nothing in common."""
    grouped = sorted(zip(WORDS, groups, strict=True))
    return WordSimilarities({(a, b): 1.0 for (a, i), (b, j) in combinations(grouped, 2) if i == j})


@pytest.mark.parametrize(("new", "other", "sim1", "both"), PAPER)
def test_papers_pairs(new: str, other: str, sim1: float, both: float) -> None:
    assert round(sim(new, other), 2) == sim1
    assert round(var_bleu(new, other), 2) == both


@pytest.mark.parametrize(("new", "other", "sim1", "both"), PAPER)
def test_papers_pairs_by_the_program(
    real_program: Callable[[str], Path], new: str, other: str, sim1: float, both: float
) -> None:
    command = [str(real_program("topic-similarity")), f"--new={new}", f"--candidate={other}"]
    said = json.loads(subprocess.run(command, capture_output=True, check=True, timeout=60).stdout)
    assert (round(said["sim1"], 2), round(said["var_bleu"], 2)) == (sim1, both)


def test_a_topic_without_ngrams_is_like_nothing() -> None:
    assert sim("enemy", "enemy", n=2) == 0.0
    assert sim("", "enemy") == 0.0
    assert var_bleu("enemy", "enemy") == 1.0
    assert prefix_weighted("", "enemy") == 0.0


def test_what_letters_cannot_see() -> None:
    """The two examples with which the issue begins."""
    node = "enemy.troop.status"
    assert var_bleu(node, "civil.troop.status") == var_bleu(node, "enemy.troop.location") == pytest.approx(7 / 6)
    assert prefix_weighted(node, "civil.troop.status") == 0.0
    assert prefix_weighted(node, "enemy.troop.location") == pytest.approx(2 * (1 / 2 + 1 / 4) / (7 / 8))
    assert var_bleu(node, "hostile.infantry.state") == 0.0
    meaning = WordSimilarities({("enemy", "hostile"): 1.0, ("infantry", "troop"): 0.8, ("state", "status"): 0.9})
    # Words: 1 - (0 + 0.2 + 0.1) / 3. Pairs of words: 1 - ((1 - 0.8) + (1 - 0.72)) / 2.
    assert var_bleu(node, "hostile.infantry.state", meaning) == pytest.approx(0.9 + 0.76)


@given(topics, topics, tables)
def test_bounds(new: str, other: str, words: WordSimilarities) -> None:
    for measured in (sim(new, other, 1, words), sim(new, other, 2, words)):
        assert 0.0 <= measured <= 1.0
    assert 0.0 <= var_bleu(new, other, words) <= 2.0
    assert 0.0 <= prefix_weighted(new, other) <= 2.0
    assert sim(new, new, 1, words) == 1.0
    assert prefix_weighted(new, new) == 2.0


@given(topics, topics)
def test_by_letters_only_the_same_topic_is_wholly_similar(new: str, other: str) -> None:
    assert (sim(new, other) == 1.0) == (new == other)


@given(topics, topics)
def test_an_empty_table_gives_the_papers_varbleu(new: str, other: str) -> None:
    nothing = WordSimilarities(dict.fromkeys(combinations(sorted(WORDS), 2), 0.0))
    assert var_bleu(new, other, nothing) == var_bleu(new, other, EMPTY)


@given(topics, topics, tables)
def test_meaning_never_makes_topics_less_similar(new: str, other: str, words: WordSimilarities) -> None:
    assert var_bleu(new, other, words) >= var_bleu(new, other) - 1e-12


@given(topics, topics, tables, st.integers(1, 3))
def test_the_distance_is_symmetric(new: str, other: str, words: WordSimilarities, n: int) -> None:
    assert gram_distance(new, other, n, words) == pytest.approx(gram_distance(other, new, n, words))


@given(topics, topics, tables)
def test_topics_of_one_length_are_similar_to_each_other_alike(new: str, other: str, words: WordSimilarities) -> None:
    if new.count(".") == other.count("."):
        assert var_bleu(new, other, words) == pytest.approx(var_bleu(other, new, words))


def test_similarity_is_not_symmetric_for_topics_of_different_lengths() -> None:
    assert sim("enemy.troop", "enemy") == 0.5
    assert sim("enemy", "enemy.troop") == 0.0


@given(topics, topics, topics, classes)
def test_synonyms_keep_the_triangle(a: str, b: str, c: str, groups: list[int]) -> None:
    """1 less the similarity of words is a pseudometric there, and so is the distance of single words."""
    words = synonyms(groups)
    assert gram_distance(a, c, 1, words) <= gram_distance(a, b, 1, words) + gram_distance(b, c, 1, words) + 1e-9
    assert gram_distance(a, c, 2, words) <= gram_distance(a, b, 2, words) + gram_distance(b, c, 2, words) + 1e-9


def test_other_tables_break_the_triangle() -> None:
    """Two words with nothing in common, and a third that is half of each: 1 > 0.25 + 0.25."""
    words = WordSimilarities({("a", "ab"): 0.75, ("ab", "b"): 0.75})
    assert gram_distance("a", "b", 1, words) == 1.0
    assert gram_distance("a", "ab", 1, words) + gram_distance("ab", "b", 1, words) == 0.5


def _random_table(draw: random.Random, path: Path) -> None:
    pairs = [pair for pair in combinations(sorted(WORDS), 2) if draw.random() < 0.7]
    lines = [f"{a}\t{b}\t{draw.choice([draw.random(), 1, 0.5, 1e-7])}\n" for a, b in pairs]
    path.write_text(f"{TITLE}, random\n# a comment\n{''.join(lines)}")


def test_python_and_cpp_agree_on_random_pairs_and_tables(real_program: Callable[[str], Path], tmp_path: Path) -> None:
    """Each of 10,000 pairs has the same numbers to the last bit."""
    draw = random.Random(20)
    path = tmp_path / "words.tsv"
    for _ in range(TABLES):
        _random_table(draw, path)
        words = WordSimilarities.read(path)
        batch = [[".".join(draw.choices(WORDS, k=draw.randint(1, 9))) for _ in range(2)] for _ in range(PAIRS_EACH)]
        command = [str(real_program("topic-similarity")), "--batch", f"--similarities={path}"]
        lines = "".join(f"{new} {other}\n" for new, other in batch)
        answer = subprocess.run(command, input=lines, capture_output=True, text=True, check=True, timeout=60)
        ours = [
            {
                "sim1": sim(new, other, 1, words),
                "sim2": sim(new, other, 2, words),
                "var_bleu": var_bleu(new, other, words),
                "prefix_weighted": prefix_weighted(new, other),
            }
            for new, other in batch
        ]
        assert [json.loads(line) for line in answer.stdout.splitlines()] == ours


BAD = [
    ("enemy\thostile\t1\n", "is no table of word similarities; expected a file that begins with '# word similarities'"),
    (f"{TITLE}\nenemy hostile 1\n", "line 2: expected two words and their similarity, with tabs between them"),
    (f"{TITLE}\n\n", "line 2: expected two words"),
    (f"{TITLE}\nenemy\thos.tile\t1\n", "line 2: expected two words"),
    (f"{TITLE}\nenemy\thostile\t1\t\n", "line 2: expected two words"),
    (f"{TITLE}\nenemy\t\xff\t1\n", "line 2: expected two words"),
    (f"{TITLE}\n# fine\nenemy\thostile\t1.1\n", "line 3: expected a similarity from 0 to 1"),
    (f"{TITLE}\nenemy\thostile\tnan\n", "line 2: expected a similarity from 0 to 1"),
    (f"{TITLE}\nenemy\thostile\t 1\n", "line 2: expected a similarity from 0 to 1"),
    (f"{TITLE}\nenemy\thostile\t1\r\n", "line 2: expected a similarity from 0 to 1"),
    (f"{TITLE}\nenemy\thostile\t-0.1\n", "line 2: expected a similarity from 0 to 1"),
    (f"{TITLE}\nenemy\tenemy\t0.5\n", "line 2: expected a similarity from 0 to 1, which is 1 for a word with itself"),
    (f"{TITLE}\na\tb\t0.5\nb\ta\t0.6\n", "line 3: expected each pair of words with one similarity"),
]


@pytest.mark.parametrize(("text", "sentence"), BAD)
def test_a_wrong_table_is_refused_alike(
    real_program: Callable[[str], Path], tmp_path: Path, text: str, sentence: str
) -> None:
    path = tmp_path / "words.tsv"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(UsageError) as refused:
        WordSimilarities.read(path)
    command = [str(real_program("topic-similarity")), "--new=a", "--candidate=b", f"--similarities={path}"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert answer.returncode == 2 and answer.stdout == ""
    assert answer.stderr == f"topic-similarity: {refused.value}\n"
    assert str(path) in answer.stderr and sentence in answer.stderr


def test_a_good_table_is_read(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text(f"{TITLE}\n# comment\nb\ta\t0.25\na\tb\t.25\nc\tc\t1\n")
    words = WordSimilarities.read(path)
    assert (words.similarity("a", "b"), words.similarity("b", "a")) == (0.25, 0.25)
    assert (words.similarity("c", "c"), words.similarity("a", "c"), words.similarity("z", "z")) == (1.0, 0.0, 1.0)
