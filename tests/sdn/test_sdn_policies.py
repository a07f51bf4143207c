"""Policies: the C++ program against expat and against the rules as docs/topic-codes.md states them."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from xml.parsers import expat

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "build" / "bin" / "sdn-policy"

FEW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@dataclass(frozen=True)
class Rule:
    """A rule of a policy."""

    topic: str
    cluster: int
    level: str
    action: str

    def text(self) -> str:
        return f'<rule topic="{self.topic}" cluster="{self.cluster}" level="{self.level}" action="{self.action}"/>'

    @property
    def subject(self) -> tuple[str, int, str]:
        return self.topic, self.cluster, self.level

    def matches(self, topic: str) -> bool:
        if self.topic == "#":
            return True
        if self.topic.endswith(".#"):
            return f"{topic}.".startswith(self.topic[:-1])
        return topic == self.topic

    @property
    def words(self) -> int:
        return len([word for word in self.topic.split(".") if word != "#"])


topics = st.lists(st.sampled_from("ab"), min_size=1, max_size=4).map(".".join)
patterns = st.one_of(topics, topics.map(lambda topic: f"{topic}.#"), st.just("#"))
rules = st.builds(
    Rule,
    topic=patterns,
    cluster=st.integers(0, 2),
    level=st.sampled_from(["cluster", "broker"]),
    action=st.sampled_from(["deny", "deny", "allow", "delete"]),
)
policies = st.lists(rules, max_size=12, unique_by=lambda rule: rule.subject)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    if not PROGRAM.exists():
        pytest.fail("build/bin/sdn-policy is not there: ./waf build makes it")
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60, check=False)


def written(file: Path, policy: list[Rule]) -> Path:
    file.write_text("<policy>" + "\n".join(rule.text() for rule in policy) + "</policy>")
    return file


def denied(policy: list[Rule], topic: str, level: str) -> list[int]:
    """The clusters that are denied: of the rules with most words one denies."""
    clusters = []
    for cluster in range(3):
        matching = [r for r in policy if r.level == level and r.cluster == cluster and r.matches(topic)]
        most = max((rule.words for rule in matching), default=0)
        if any(rule.action == "deny" for rule in matching if rule.words == most):
            clusters.append(cluster)
    return clusters


@FEW
@given(policy=policies, newer=policies, topic=topics)
def test_rules_decide_as_they_are_defined(tmp_path: Path, policy: list[Rule], newer: list[Rule], topic: str) -> None:
    done = run(
        f"--policy={written(tmp_path / 'old.xml', policy)}",
        f"--newer={written(tmp_path / 'new.xml', newer)}",
        f"--topic={topic}",
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    merged = {rule.subject: rule for rule in [*policy, *newer]}
    expected = [rule for rule in merged.values() if rule.action != "delete"]
    assert {Rule(**rule) for rule in answer["rules"]} == set(expected)
    assert answer["denied_clusters"] == denied(expected, topic, "cluster")
    assert answer["denied_brokers"] == denied(expected, topic, "broker")


XML = st.lists(
    st.sampled_from(
        [
            *("<policy>", "</policy>", "<policy/>", "<!-- a -->", "<!--", "-->", "--", "&amp;", "&lt;", "&", "&x;"),
            *("]]>", "]]", ">", "<", "/>", " ", "\n", "\r\n", "'", '"', "=", "a='1'", 'b = "2\'"', "ä", "€", "\x01"),
            *('<?xml version="1.0"?>', "<?xml version='1.0' encoding='UTF-8'?>", "<?a?>", "<![CDATA[x]]>", "\ufeff"),
        ]
    ),
    max_size=6,
).map("".join)

REFUSED_HERE = ("<?a?>", "<![CDATA[", "<!DOCTYPE")
"""XML that we refuse and expat reads."""


def reads_as_empty_policy(text: str) -> bool:
    """Whether expat reads a text, and it is a policy without rules."""
    elements: list[str] = []
    inside: list[str] = []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, attributes: elements.append(f"{name}{attributes or ''}")
    parser.CharacterDataHandler = inside.append
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError:
        return False
    return elements == ["policy"] and not "".join(inside).strip(" \t\r\n")


@settings(FEW, max_examples=200)
@given(text=XML, is_whole=st.booleans())
def test_what_is_read_is_what_expat_reads(tmp_path: Path, text: str, is_whole: bool) -> None:
    text = f"<policy>{text}</policy>" if is_whole else text
    if any(odd in text for odd in REFUSED_HERE) or not text:
        return
    file = tmp_path / "policy.xml"
    file.write_bytes(text.encode())
    done = run(f"--policy={file}")
    assert done.returncode == (0 if reads_as_empty_policy(text) else 2), (text, done.stderr)
    if done.returncode:
        (sentence,) = done.stderr.splitlines()
        assert sentence.startswith(f"sdn-policy: {file} is no policy: line ")


def test_a_policy_that_contradicts_itself_is_refused(tmp_path: Path) -> None:
    policy = [Rule("a.#", 4, "cluster", "deny"), Rule("a.#", 4, "cluster", "allow")]
    file = written(tmp_path / "policy.xml", policy)
    done = run(f"--policy={file}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"sdn-policy: {file} contradicts itself: line 1 has action deny and line 2 allow "
        "for topic a.# in cluster 4 at level cluster\n"
    )
