"""How similar two topics are, as TopSim measures it: edit distance over words, by letters or by meaning.

`topic-similarity` and the C++ model give the same numbers; a property test compares them.
"""

from __future__ import annotations

from math import prod

import Levenshtein
from nltk.util import ngrams

from schema.similarity.word_similarities import EMPTY, WordSimilarities


def sim(new: str, other: str, n: int = 1, words: WordSimilarities = EMPTY) -> float:
    """Sim_n of topic `new` (the joining node's) to topic `other`, between 0 and 1.

    Sim_n = max(0, 1 - d/l): d is the edit distance between the two sequences of n-grams of words, l the number of
    n-grams of `new`; 0 where `new` has none. Not symmetric, since l belongs to `new`. The clamp is our choice.

    >>> round(sim("enemy.troop.status", "enemy.troop.location"), 2)
    0.67
    """
    ours, theirs = _ngrams(new, n), _ngrams(other, n)
    if not ours:
        return 0.0
    return max(0.0, 1.0 - _distance(ours, theirs, words) / len(ours))


def gram_distance(new: str, other: str, n: int = 1, words: WordSimilarities = EMPTY) -> float:
    """The edit distance between the n-grams of two topics: 1 for each gram inserted or deleted.

    To substitute a gram costs 1 less the product of the similarities of its words. Symmetric. A metric if 1 less the
    similarity of words is one, which it need not be.
    """
    return _distance(_ngrams(new, n), _ngrams(other, n), words)


def var_bleu(new: str, other: str, words: WordSimilarities = EMPTY) -> float:
    """varBLEU = Sim_1 + Sim_2, between 0 and 2.

    >>> round(var_bleu("enemy.troop.status", "enemy.troop.location"), 2)
    1.17
    """
    return sim(new, other, 1, words) + sim(new, other, 2, words)


def prefix_weighted(new: str, other: str) -> float:
    """What two topics share from the left, between 0 and 2; the i-th word weighs 2^-i. Ours, a rival of varBLEU.

    >>> round(prefix_weighted("enemy.troop.status", "enemy.troop.location"), 2)
    1.71
    """
    ours, theirs = _words(new), _words(other)
    shared = next(
        (i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), min(len(ours), len(theirs))
    )
    weights = [2.0**-i for i in range(1, len(ours) + 1)]
    return 2.0 * sum(weights[:shared]) / sum(weights) if weights else 0.0


def _words(topic: str) -> list[str]:
    """Words of a dot-separated topic, in order; an empty topic has none."""
    return topic.split(".") if topic else []


def _ngrams(topic: str, n: int) -> list[tuple[str, ...]]:
    """Runs of `n` neighbouring words of a topic, in order."""
    return list(ngrams(_words(topic), n))


def _distance(ours: list[tuple[str, ...]], theirs: list[tuple[str, ...]], words: WordSimilarities) -> float:
    """The least cost of edits. Levenshtein has one cost for all substitutions, so it serves the empty table alone."""
    if not words.pairs:
        return float(Levenshtein.distance(ours, theirs))
    row = [float(j) for j in range(len(theirs) + 1)]
    for i, gram in enumerate(ours, start=1):
        diagonal, row[0] = row[0], float(i)
        for j, other in enumerate(theirs, start=1):
            alike = prod(map(words.similarity, gram, other), start=1.0)
            substitute = diagonal + (1.0 - alike)
            diagonal = row[j]
            row[j] = min(substitute, diagonal + 1.0, row[j - 1] + 1.0)
    return row[-1]
