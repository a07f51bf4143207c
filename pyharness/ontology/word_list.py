"""A word list: synonyms and broader words in TOML, for those who need no more."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from pyharness.ontology.concept_graph import ConceptGraph, ConceptGraphBuilder
from pyharness.ontology.topic_words import WORD_EXPECTED, is_word
from schema.errors import UsageError
from schema.text import nearest

_KEYS = ("synonyms", "broader")


def read_word_list(path: Path, text: str) -> ConceptGraph:
    """Return a concept for each group of synonyms, and for each other word. Raises UsageError at the first fault."""
    content = _toml(path, text)
    for key in content:
        if key not in _KEYS:
            raise UsageError(f"{path}: no such key: {key}{nearest(key, _KEYS)}, expected synonyms and [broader]")
    builder = ConceptGraphBuilder()
    concept = _add_synonyms(path, content.get("synonyms", []), builder)
    _add_broader(path, content.get("broader", {}), concept, builder)
    if not concept:
        raise UsageError(f"{path}: no concepts in it, expected synonyms or [broader]")
    return builder.build(path)


def _toml(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: it is not TOML ({str(error)[:160]}), expected a word list") from error
    except RecursionError as error:
        raise UsageError(f"{path}: nested too deeply, expected a word list in TOML") from error
    except ValueError as error:  # a number or a date that TOML has and Python refuses
        raise UsageError(f"{path}: it is not TOML ({str(error)[:160]}), expected a word list") from error


def _add_synonyms(path: Path, groups: object, builder: ConceptGraphBuilder) -> dict[str, str]:
    """Add a concept for each group, and return the concept of each of their words."""
    expected = 'expected a list of groups such as [["troop", "infantry"]]'
    if not isinstance(groups, list):
        raise UsageError(f"{path}: synonyms is no list, {expected}")
    concept: dict[str, str] = {}
    for number, group in enumerate(groups, 1):
        if not isinstance(group, list) or not group:
            raise UsageError(f"{path}: group {number} of synonyms is no list of words, {expected}")
        words = [_word(path, f"group {number} of synonyms", each) for each in group]
        for word in words:
            if word in concept:
                raise UsageError(f"{path}: {word!r} is in synonyms more than once, expected a word in one group")
            concept[word] = words[0]
            builder.add_word(words[0], word)
    return concept


def _add_broader(path: Path, table: object, concept: dict[str, str], builder: ConceptGraphBuilder) -> None:
    """Add the hierarchy, and the words that only it names, to `concept`, too."""
    expected = 'expected a table of words such as troop = "unit" or troop = ["unit", "person"]'
    if not isinstance(table, dict):
        raise UsageError(f"{path}: broader is no table, {expected}")
    for key, value in table.items():
        narrow = _word(path, "[broader]", key)
        broader = value if isinstance(value, list) else [value]
        words = [narrow, *(_word(path, f"[broader] {key}", each) for each in broader)]
        for word in words:
            if word not in concept:
                concept[word] = word
                builder.add_word(word, word)
        for word in words[1:]:
            if concept[word] == concept[narrow]:
                raise UsageError(f"{path}: {word!r} is broader than {narrow!r}, which means the same")
            builder.add_broader(concept[narrow], concept[word])


def _word(path: Path, place: str, value: object) -> str:
    if not isinstance(value, str) or not is_word(value):
        raise UsageError(f"{path}: {place} has {str(value)[:80]!r}, expected {WORD_EXPECTED}")
    return value.lower()
