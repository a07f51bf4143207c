"""The files and the command line of overlays: round trips, refusals, and the cache."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from overlay_bench import KNOWN_ANSWER, overlay_instances

from pyharness.overlays import __main__ as command_line
from pyharness.overlays.greedy_overlays import greedy_overlays
from pyharness.overlays.overlay_cache import OverlayCache
from pyharness.overlays.overlay_instance import (
    OverlayInstance,
    overlay_instance_text,
    read_overlay_instance,
    write_overlay_instance,
)
from pyharness.overlays.overlay_plan import read_overlays, write_overlays
from schema.errors import UsageError

BAD_INSTANCES = {
    "": "FILE: expected a first line `clusters N`",
    "clusters 0\n": "LINE 1: 'clusters 0', expected a whole number from 1 to 65535 for '0'",
    "clusters 2\nedeg 0 1 5\n": "LINE 2: 'edeg 0 1 5', expected one of edge, topic, publish, subscribe, deny as first "
    "word (did you mean 'edge'?)",
    "clusters 2\nedge 0 1\n": "LINE 2: 'edge 0 1', expected `edge A B CAPACITY`",
    "clusters 2\nedge 0 2 5\n": "LINE 2: 'edge 0 2 5', expected a whole number from 0 to 1 for '2'",
    "clusters 2\nedge 0 1 -5\n": "LINE 2: 'edge 0 1 -5', expected a finite number of at least 0 for '-5'",
    "clusters 2\nedge 0 1 5\nedge 1 0 5\n": "LINE 3: 'edge 1 0 5', expected two different clusters, and each edge once",
    "clusters 3\nedge 0 1 5\n": "FILE: its edges leave the clusters in pieces, expected a path between each two",
    "clusters 1\ntopic a 1 b\n": "LINE 2: 'topic a 1 b', expected a line `topic b LOAD` before",
    "clusters 1\ntopic a 1\ntopic a 1\n": "LINE 3: 'topic a 1', expected each topic once",
    "clusters 1\nsubscribe a 0\n": "LINE 2: 'subscribe a 0', expected a line `topic a LOAD` before",
    "clusters 1\ntopic a 1\ndeny a 0\ndeny a 0\n": "LINE 4: 'deny a 0', expected each publisher, subscriber and denied "
    "cluster once",
}


@given(overlay_instances())
def test_an_instance_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, instance: OverlayInstance
) -> None:
    file = tmp_path_factory.mktemp("instance") / "instance.txt"
    write_overlay_instance(file, instance)
    assert read_overlay_instance(file) == instance
    overlays = greedy_overlays(instance)
    write_overlays(file, instance, overlays)
    assert read_overlays(file, instance) == overlays


@pytest.mark.parametrize(("text", "sentence"), BAD_INSTANCES.items())
def test_a_bad_instance_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "instance.txt"
    file.write_text(text)
    with pytest.raises(UsageError) as refused:
        read_overlay_instance(file)
    assert str(refused.value) == sentence.replace("FILE", str(file)).replace("LINE", f"{file}, line")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("tree x 0 1", "expected a topic of the instance"),
        ("tree t 0 5", "expected two clusters with an edge between them, and each edge of a topic once"),
        ("tree t 0 1\ntree t 1 0", "expected two clusters with an edge between them, and each edge of a topic once"),
        ("tree t 0", "expected `tree TOPIC A B`"),
        ("edge 0 1", "expected tree as first word"),
    ],
)
def test_bad_overlays_are_refused(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "overlays.txt"
    file.write_text(text + "\n")
    with pytest.raises(UsageError) as refused:
        read_overlays(file, KNOWN_ANSWER)
    assert sentence in str(refused.value)


def run_command(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = command_line.main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return status, out, err


def test_the_command_prints_writes_and_remembers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, plan, cache = tmp_path / "instance.txt", tmp_path / "overlays.txt", tmp_path / "cache"
    write_overlay_instance(file, KNOWN_ANSWER)
    arguments = [file, "--objective", "residual", "--gap", "0", "--cache", cache]
    status, out, err = run_command(capsys, *arguments, "--out", plan)
    printed = json.loads(out)
    assert (status, err) == (0, "")
    assert list(printed) == ["bound", "gap", "overlays", "residuals", "min_residual", "total_link_load_bps"]
    assert printed["min_residual"] == 3 and printed["bound"] == pytest.approx(3)
    assert len(list(cache.iterdir())) == 1
    assert run_command(capsys, *arguments)[1] == out, "from the cache"
    evaluated = json.loads(run_command(capsys, file, "--overlays", plan)[1])
    assert evaluated["residuals"] == printed["residuals"] and evaluated["overlays"] == printed["overlays"]
    printed = json.loads(run_command(capsys, file, "--objective", "edges")[1])
    assert printed["bounds"] == pytest.approx({"t": 2, "t.u": 3}) and printed["gap"] == pytest.approx(0)


def test_a_damaged_entry_of_the_cache_does_not_count(tmp_path: Path) -> None:
    cache = OverlayCache(tmp_path / "cache")
    cache.store(KNOWN_ANSWER, {"gap": 0.5}, gap=0.5)
    assert cache.find(KNOWN_ANSWER, gap=0.5) == {"gap": 0.5}
    assert cache.find(KNOWN_ANSWER, gap=0.25) is None
    (entry,) = (tmp_path / "cache").iterdir()
    entry.write_text(entry.read_text().replace('"gap": 0.5', '"gap": 0.6'))
    assert cache.find(KNOWN_ANSWER, gap=0.5) is None
    entry.write_text("{")
    assert cache.find(KNOWN_ANSWER, gap=0.5) is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--objective", "edges", "--gap", "1"], "--gap is '1', expected a number of at least 0 and below 1."),
        (["--objective", "edges", "--time-limit", "x"], "--time-limit is 'x', expected a finite number above 0."),
    ],
)
def test_wrong_usage_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    file = tmp_path / "instance.txt"
    file.write_text(overlay_instance_text(KNOWN_ANSWER))
    status, out, err = run_command(capsys, file, *arguments)
    assert (status, out) == (2, "") and err.strip().endswith(sentence)


def test_a_missing_instance_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run_command(capsys, tmp_path / "none.txt", "--objective", "edges")
    assert (status, out) == (
        2,
        "",
    ) and err == f"{tmp_path / 'none.txt'}: No such file or directory, expected a text file.\n"
