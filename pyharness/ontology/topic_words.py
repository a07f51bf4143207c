"""Words that a topic can have, labels as such words, and the file that `--words` names."""

from __future__ import annotations

import re
from pathlib import Path

from pyharness.ontology.input_bytes import read_text
from schema.errors import UsageError

LONGEST_WORD = 255
"""Characters of a topic at most, on the wire."""
WORD_EXPECTED = "a word of letters, digits, _ and -"
_WORD = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_WORD}}}")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_SPACE = re.compile(r"\s+")
_CAMEL_CASE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def is_word(text: str) -> bool:
    """Return whether a topic can have the word `text`."""
    return _WORD.fullmatch(text) is not None


def word_of_label(label: str) -> str | None:
    """Return a label in lower case, its words joined with `-`; None where no topic can have such a word."""
    word = _SPACE.sub("-", label.strip()).lower()
    return word if is_word(word) else None


def word_of_local_name(name: str) -> str | None:
    """Return the last part of an IRI as a word: `MotorVehicle` is `motor-vehicle`."""
    return word_of_label(_CAMEL_CASE.sub("-", name))


def read_word_file(path: Path) -> list[str]:
    """Return the words of a file, sorted, each once, as they are spelled there.

    A line has a topic or a word; `#` begins a comment. Raises UsageError where a line has neither.
    """
    words: set[str] = set()
    for number, line in enumerate(read_text(path, "a text file with topics or words, one a line").splitlines(), 1):
        topic = _COMMENT.sub("", line).strip()
        if not topic:
            continue
        for word in topic.split("."):
            if not is_word(word):
                raise UsageError(
                    f"{path}: line {number} is {topic[:80]!r}, expected {WORD_EXPECTED}, or a topic of them"
                )
            words.add(word)
    if not words:
        raise UsageError(f"{path}: no word in it, expected topics or words, one a line")
    return sorted(words)
