"""Similarities of words in meaning: the table that `./waf ontology` writes and TopSim reads.

The first line begins with `# word similarities`; other lines that begin with # are comments. Every further line has two
words and their similarity from 0 to 1, with tabs between them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from schema.errors import UsageError

TITLE = "# word similarities"
"""How a table begins."""
MAX_PAIRS = 2_000_000
"""Pairs in a table at most."""

_WORD = re.compile(r"[A-Za-z0-9_-]{1,255}")
_NUMBER = re.compile(r"[0-9]+(\.[0-9]*)?(e[+-]?[0-9]+)?|\.[0-9]+(e[+-]?[0-9]+)?", re.IGNORECASE)


@dataclass(frozen=True)
class WordSimilarities:
    """How similar two words are: symmetric, 1 for a word with itself, 0 for a pair that is not in the table."""

    pairs: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """Each pair once, the smaller word first."""

    def similarity(self, a: str, b: str) -> float:
        """The similarity of two words, between 0 and 1."""
        return 1.0 if a == b else self.pairs.get((min(a, b), max(a, b)), 0.0)

    @classmethod
    def read(cls, path: Path) -> WordSimilarities:
        """Read a table.

        Raises UsageError, one sentence, where the file is no table, and OSError where it cannot be opened.
        """
        pairs: dict[tuple[str, str], float] = {}
        with path.open("rb") as file:
            if not next(file, b"").startswith(TITLE.encode()):
                raise UsageError(
                    f"{path} is no table of word similarities; expected a file that begins with '{TITLE}', "
                    "as ./waf ontology writes it"
                )
            for number, line in enumerate(file, start=2):
                if line.startswith(b"#"):
                    continue
                try:
                    _add_pair(pairs, line.decode("ascii", "replace").removesuffix("\n"))
                except ValueError as problem:
                    raise UsageError(f"{path}, line {number}: expected {problem}") from None
        return cls(pairs)


EMPTY = WordSimilarities()
"""Words are the same or have nothing in common."""


def _add_pair(pairs: dict[tuple[str, str], float], line: str) -> None:
    """Add the pair of a line; raise ValueError with what was expected."""
    columns = line.split("\t")
    if len(columns) != 3 or not all(_WORD.fullmatch(word) for word in columns[:2]):
        raise ValueError("two words and their similarity, with tabs between them")
    a, b = sorted(columns[:2])
    similarity = float(columns[2]) if _NUMBER.fullmatch(columns[2]) else -1.0
    if not 0.0 <= similarity <= 1.0 or (a == b and similarity != 1.0):
        raise ValueError("a similarity from 0 to 1, which is 1 for a word with itself")
    if pairs.setdefault((a, b), similarity) != similarity:
        raise ValueError("each pair of words with one similarity")
    if len(pairs) > MAX_PAIRS:
        raise ValueError(f"at most {MAX_PAIRS} pairs")
