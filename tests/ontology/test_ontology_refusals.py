"""Wrong and hostile files: status 2, one sentence that names the file and what was expected, and no output."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ontology_bench import PREFIXES, RADIO, Ontology

from pyharness.ontology.ontology_source import read_concepts
from schema.errors import UsageError

RDF = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
BILLION = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
FILES = {
    "empty": ("o.ttl", "", "o.ttl: empty, expected an ontology"),
    "only spaces": ("o.toml", " \n\n", "o.toml: empty, expected an ontology"),
    "no concepts": ("o.ttl", PREFIXES, "o.ttl: no concepts in it, expected some skos:Concept or owl:Class"),
    "no concepts in XML": ("o.rdf", RDF + "</rdf:RDF>", "o.rdf: no concepts in it"),
    "no words": ("o.ttl", PREFIXES + ':a skos:prefLabel "é" .', "o.ttl: none of its labels is a word of a topic"),
    "malformed Turtle": ("o.ttl", PREFIXES + ":a :b\n\n:c :d :e .", "o.ttl: line 7 is not Turtle ("),
    "an unknown prefix": ("o.ttl", ":a :b :c .", "o.ttl: line 1 is not Turtle ("),
    "binary": ("o.ttl", bytes(range(256)), "o.ttl: line 2 is not UTF-8"),
    "Latin-1": ("o.ttl", PREFIXES.encode() + b':a skos:prefLabel "\xe9" .', "o.ttl: line 5 is not UTF-8"),
    "nested Turtle": ("o.ttl", PREFIXES + ":a :b " + "(" * 50_000, "o.ttl: nested too deeply, expected Turtle"),
    "malformed XML": ("o.owl", "<a>\n<b>\n</a>", "o.owl: line 3 is not XML (mismatched tag), expected RDF/XML"),
    "XML without RDF": ("o.xml", "<a><b/></a>", "o.xml: "),
    "RDF/XML with a wrong attribute": (
        "o.rdf",
        RDF + '\n<rdf:Description rdf:about="http://e/a" rdf:nodeID="b"/></rdf:RDF>',
        "o.rdf: line 2 is not RDF/XML (",
    ),
    "billion laughs": (
        "o.owl",
        f'<!DOCTYPE a [<!ENTITY l0 "lol">{BILLION}]><a>&l9;</a>',
        "o.owl: entity 'l1' is made of other entities or markup, expected XML without such entities",
    ),
    "a long entity": (
        "o.owl",
        f'<!DOCTYPE a [<!ENTITY e "{"x" * 301}">]><a>{"&e;" * 100}</a>',
        "o.owl: its entities are more than 200 or longer than 300 characters",
    ),
    "an entity many times": (
        "o.owl",
        f'<!DOCTYPE a [<!ENTITY e "{"x" * 300}">]><a>{"&e;" * 20_000}</a>',
        "o.owl: its entities expand to much more text than the file has",
    ),
    "an external entity": (
        "o.owl",
        '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>',
        "o.owl: entity 'e' is external",
    ),
    "a parameter entity": (
        "o.owl",
        '<!DOCTYPE a [<!ENTITY % e SYSTEM "http://unreachable.invalid/e.dtd"> %e;]><a/>',
        "o.owl: entity 'e' is external",
    ),
    "malformed TOML": ("o.toml", 'synonyms = [["a"]\n', "o.toml: it is not TOML ("),
    "nested TOML": ("o.toml", "synonyms = " + "[" * 50_000, "o.toml: nested too deeply"),
    "an unknown key": ("o.toml", "synonym = []", "o.toml: no such key: synonym (did you mean 'synonyms'?), expected"),
    "empty TOML": ("o.toml", "synonyms = []", "o.toml: no concepts in it"),
    "groups that are no list": ("o.toml", 'synonyms = "a"', "o.toml: synonyms is no list, expected a list of groups"),
    "a group that is no list": ("o.toml", 'synonyms = [["a"], "b"]', "o.toml: group 2 of synonyms is no list of words"),
    "a label that is no word": (
        "o.toml",
        'synonyms = [["a b"]]',
        "o.toml: group 1 of synonyms has 'a b', expected a word",
    ),
    "a number as word": ("o.toml", "synonyms = [[1]]", "o.toml: group 1 of synonyms has '1', expected a word"),
    "a word in two groups": ("o.toml", 'synonyms = [["a"], ["A"]]', "o.toml: 'a' is in synonyms more than once"),
    "broader as a list": ("o.toml", "broader = []", "o.toml: broader is no table, expected a table of words"),
    "broader of a number": ("o.toml", "broader.a = 1", "o.toml: [broader] a has '1', expected a word"),
    "broader than itself": ("o.toml", 'broader.a = "a"', "o.toml: 'a' is broader than 'a', which means the same"),
    "a cycle in TOML": (
        "o.toml",
        '[broader]\na = "b"\nb = "c"\nc = "a"\nd = "a"',
        "o.toml: a cycle of 3 concepts that are broader than themselves, a < b < c < a, expected a hierarchy",
    ),
    "a cycle in SKOS": (
        "o.ttl",
        PREFIXES + ":a skos:broader :b . :a skos:narrower :b . :c skos:broader :a .",
        "o.ttl: a cycle of 2 concepts that are broader than themselves, "
        "http://example.org/a < http://example.org/b < http://example.org/a, expected a hierarchy",
    ),
    "classes below each other": (
        "o.ttl",
        PREFIXES + ":a rdfs:subClassOf :b . :b rdfs:subClassOf :a .",
        "o.ttl: a cycle of 2 concepts",
    ),
    "a long cycle": (
        "o.ttl",
        PREFIXES + "".join(f":{n} skos:broader :{(n + 1) % 5000} ." for n in range(5000)),
        "o.ttl: a cycle of 5,000 concepts",
    ),
    "an unknown suffix": ("o.json", "{}", "o.json: suffix '.json', expected an ontology (.ttl, .rdf, .owl, .xml)"),
    "no suffix": ("ontology", "x", "ontology: no suffix, expected an ontology"),
}


@pytest.mark.parametrize("fault", FILES)
def test_a_wrong_file_is_refused(ontology: Ontology, fault: str) -> None:
    name, content, expected = FILES[fault]
    assert ontology.refused(ontology.file(name, content), "--out", "t.tsv").startswith(expected)
    assert not (ontology.folder / "t.tsv").exists()


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("none.ttl", "none.ttl: no such file, expected an ontology"),
        ("none", "none: no such file, expected an ontology"),
        ("http://example.org/o.ttl", "http://example.org/o.ttl: an address, expected an ontology"),
        ("file:///etc/o.ttl", "file:///etc/o.ttl: an address, expected"),
        (".", ".: WordNet has too many words for a table, name those of the topics with --words"),
        ("wordnet", "wordnet: WordNet has too many words for a table"),
        ("o\0.ttl", "o\0.ttl: "),
    ],
)
def test_a_file_that_is_not_there(ontology: Ontology, file: str, expected: str) -> None:
    assert ontology.refused(file).startswith(expected)


def test_a_pipe_is_not_read(ontology: Ontology, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "o.ttl")
    assert ontology.refused("o.ttl").startswith("o.ttl: no regular file, expected")


def test_a_large_file_is_refused(ontology: Ontology, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyharness.ontology.input_bytes.LARGEST_FILE", 100)
    assert ontology.refused(ontology.file("o.ttl", "#" * 101)) == "o.ttl: too large, expected at most 100 bytes"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("a\n# b\nc d\n", "w.txt: line 3 is 'c d', expected a word of letters, digits, _ and -, or a topic of them"),
        ("enemy.#\n", "w.txt: line 1 is 'enemy.#', expected a word"),
        ("a..b", "w.txt: line 1 is 'a..b', expected a word"),
        ("é", "w.txt: line 1 is 'é', expected a word"),
        ("# nothing\n", "w.txt: no word in it, expected topics or words, one a line"),
        ("", "w.txt: empty, expected a text file with topics or words, one a line"),
        (b"\xff", "w.txt: line 1 is not UTF-8, expected a text file"),
    ],
)
def test_wrong_words_are_refused(ontology: Ontology, content: str | bytes, expected: str) -> None:
    words = ontology.file("w.txt", content)
    assert ontology.refused(RADIO / "words.ttl", "--words", words).startswith(expected)
    assert ontology.refused(RADIO / "words.ttl", "--words", "none.txt").startswith("none.txt: no such file, expected")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--measure", "jcn"], "argument --measure: invalid choice: 'jcn'"),
        (["--shuffle", "-1"], "--shuffle is '-1', expected a whole number of at least 0"),
        (["--shuffle", "x"], "--shuffle is 'x', expected a whole number of at least 0"),
        (["--out", "."], "--out .: a folder, expected the name of a file"),
        (["--out", "none/t.tsv"], "--out none/t.tsv: no such folder: none"),
        (["--languages", "en"], "no such option: --languages"),
    ],
)
def test_wrong_options(ontology: Ontology, options: list[str], expected: str) -> None:
    assert ontology.refused(RADIO / "words.ttl", *options).startswith(expected)


SEEDS = {
    ".ttl": (RADIO / "words.ttl").read_bytes(),
    ".toml": b'synonyms = [["troop", "infantry"], ["vehicle"]]\n[broader]\ntroop = "force"\nvehicle = ["force"]\n',
    ".rdf": RDF.encode()
    + b'<rdf:Description rdf:about="http://e/a"><p:broader xmlns:p="http://www.w3.org/2004/02/skos/'
    b'core#" rdf:resource="http://e/b"/></rdf:Description></rdf:RDF>',
}


@pytest.mark.parametrize("suffix", SEEDS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(data=st.data())
def test_a_mutated_file_is_read_or_refused(tmp_path: Path, suffix: str, data: st.DataObject) -> None:
    """Bytes are replaced, left out and repeated; nothing but UsageError may come of it."""
    content = bytearray(SEEDS[suffix])
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        length = data.draw(st.integers(0, 20))
        content[at : at + length] = data.draw(st.one_of(st.binary(max_size=4), st.just(bytes(content[at : at + 40]))))
        content = content or bytearray(b" ")
    file = tmp_path / f"o{suffix}"
    file.write_bytes(content)
    try:
        graph = read_concepts(str(file), None, "wu-palmer")
    except UsageError as error:
        assert str(file) in str(error) and "\n" not in str(error)
    else:
        assert graph.concepts_of and len(graph.top_down) == len(graph.names)
