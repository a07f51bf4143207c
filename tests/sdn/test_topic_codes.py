"""Topic codes: the C++ program against a second implementation, and the properties that switches need."""

from __future__ import annotations

import ipaddress
import itertools
import json
import random
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from topic_coding import CODINGS, FIELD, KINDS, LENGTH_BITS, address_of, covers, lcrs, prefix_of, tree_of

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "build" / "bin" / "sdn-codes"

Topics = list[tuple[str, float]]

FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@st.composite
def topic_trees(draw: st.DrawFn) -> Topics:
    """Some 25 topics whose fathers are any earlier ones, with rates that are often equal."""
    names: list[str] = []
    for number in range(draw(st.integers(1, 25))):
        father = draw(st.integers(0, number))
        names.append(f"{names[father]}.t{number}" if father < number else f"t{number}")
    rates = st.one_of(st.integers(0, 3), st.integers(0, 2**20)).map(lambda value: value / 8)
    return [(name, draw(rates)) for name in names]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    if not PROGRAM.exists():
        pytest.fail("build/bin/sdn-codes is not there: ./waf build makes it")
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60, check=False)


def printed(folder: Path, topics: Topics, coding: str, kind: str = "publish") -> list[dict[str, object]]:
    """What the program prints for topics."""
    file = folder / "topics.txt"
    file.write_text("".join(f"{topic} {rate!r}\n" for topic, rate in topics))
    done = run(f"--topics={file}", f"--coding={coding}", f"--kind={kind}")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@FEW
@given(topics=topic_trees(), kind=st.sampled_from(KINDS))
@pytest.mark.parametrize("coding", CODINGS)
def test_the_program_prints_the_codes_of_the_definitions(
    tmp_path: Path, coding: str, topics: Topics, kind: str
) -> None:
    expected = CODINGS[coding](tree_of(topics))
    lines = printed(tmp_path, topics, coding, kind)
    assert {line["topic"] for line in lines} == expected.keys()
    for line in lines:
        topic = expected[str(line["topic"])]
        assert line["code"] == topic.code
        assert str(line["own_code"]).ljust(FIELD, "0") == topic.own
        assert line["address"] == str(address_of(kind, topic.own))  # the text of RFC 5952, too
        prefixes = [prefix_of(kind, bits) for bits in topic.cover]
        assert line["cover"] == [str(prefix).removesuffix("/128") for prefix in prefixes]
        father, _, _ = str(line["topic"]).rpartition(".")
        assert line["father"] == (father or None)


def test_entries_match_what_topics_cover_and_nothing_else() -> None:
    """300 random trees, by the second implementation alone."""
    draws = random.Random(1)
    for _ in range(300):
        topics = random_topics(draws)
        for coding, coded in CODINGS.items():
            codes = coded(tree_of(topics))
            assert len({topic.own for topic in codes.values()}) == len(codes), coding
            for (upper, above), (lower, below) in itertools.product(codes.items(), repeat=2):
                matches = any(below.own.startswith(prefix) for prefix in above.cover)
                assert matches == covers(upper, lower), (coding, upper, lower)


def random_topics(draws: random.Random) -> Topics:
    names: list[str] = []
    for number in range(25):
        father = draws.randint(0, number)
        names.append(f"{names[father]}.t{number}" if father < number else f"t{number}")
    return [(name, draws.random()) for name in names]


def printed_rule_faults(trees: Sequence[Topics]) -> tuple[int, int]:
    """Wrong pairs and collisions of the rule that the paper prints, with codes padded with zeros."""
    wrong = collisions = 0
    for topics in trees:
        codes = {name: topic.code for name, topic in lcrs(tree_of(topics)).items()}
        collisions += len(codes) - len({code.ljust(FIELD, "0") for code in codes.values()})
        for (upper, above), (lower, below) in itertools.product(codes.items(), repeat=2):
            wrong += below.startswith(above) != covers(upper, lower)
    return wrong, collisions


def test_the_printed_rule_fails_on_random_trees_as_docs_have_it(checkout: Path) -> None:
    done = run("--random_trees=300")
    assert done.returncode == 0, done.stderr
    by_rule = {line["rule"]: line for line in map(json.loads, done.stdout.splitlines())}
    assert by_rule.keys() == {"printed", *CODINGS}
    for coding in CODINGS:
        assert (by_rule[coding]["wrong_pairs"], by_rule[coding]["collisions"]) == (0, 0)
    faults = by_rule["printed"]["wrong_pairs"], by_rule["printed"]["collisions"]
    page = (checkout / "docs" / "topic-codes.md").read_text()
    assert f"{faults[0]:,} wrong pairs" in page and f"{faults[1]:,} of 7,500 topics" in page
    # Other random trees of the same kind have about as many.
    draws = random.Random(2)
    ours = printed_rule_faults([random_topics(draws) for _ in range(300)])
    assert ours == pytest.approx(faults, rel=0.1)


def test_the_father_of_a_code_is_found_from_its_bits() -> None:
    draws = random.Random(3)
    for _ in range(50):
        topics = random_topics(draws)
        for coding in ("own-slot", "lcrs"):
            codes = CODINGS[coding](tree_of(topics))
            for name, topic in codes.items():
                father = topic.code.rstrip("1")[:-1]
                above = name.rpartition(".")[0]
                assert father == (codes[above].code if above else "")


@pytest.mark.parametrize(
    ("coding", "siblings", "levels"),
    [("own-slot", 102, 51), ("lcrs", 96, 96), ("huffman", 300, 103), ("fixed-width", 300, 103)],
)
def test_what_has_no_room_is_refused_with_one_sentence(tmp_path: Path, coding: str, siblings: int, levels: int) -> None:
    beside = [f"t{number}" for number in range(siblings)]
    below = [".".join("t" * number) for number in range(1, levels + 2)]
    assert len(printed(tmp_path, [(name, 0.0) for name in beside], coding)) == siblings
    assert len(printed(tmp_path, [(name, 0.0) for name in below[:-1]], coding)) == levels
    most = FIELD - LENGTH_BITS if coding == "lcrs" else FIELD
    file = tmp_path / "more.txt"
    for names in [below, [*beside, "more"]] if siblings < 300 else [below]:
        file.write_text("\n".join(names))
        done = run(f"--topics={file}", f"--coding={coding}")
        assert (done.returncode, done.stdout) == (2, "")
        (sentence,) = done.stderr.splitlines()
        assert sentence == (
            f"sdn-codes: topic {names[-1]} needs a code of {most + 1} bits in the coding {coding}; "
            f"expected at most {most}"
        )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a..b\n", "; expected a topic such as a.b, and perhaps its rate"),
        ("a\nb x\n", "line 2: 'b x'; expected a rate of at least 0 instead of 'x'"),
        ("a -1\n", "line 1: 'a -1'; expected a rate of at least 0 instead of '-1'"),
        ("a 1 2\n", "; expected a topic such as a.b, and perhaps its rate"),
        ("# nothing\n", "has no topics; expected one in each line"),
    ],
)
def test_a_wrong_file_is_refused_with_one_sentence(tmp_path: Path, text: str, expected: str) -> None:
    file = tmp_path / "topics.txt"
    file.write_text(text)
    done = run(f"--topics={file}")
    assert done.returncode == 2
    (sentence,) = done.stderr.splitlines()
    assert str(file) in sentence and expected in sentence


def test_addresses_are_multicast_and_of_one_scope() -> None:
    for kind in KINDS:
        network = prefix_of(kind, "")
        assert network.prefixlen == 25 and network.network_address.is_multicast
        assert network.subnet_of(ipaddress.IPv6Network("ff18::/23"))
