"""What FILE of `./waf ontology` may be, and the concepts in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pyharness.ontology.concept_graph import ConceptGraph
from pyharness.ontology.input_bytes import read_text, refuse_address
from pyharness.ontology.rdf_ontology import FORMATS, read_rdf
from pyharness.ontology.word_list import read_word_list
from pyharness.ontology.wordnet_database import INSTALLED, read_wordnet
from schema.errors import UsageError

WORD_LIST = ".toml"
EXPECTED = "an ontology (.ttl, .rdf, .owl, .xml), a word list (.toml), or a folder with a WordNet database"


def is_wordnet(file: str) -> bool:
    """Return whether `file` is a WordNet database: nltk's, or a folder."""
    return file == INSTALLED or Path(file).is_dir()


def read_concepts(file: str, words: Sequence[str] | None, measure: str) -> ConceptGraph:
    """Return the concepts of `file`; of WordNet, those that `words` and the measure need.

    Raises UsageError where `file` cannot be read, or none of its concepts has a word.
    """
    refuse_address(file, EXPECTED)
    if is_wordnet(file):
        if words is None:
            raise UsageError(f"{file}: WordNet has too many words for a table, name those of the topics with --words")
        return read_wordnet(None if file == INSTALLED else Path(file), words, every_concept=measure == "lin")
    path = Path(file)
    suffix = path.suffix.lower()
    if suffix not in (*FORMATS, WORD_LIST):
        problem = "no such file" if not path.exists() else f"suffix {path.suffix!r}" if suffix else "no suffix"
        raise UsageError(f"{file}: {problem}, expected {EXPECTED}")
    text = read_text(path, EXPECTED)
    graph = read_word_list(path, text) if suffix == WORD_LIST else read_rdf(path, text)
    if not graph.concepts_of:
        raise UsageError(f"{file}: none of its labels is a word of a topic, expected words of letters, digits, _ and -")
    return graph
