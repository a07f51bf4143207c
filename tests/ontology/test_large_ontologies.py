"""100,000 words: bounded memory and time, or a sentence. Each case runs in a process of its own, to be measured."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from ontology_bench import ROOT

WORDS = 100_000
SECONDS, MEGABYTES = 60, 1000
"""Processor time, since other tests run at the same time, and peak memory."""
MEASURED = """
import json, resource, sys
from pyharness.command_line import main
status = main(["ontology", *sys.argv[1:]])
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps([status, used.ru_utime + used.ru_stime, used.ru_maxrss / 1000]), file=sys.stderr)
"""
PREFIX = "@prefix : <http://example.org/> .\n@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """100,000 words, as a tree in Turtle, and as a chain and as synonyms in TOML."""
    made = tmp_path_factory.mktemp("large")
    with (made / "tree.ttl").open("w") as stream:
        stream.write(PREFIX)
        for n in range(WORDS):
            broader = f" ; skos:broader :c{(n - 1) // 8}" if n else ""
            stream.write(f':c{n} a skos:Concept ; skos:prefLabel "w{n}"@en{broader} .\n')
    chain = "".join(f'w{n} = "w{n - 1}"\n' for n in range(1, WORDS))
    (made / "chain.toml").write_text(f"[broader]\n{chain}")
    groups = ",\n".join(f'["w{n}", "w{n + 1}"]' for n in range(0, WORDS, 2))
    (made / "synonyms.toml").write_text(f"synonyms = [\n{groups}\n]\n")
    (made / "words.txt").write_text("".join(f"w{n}\n" for n in range(0, WORDS, WORDS // 300)))
    return made


def measured(folder: Path, *words: str) -> tuple[int, str, str]:
    """Status, output and error of the verb, which must keep within the limits."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *words],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    *errors, last = done.stderr.splitlines()
    status, seconds, megabytes = json.loads(last)
    print(f"{' '.join(words)}: {seconds:.1f} s, {megabytes:.0f} MB")
    assert seconds < SECONDS and megabytes < MEGABYTES
    return status, done.stdout, "\n".join(errors)


@pytest.mark.parametrize("measure", ["wu-palmer", "lin"])
def test_some_words_of_a_tree(folder: Path, measure: str) -> None:
    status, out, err = measured(folder, "tree.ttl", "--words", "words.txt", "--measure", measure)
    assert (status, err) == (0, "") and out.count("\n") > 300


def test_too_many_pairs(folder: Path) -> None:
    status, out, err = measured(folder, "tree.ttl")
    assert (status, out) == (2, "")
    assert err == (
        "tree.ttl: its words would make 4,999,950,000 pairs, expected at most 2,000,000: "
        "name the words of the topics with --words."
    )


@pytest.mark.parametrize("measure", ["wu-palmer", "path", "lin"])
def test_a_chain(folder: Path, measure: str) -> None:
    status, out, _ = measured(folder, "chain.toml", "--words", "words.txt", "--measure", measure)
    assert status == 0 and out.count("\n") > 40_000
    if measure == "path":
        assert f"w0\tw99900\t{1 / 99_901!r}\n" in out


def test_a_chain_with_too_many_ancestors(folder: Path) -> None:
    status, out, err = measured(folder, "chain.toml")
    assert (status, out) == (2, "")
    assert err.startswith(
        "chain.toml: its words have more than 2,000,000 broader concepts, each counted for every word"
    )


def test_many_synonyms(folder: Path) -> None:
    status, out, err = measured(folder, "synonyms.toml")
    assert (status, err) == (0, "") and out.count("\n") == 1 + WORDS // 2
