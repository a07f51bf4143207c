"""SKOS vocabularies and OWL or RDFS class hierarchies, in Turtle and RDF/XML, read with rdflib.

Nothing is fetched: owl:imports is not followed, and only the given text is parsed.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from pyharness.ontology.concept_graph import ConceptGraph, ConceptGraphBuilder
from pyharness.ontology.guarded_xml import check_xml
from pyharness.ontology.topic_words import word_of_label, word_of_local_name
from schema.errors import UsageError

FORMATS = {".ttl": "turtle", ".rdf": "xml", ".owl": "xml", ".xml": "xml"}
"""Suffix of a file to rdflib's name of its format."""
_NAMES = {"turtle": "Turtle", "xml": "RDF/XML"}
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_OWL = "http://www.w3.org/2002/07/owl#"
_SKOS = "http://www.w3.org/2004/02/skos/core#"
_TYPE = _RDF + "type"
_CONCEPT_TYPES = {_SKOS + "Concept", _OWL + "Class", _RDFS + "Class"}
_SKOS_LABELS = {_SKOS + "prefLabel", _SKOS + "altLabel"}
_LABELS = {*_SKOS_LABELS, _RDFS + "label"}
_BROADER = {_SKOS + "broader", _RDFS + "subClassOf"}
_NARROWER = _SKOS + "narrower"
_SAME = _OWL + "equivalentClass"
_READ = {_TYPE, *_LABELS, *_BROADER, _NARROWER, _SAME}
_TRIVIAL = {_OWL + "Thing", _RDFS + "Resource", _OWL + "Nothing"}
"""Every class is below the first two, stated or not; so they are no common ancestors."""


class _Statements:
    """What a file states of concepts; other statements are dropped as they are read, so they cost no memory."""

    def __init__(self) -> None:
        self.concepts: dict[str, None] = {}
        self.labels: dict[str, list[str]] = defaultdict(list)
        self.broader: list[tuple[str, str]] = []
        self.same: list[tuple[str, str]] = []

    def take(self, subject: str, predicate: str, value: str, value_is_concept: bool) -> None:
        """Take one triple whose subject is an IRI."""
        if predicate in _LABELS:
            if not value_is_concept:
                self.labels[subject].append(value)
                if predicate in _SKOS_LABELS:
                    self.concepts[subject] = None
        elif subject in _TRIVIAL or not value_is_concept or value in _TRIVIAL:
            pass
        elif predicate == _TYPE:
            if value in _CONCEPT_TYPES:
                self.concepts[subject] = None
        else:
            self.concepts |= {subject: None, value: None}
            if predicate == _SAME:
                self.same.append((subject, value))
            else:
                self.broader.append((value, subject) if predicate == _NARROWER else (subject, value))


def read_rdf(path: Path, text: str) -> ConceptGraph:
    """Return the concepts of an ontology. Raises UsageError where it is malformed, hostile, or has none."""
    syntax = FORMATS[path.suffix.lower()]
    if syntax == "xml":
        check_xml(path, text)
    statements = _parse(path, text, syntax)
    if not statements.concepts:
        raise UsageError(f"{path}: no concepts in it, expected some skos:Concept or owl:Class")
    builder = ConceptGraphBuilder()
    unusable: dict[str, None] = {}
    for concept in statements.concepts:
        builder.add_concept(concept)
        labels = statements.labels.get(concept)
        for label in labels or [_local_name(concept)]:
            word = word_of_label(label) if labels else word_of_local_name(label)
            if word is None:
                unusable[label] = None
            else:
                builder.add_word(concept, word)
    for narrow, broad in statements.broader:
        builder.add_broader(narrow, broad)
    for one, other in statements.same:
        builder.merge(one, other)
    return builder.build(path, sorted(unusable))


def _parse(path: Path, text: str, syntax: str) -> _Statements:
    """Return the statements of a text. Raises UsageError where rdflib cannot read it."""
    from rdflib import Graph, Literal, URIRef

    statements = _Statements()

    class Reader(Graph):
        """Takes the place of rdflib's store, which would hold every triple."""

        def add(self, triple: Any) -> Reader:
            subject, predicate, value = triple
            if isinstance(subject, URIRef) and isinstance(value, URIRef | Literal) and str(predicate) in _READ:
                statements.take(str(subject), str(predicate), str(value), isinstance(value, URIRef))
            return self

    try:
        with _silent_rdflib():
            Reader().parse(data=text.encode(), format=syntax, publicID="http://ontology.invalid/")
    except RecursionError as error:
        raise UsageError(f"{path}: nested too deeply, expected {_NAMES[syntax]}") from error
    except Exception as error:  # of many kinds: its parsers meet malformed text with whatever goes wrong first
        line, reason = _reason(error)
        where = f"line {line} is" if line else "it is"
        raise UsageError(f"{path}: {where} not {_NAMES[syntax]}{reason}, expected a SKOS or OWL ontology") from error
    return statements


def _reason(error: Exception) -> tuple[int, str]:
    """Return line and reason of an error of rdflib's, 0 and an empty text where it has none."""
    if hasattr(error, "lines") and hasattr(error, "_why"):  # Turtle
        return int(error.lines) + 1, f" ({str(error._why).strip()[:120]})"
    if hasattr(error, "getLineNumber") and hasattr(error, "getMessage"):  # XML
        return int(error.getLineNumber() or 0), f" ({error.getMessage()})"
    words = " ".join(str(error).split())
    parts = words.split(": ")[0].rsplit(":", 2)  # rdflib on RDF/XML: document:line:column: reason
    if len(parts) == 3 and parts[1].isdigit():
        return int(parts[1]), f" ({words.partition(': ')[2][:120]})"
    return 0, f" ({words[:120]})" if words else ""


@contextmanager
def _silent_rdflib() -> Iterator[None]:
    """Turn off rdflib's warnings, for example of odd dates: they concern statements that are not read."""
    logger = logging.getLogger("rdflib")
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(before)


def _local_name(iri: str) -> str:
    """Return the last part of an IRI: `http://example.org/army#Tank` is `Tank`."""
    return unquote(iri.rstrip("/#").rpartition("#")[2].rpartition("/")[2].rpartition(":")[2])
