"""How alike two topics are, as TopSim measures it: edit distance over words.

The same numbers as `topic-similarity` and the C++ model give; a property test holds the two together.
"""

from __future__ import annotations

import Levenshtein
from nltk.util import ngrams


def sim(new: str, other: str, n: int = 1) -> float:
    """Sim_n of topic `new` (the joining node's) to topic `other`, between 0 and 1.

    Sim_n = max(0, 1 - d/l): d is the Levenshtein distance between the two sequences of n-grams of words, l the number
    of n-grams of `new`; 0 where `new` has none. Not symmetric, since l belongs to `new`. The clamp is our choice.

    >>> round(sim("enemy.troop.status", "enemy.troop.location"), 2)
    0.67
    """
    ours, theirs = _ngrams(new, n), _ngrams(other, n)
    if not ours:
        return 0.0
    return max(0.0, 1.0 - Levenshtein.distance(ours, theirs) / len(ours))


def var_bleu(new: str, other: str) -> float:
    """varBLEU = Sim_1 + Sim_2, between 0 and 2.

    >>> round(var_bleu("enemy.troop.status", "enemy.troop.location"), 2)
    1.17
    """
    return sim(new, other, 1) + sim(new, other, 2)


def _ngrams(topic: str, n: int) -> list[tuple[str, ...]]:
    """Runs of `n` neighbouring words of a dot-separated topic, in order; an empty topic has no words."""
    return list(ngrams(topic.split(".") if topic else [], n))
