"""`new-protocol NAME`: what it writes and where it enters it, and what it refuses. What it writes is built and run by
tests/test_tutorial.py."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from harness_bench import ROOT, Bench, Typed, files_of, one_sentence

OWN = (
    "contrib/pubsub-manet/my-gossip/manet-my-gossip.h",
    "contrib/pubsub-manet/my-gossip/manet-my-gossip.cc",
    "contrib/pubsub-manet/test/my-gossip-test-suite.cc",
    "docs/protocols/my-gossip.md",
)
LISTS = ("README.md",)


@pytest.fixture
def sources(bench: Bench) -> Path:
    """A checkout with the module and the documents."""
    for folder in ("contrib", "docs"):
        shutil.copytree(ROOT / folder, bench.root / folder)
    shutil.copy(ROOT / "README.md", bench.root)
    return bench.root


def state(root: Path) -> dict[str, bytes]:
    return {**files_of(root / "contrib", "*"), **files_of(root / "docs", "*"), **files_of(root, "README.md")}


def test_it_writes_four_files_and_a_row_of_the_readme(sources: Path, typed: Typed) -> None:
    before = {name: (sources / name).read_text().splitlines() for name in LISTS}
    count = len(state(sources))
    done = typed("new-protocol", "my-gossip")
    assert done.exit_status == 0 and done.err == ""
    assert done.out.splitlines()[:-1] == list(OWN)
    assert len(state(sources)) == count + len(OWN), "nothing else is left"
    for name in OWN:
        text = (sources / name).read_text()
        assert text.endswith("\n") and "{{" not in text and "MyGossip" in text
    added = []
    for name in LISTS:
        lines = (sources / name).read_text().splitlines()
        added += [line.strip() for line in lines if "my-gossip" in line]
        assert [line for line in lines if "my-gossip" not in line] == before[name], f"{name}: nothing but added lines"
    assert added == [
        "| `my-gossip` | [My gossip](docs/protocols/my-gossip.md): every node sends every event once |",
    ]
    assert (sources / "README.md").stat().st_mode == (ROOT / "README.md").stat().st_mode
    source = (sources / OWN[1]).read_text()
    assert '.name = "my-gossip"' in source and '.label = "My gossip"' in source


@pytest.mark.parametrize(
    ("name", "because"),
    [
        ("gossip", "there is a protocol 'gossip' already"),
        ("sp-nhop", "there is a protocol 'sp-nhop' already"),
        ("topic", "pubsub-topic.h of ns-3 or of the module declares Topic"),
        ("loop", "contrib/pubsub-manet/test/loop-test-suite.cc is there already"),
        ("connectivity", "the guard MANET_CONNECTIVITY_H"),
        ("wifi-mac", "declares WifiMac"),
        ("seconds", "declares Seconds"),
        ("hint-table2", None),
        ("class", "a word of C++"),
        ("My-Gossip", "lower-case words"),
        ("my_gossip", "lower-case words"),
        ("my--gossip", "lower-case words"),
        ("2nd", "lower-case words"),
        ("../gossip2", "lower-case words"),
        ("", "lower-case words"),
        ("g" * 31, "at most 30 characters"),
    ],
)
def test_names(sources: Path, typed: Typed, name: str, because: str | None) -> None:
    before = state(sources)
    done = typed("new-protocol", name)
    if because is None:
        assert done.exit_status == 0
        return
    assert done.exit_status == 2 and because in one_sentence(done.err)
    assert state(sources) == before


def test_a_second_time_is_refused(sources: Path, typed: Typed) -> None:
    assert typed("new-protocol", "my-gossip").exit_status == 0
    before = state(sources)
    done = typed("new-protocol", "my-gossip")
    assert done.exit_status == 2 and "there is a protocol 'my-gossip' already" in one_sentence(done.err)
    assert state(sources) == before


@pytest.mark.parametrize(
    "harm",
    [
        lambda root: shutil.rmtree(root / "docs" / "protocols"),
        lambda root: (root / "README.md").unlink(),
        lambda root: (root / "README.md").write_text("| nothing |\n"),
        lambda root: shutil.rmtree(root / "contrib" / "pubsub-manet"),
    ],
    ids=["no folder", "no list", "no anchor", "no module"],
)
def test_all_or_nothing(sources: Path, typed: Typed, harm: object) -> None:
    harm(sources)  # type: ignore[operator]
    before = state(sources)
    done = typed("new-protocol", "my-gossip")
    assert done.exit_status == 2
    one_sentence(done.err)
    assert state(sources) == before
