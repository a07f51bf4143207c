"""`./waf ontology FILE`: write the similarities of the words of an ontology, for protocols that compare topics."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from pyharness.commands import Verb, add_number, register_verb
from pyharness.ontology.concept_measures import MEASURES
from schema.text import counted, listed

SHOWN_WORDS = 10
"""Words that a remark names."""


def _add_arguments(parser: ArgumentParser) -> None:
    """Add the file, the words, the measure and the output."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="SKOS or OWL ontology (.ttl, .rdf, .owl, .xml), word list (.toml), folder with a WordNet database, "
        "or the word wordnet for nltk's corpus.",
    )
    parser.add_argument(
        "--words",
        metavar="FILE",
        type=Path,
        help="Text file with the topics or words of the table, one a line (default: all words of FILE).",
    )
    parser.add_argument("--out", metavar="FILE", type=Path, help="Table to write (default: standard output).")
    parser.add_argument(
        "--measure",
        choices=list(MEASURES),
        default=next(iter(MEASURES)),
        help="How similar two concepts are (default: %(default)s).",
    )
    add_number(parser, "--shuffle", 0, "Seed: permute the words over the table, as a control without meaning.")


def print_similarities(arguments: Namespace) -> int:
    """Write the table, and remarks on standard error."""
    from pyharness.ontology.ontology_source import read_concepts
    from pyharness.ontology.pair_table import check_output, shuffle_words, table_text, write_table
    from pyharness.ontology.topic_words import read_word_file
    from pyharness.ontology.word_pairs import word_pairs

    if arguments.out is not None:
        check_output(arguments.out)
    asked = None if arguments.words is None else read_word_file(arguments.words)
    graph = read_concepts(arguments.file, asked, arguments.measure)
    words = list(graph.concepts_of) if asked is None else asked
    senses = {word: graph.concepts_of[word.lower()] for word in words if word.lower() in graph.concepts_of}
    pairs = word_pairs(graph, MEASURES[arguments.measure](graph), senses, arguments.file)
    if arguments.shuffle is not None:
        pairs = shuffle_words(pairs, list(senses), arguments.shuffle)
    text = table_text(pairs, arguments.measure, arguments.shuffle)
    _remark(graph.unusable_labels, "label", f"of {arguments.file} left out, since no topic can have such a word")
    _remark([word for word in words if word not in senses], "word", f"of {arguments.words} not in {arguments.file}")
    if arguments.out is None:
        sys.stdout.write(text)
    else:
        write_table(arguments.out, text)
        pairs_written = counted(len(pairs), "pair")
        print(f"{counted(len(senses), 'word')}, {pairs_written} with a similarity above 0: {arguments.out}")
    return 0


def _remark(words: Sequence[str], noun: str, rest: str) -> None:
    """Print how many words there are, and the first of them."""
    if words:
        shown = [word if word.isprintable() else repr(word) for word in words[:SHOWN_WORDS]]
        more = [f"{len(words) - SHOWN_WORDS:,} more"] if len(words) > SHOWN_WORDS else []
        print(f"{counted(len(words), noun)} {rest}: {listed([*shown, *more])}", file=sys.stderr)


register_verb(
    Verb(
        name="ontology",
        summary="Write the similarities of the words of an ontology, a word list or WordNet.",
        details="The table is for measures that compare topics by meaning; docs/ontologies.md describes it.",
        add_arguments=_add_arguments,
        run=print_similarities,
    )
)
