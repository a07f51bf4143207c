"""What the tests of ontologies share: the verb as typed, small files, and graphs with slow measures to compare with."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
RADIO = ROOT / "scenarios" / "radio"
PREFIXES = """@prefix : <http://example.org/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""


class Answer(NamedTuple):
    """What a command printed."""

    exit_status: int
    out: str
    err: str


@dataclass(frozen=True)
class Ontology:
    """`./waf ontology` in `folder`, without a process of its own."""

    folder: Path
    call: Callable[[Sequence[str]], int]
    capsys: pytest.CaptureFixture[str]

    def file(self, name: str, content: str | bytes) -> str:
        """Write a file and return its name."""
        data = content.encode() if isinstance(content, str) else content
        (self.folder / name).write_bytes(data)
        return name

    def turtle(self, statements: str) -> str:
        """Write a Turtle file with the usual prefixes and return its name."""
        return self.file("o.ttl", PREFIXES + statements)

    def __call__(self, *words: object) -> Answer:
        exit_status = self.call([str(word) for word in words])
        said = self.capsys.readouterr()
        return Answer(exit_status, said.out, said.err)

    def table(self, *words: object) -> dict[tuple[str, str], float]:
        """Return the pairs of the table on standard output."""
        done = self(*words)
        assert done.exit_status == 0, done.err
        return pairs_of(done.out)

    def refused(self, *words: object) -> str:
        """Return the sentence of a command that must fail with status 2 and no output."""
        done = self(*words)
        assert (done.exit_status, done.out) == (2, ""), done
        assert done.err.count("\n") == 1 and done.err.endswith(".\n"), done.err
        return done.err.removesuffix(".\n")


def pairs_of(text: str) -> dict[tuple[str, str], float]:
    """Return the pairs of a table, after checking its form: header, order, numbers."""
    first, *lines = text.splitlines()
    assert first.startswith("# word similarities")
    rows = [tuple(line.split("\t")) for line in lines]
    assert all(len(row) == 3 and row[0].encode() < row[1].encode() for row in rows)
    assert rows == sorted(rows, key=lambda row: (row[0].encode(), row[1].encode()))
    found = {(row[0], row[1]): float(row[2]) for row in rows}
    assert len(found) == len(rows) and all(0 < value <= 1 for value in found.values())
    assert all(float(repr(float(row[2]))) == float(row[2]) and not row[2].endswith(".0") for row in rows)
    return found


Parents = Mapping[int, Sequence[int]]


def slow_ancestors(parents: Parents, concept: int) -> dict[int, int]:
    """Return all ancestors with the length of the shortest way: every way is walked."""
    found: dict[int, int] = {}
    ways = [(concept, 0)]
    while ways:
        each, length = ways.pop()
        found[each] = min(length, found.get(each, length))
        ways += [(parent, length + 1) for parent in parents[each]]
    return found


def slow_depth(parents: Parents, concept: int, choose: Callable[[Sequence[int]], int]) -> int:
    """Return the depth by the shortest (`min`) or longest (`max`) way to a root, which has 1."""
    broader = parents[concept]
    return 1 + choose([slow_depth(parents, each, choose) for each in broader]) if broader else 1


def slow_wu_palmer(parents: Parents, one: int, other: int) -> float:
    """Return Wu and Palmer's similarity as nltk defines it; of equally deep common ancestors the best counts."""
    above_one, above_other = slow_ancestors(parents, one), slow_ancestors(parents, other)
    common = above_one.keys() & above_other.keys()
    if one == other or not common:
        return float(one == other)
    deepest = max(slow_depth(parents, each, min) for each in common)
    lowest = [each for each in common if slow_depth(parents, each, min) == deepest]
    scores = []
    for each in lowest:
        depth = slow_depth(parents, each, max)
        scores.append(2 * depth / ((depth + above_one[each]) + (depth + above_other[each])))
    return max(scores)


def slow_path(parents: Parents, one: int, other: int) -> float:
    """Return 1 / (1 + the shortest way over a common ancestor)."""
    above_one, above_other = slow_ancestors(parents, one), slow_ancestors(parents, other)
    ways = [above_one[each] + above_other[each] for each in above_one.keys() & above_other.keys()]
    return 1 / (1 + min(ways)) if ways else 0.0


def slow_lin(parents: Parents, one: int, other: int) -> float:
    """Return Lin's similarity with the information content of Seco et al., within a connected part."""
    common = slow_ancestors(parents, one).keys() & slow_ancestors(parents, other).keys()
    if one == other or not common:
        return float(one == other)
    part = {one}
    while True:
        wider = part | {p for c in part for p in parents[c]} | {c for c in parents if part & set(parents[c])}
        if wider == part:
            break
        part = wider

    def content(concept: int) -> float:
        below = sum(concept in slow_ancestors(parents, each) for each in parents)
        return 1 - math.log(below) / math.log(len(part))

    return 2 * max(map(content, common)) / (content(one) + content(other))


SLOW = {"wu-palmer": slow_wu_palmer, "path": slow_path, "lin": slow_lin}
