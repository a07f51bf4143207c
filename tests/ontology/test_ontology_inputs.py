"""What each kind of file means: labels, hierarchies, merged classes, words that are asked for, and the output."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from ontology_bench import PREFIXES, ROOT, Ontology

OWL = """<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [
  <!ENTITY owl "http://www.w3.org/2002/07/owl#">
  <!ENTITY e "http://example.org/army#">
]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#"
         xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
  <owl:Ontology rdf:about="http://example.org/army"><rdfs:label>An army</rdfs:label>
    <owl:imports rdf:resource="http://unreachable.invalid/other.owl"/></owl:Ontology>
  <owl:Class rdf:about="&e;MotorVehicle"><rdfs:subClassOf rdf:resource="&owl;Thing"/></owl:Class>
  <owl:Class rdf:about="&e;Truck"><rdfs:label xml:lang="en">Heavy Truck</rdfs:label>
    <rdfs:subClassOf rdf:resource="&e;MotorVehicle"/>
    <rdfs:subClassOf><owl:Restriction/></rdfs:subClassOf></owl:Class>
  <owl:Class rdf:about="&e;Lorry"><owl:equivalentClass rdf:resource="&e;Truck"/></owl:Class>
  <owl:Class rdf:about="&e;Tank"><rdfs:subClassOf rdf:resource="&e;MotorVehicle"/></owl:Class>
  <owl:Class rdf:about="&e;Rock"><rdfs:subClassOf rdf:resource="&owl;Thing"/></owl:Class>
</rdf:RDF>
"""


def test_owl_classes(ontology: Ontology) -> None:
    table = ontology.table(ontology.file("army.owl", OWL))
    assert table == {
        ("heavy-truck", "lorry"): 1.0,  # equivalent, although only one has a label
        ("heavy-truck", "motor-vehicle"): 2 / 3,  # a root: owl:Thing is no concept
        ("heavy-truck", "tank"): 1 / 2,
        ("lorry", "motor-vehicle"): 2 / 3,
        ("lorry", "tank"): 1 / 2,
        ("motor-vehicle", "tank"): 2 / 3,
    }, "a rock is in another tree"


def test_the_same_in_every_syntax(ontology: Ontology) -> None:
    first = ontology(ontology.file("army.owl", OWL)).out
    for suffix in (".rdf", ".xml", ".OWL"):
        assert ontology(ontology.file(f"army{suffix}", OWL)).out == first
    turtle = """:Tank rdfs:subClassOf :MotorVehicle . :Lorry owl:equivalentClass :Truck . :Rock a owl:Class .
        :Truck rdfs:subClassOf :MotorVehicle ; rdfs:label "Heavy  Truck"@en ."""
    assert ontology(ontology.turtle(turtle)).out == first


def test_skos_labels_senses_and_both_directions(ontology: Ontology) -> None:
    table = ontology.table(
        ontology.turtle(
            """:1 a skos:Concept ; skos:prefLabel "Bank"@en ; skos:altLabel "Ufer"@de ; skos:broader :3 .
            :2 skos:prefLabel "bank"@en , "Geldhaus"@de . :3 skos:prefLabel "land" ; skos:narrower :4 .
            :4 skos:prefLabel "hill" . :5 skos:prefLabel "office" ; skos:narrower :2 ."""
        )
    )
    assert table["bank", "ufer"] == table["bank", "geldhaus"] == 1, "one word, two senses"
    assert table["bank", "hill"] == 1 / 2 and table["bank", "office"] == 2 / 3
    assert ("geldhaus", "ufer") not in table and ("hill", "office") not in table


def test_labels_that_no_topic_can_have_are_left_out(ontology: Ontology) -> None:
    labels = ", ".join(f'"é{number:02}"' for number in range(12))
    done = ontology(ontology.turtle(f':a skos:prefLabel "a" ; skos:altLabel "b.c", "x (y)", {labels}, "A-b_9" .'))
    assert done.exit_status == 0 and done.out.splitlines()[1:] == ["a\ta-b_9\t1"]
    assert done.err.startswith("14 labels of o.ttl left out, since no topic can have such a word: b.c, x (y), é00")
    assert done.err.endswith("and 4 more\n")


def test_a_word_list(ontology: Ontology) -> None:
    file = ontology.file(
        "w.toml",
        'synonyms = [["troop", "Infantry"], ["vehicle", "truck"]]\n'
        '[broader]\ntroop = "force"\nvehicle = ["platform"]\nplatform = "force"\nship = "platform"\n',
    )
    table = ontology.table(file)
    assert table["infantry", "troop"] == table["truck", "vehicle"] == 1
    assert table["infantry", "truck"] == 2 / 5 and table["ship", "vehicle"] == 4 / 6


def test_words_limit_the_table_and_unknown_ones_are_named(ontology: Ontology) -> None:
    file = ontology.turtle(':a skos:prefLabel "a" , "b" , "c" .')
    words = ontology.file("words.txt", "\ufeff# of ours\nA.b  # a topic\n\nx-1.x_2\nb\n")
    done = ontology(file, "--words", words)
    assert done.exit_status == 0
    assert done.out == "# word similarities, measure wu-palmer\nA\tb\t1\n", "spelled as asked for"
    assert done.err == "2 words of words.txt not in o.ttl: x-1 and x_2\n"
    none = ontology(file, "--words", ontology.file("none.txt", "x"))
    assert (none.exit_status, none.out) == (0, "# word similarities, measure wu-palmer\n")


def test_the_file_is_written_whole_or_not_at_all(ontology: Ontology, tmp_path: Path) -> None:
    file = ontology.turtle(':a skos:prefLabel "a" , "b" .')
    done = ontology(file, "--out", "t.tsv")
    assert (done.exit_status, done.err) == (0, "")
    assert done.out == "2 words, 1 pair with a similarity above 0: t.tsv\n"
    before = (tmp_path / "t.tsv").read_text()
    assert before == ontology(file).out
    ontology.refused(ontology.file("bad.ttl", PREFIXES + ":a"), "--out", "t.tsv")
    assert (tmp_path / "t.tsv").read_text() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.ttl", "o.ttl", "t.tsv"], "no temporary file"


def test_a_class_below_itself_adds_nothing(ontology: Ontology) -> None:
    file = ontology.turtle(":a rdfs:subClassOf :a, :b . :c owl:equivalentClass :a ; rdfs:subClassOf :a .")
    assert ontology.table(file) == {("a", "b"): 2 / 3, ("a", "c"): 1.0, ("b", "c"): 2 / 3}


def test_nothing_is_fetched(ontology: Ontology, monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(*_: object, **__: object) -> None:
        raise AssertionError("a connection")

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket, "getaddrinfo", connect)
    assert ontology.table(ontology.file("army.owl", OWL))
    imports = "<http://e/o> owl:imports <http://unreachable.invalid/o.ttl> ."
    assert ontology.table(ontology.turtle(imports + ":a rdfs:subClassOf :b .")) == {("a", "b"): 2 / 3}


def test_the_verb_is_listed_without_its_libraries() -> None:
    code = "import sys, pyharness.commands.ontology; print({'rdflib', 'nltk', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
