"""The files and the command line of store planning: round trips, refusals, and the cache of optima."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from placement_bench import KNOWN_ANSWER, random_instance

from pyharness.placement import __main__ as command_line
from pyharness.placement.optimum import StoreOptimum
from pyharness.placement.optimum_cache import OptimumCache
from pyharness.placement.policies import HEURISTICS
from pyharness.placement.problem.instance import StoreInstance, instance_text, read_instance, write_instance
from pyharness.placement.problem.store_plan import StorePlan, read_store_plan, store_plan_text, write_store_plan
from schema.errors import UsageError

EXAMPLE = """\
# Demand may precede its topic.
brokers 3
demand a 1 5.0        # topic, broker, requests/s
link 1 0

link 1 2
stores 2
topic a copies 2
topic b copies 1
demand b 2 1e-1
capacity 1
"""

BAD_INSTANCES = {
    "": "FILE: expected a line `brokers NUMBER`",
    "link 0 1\nbrokers 3\n": "LINE 1: 'link 0 1', expected `brokers NUMBER` first",
    "brokers 0\n": "LINE 1: 'brokers 0', expected a whole number of at least 1 for '0'",
    "brokers 3\nbrokers 3\n": "LINE 2: 'brokers 3', expected one line `brokers NUMBER`",
    "brokers 3\nlnik 0 1\n": "LINE 2: 'lnik 0 1', expected link, capacity, stores, topic and demand as first "
    "word (did you mean 'link'?)",
    "brokers 3\nlink 0\n": "LINE 2: 'link 0', expected `link BROKER BROKER`",
    "brokers 3\nlink 0 3\n": "LINE 2: 'link 0 3', expected a whole number from 0 to 2 for '3'",
    "brokers 3\nlink 0 -1\n": "LINE 2: 'link 0 -1', expected a whole number from 0 to 2 for '-1'",
    "brokers 3\nlink 1 1\n": "LINE 2: 'link 1 1', expected two different brokers",
    "brokers 3\nlink 0 1\nlink 1 0\n": "LINE 3: 'link 1 0', expected each link once",
    "brokers 3\nstores 4\n": "LINE 2: 'stores 4', expected a whole number from 1 to 3 for '4'",
    "brokers 3\nstores 2\nstores 2\n": "LINE 3: 'stores 2', expected one line `stores NUMBER`",
    "brokers 3\ncapacity 1.5\n": "LINE 2: 'capacity 1.5', expected a whole number of at least 1 for '1.5'",
    "brokers 3\ntopic a copy 2\n": "LINE 2: 'topic a copy 2', expected `topic NAME copies NUMBER`",
    "brokers 3\ntopic a copies 4\n": "LINE 2: 'topic a copies 4', expected a whole number from 1 to 3 for '4'",
    "brokers 3\ntopic a copies 1\ntopic a copies 1\n": "LINE 3: 'topic a copies 1', expected each topic once",
    "brokers 1\ndemand a 0 1\n": "LINE 2: 'demand a 0 1', expected a line `topic a copies NUMBER`",
    "brokers 1\ntopic a copies 1\ndemand a 0 nan\n": "LINE 3: 'demand a 0 nan', expected a finite number of at "
    "least 0 for 'nan'",
    "brokers 1\ntopic a copies 1\ndemand a 0 -2\n": "LINE 3: 'demand a 0 -2', expected a finite number of at "
    "least 0 for '-2'",
    "brokers 1\ntopic a copies 1\ndemand a 0 1\ndemand a 0 1\n": "LINE 4: 'demand a 0 1', expected each topic "
    "and broker once",
    "brokers 1\nstores 1\ntopic a copies 1\n": "FILE: expected a line `capacity NUMBER`",
    "brokers 1\ncapacity 1\ntopic a copies 1\n": "FILE: expected a line `stores NUMBER`",
    "brokers 1\ncapacity 1\nstores 1\n": "FILE: expected a line `topic NAME copies NUMBER`",
    EXAMPLE.replace("link 1 2", ""): "FILE: no path of links leads from broker 0 to broker 2, expected one",
}

BAD_PLANS = {
    "store\n": "PLAN, line 1: 'store', expected `store BROKER`",
    "store 6\n": "PLAN, line 1: 'store 6', expected a whole number from 0 to 5 for '6'",
    "store 1\nstore 1\n": "PLAN, line 2: 'store 1', expected each store once",
    "stor 1\n": "PLAN, line 1: 'stor 1', expected store or replica as first word (did you mean 'store'?)",
    "store 1\nreplica a\n": "PLAN, line 2: 'replica a', expected `replica TOPIC BROKER`",
    "store 1\nreplica d 1\n": "PLAN, line 2: 'replica d 1', expected a topic of the instance",
    "store 1\nreplica a 2\n": "PLAN, line 2: 'replica a 2', expected a line `store 2`",
    "store 1\nreplica a 1\nreplica a 1\n": "PLAN, line 3: 'replica a 1', expected each replica once",
}


@pytest.fixture
def known_answer(tmp_path: Path) -> Path:
    file = tmp_path / "known answer.txt"
    write_instance(file, KNOWN_ANSWER)
    return file


def call(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    """Run the command line, which must succeed, and return what it prints."""
    exit_status = command_line.main([str(argument) for argument in arguments])
    printed = capsys.readouterr()
    assert (exit_status, printed.err) == (0, "")
    result: dict[str, Any] = json.loads(printed.out)
    return result


def refusal(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Run the command line, which must refuse its arguments, and return the sentence."""
    exit_status = command_line.main([str(argument) for argument in arguments])
    printed = capsys.readouterr()
    assert (exit_status, printed.out, printed.err.count("\n")) == (2, "", 1)
    return printed.err


# ---- Files


def test_an_instance_is_read_as_its_lines_state(tmp_path: Path) -> None:
    file = tmp_path / "instance.txt"
    file.write_text(EXAMPLE)
    demand = ((0.0, 5.0, 0.0), (0.0, 0.0, 0.1))
    assert read_instance(file) == StoreInstance(3, ((0, 1), (1, 2)), ("a", "b"), (2, 1), demand, 1, 2)


def test_instances_and_plans_are_read_as_they_were_written(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    for kind in ("integer", "zipf", "real"):
        instance = random_instance(random, 12, 3, kind)
        write_instance(tmp_path / "instance", instance)
        again = read_instance(tmp_path / "instance")
        assert again == replace(instance, links=tuple(sorted(instance.links)))
        assert instance_text(again) == instance_text(instance)
        plan = StorePlan((7, 2, 5), ((2, 7), (), (5,)))
        write_store_plan(tmp_path / "plan", instance, plan)
        assert read_store_plan(tmp_path / "plan", instance) == plan


def test_the_text_of_an_instance_does_not_depend_on_the_order_of_its_links() -> None:
    reversed_links = tuple((b, a) for a, b in reversed(KNOWN_ANSWER.links))
    assert instance_text(replace(KNOWN_ANSWER, links=reversed_links)) == instance_text(KNOWN_ANSWER)


@pytest.mark.parametrize("text", BAD_INSTANCES)
def test_a_bad_instance_is_refused_in_one_sentence(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "instance.txt"
    file.write_text(text)
    sentence = refusal(capsys, file, "--policy", "seq")
    assert sentence == BAD_INSTANCES[text].replace("FILE", str(file)).replace("LINE", f"{file}, line") + ".\n"


@pytest.mark.parametrize("text", BAD_PLANS)
def test_a_bad_plan_is_refused_in_one_sentence(
    text: str, known_answer: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "plan.txt"
    file.write_text(text)
    assert refusal(capsys, known_answer, "--plan", file) == BAD_PLANS[text].replace("PLAN", str(file)) + ".\n"


def test_files_that_cannot_be_read_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing, binary = tmp_path / "missing", tmp_path / "binary"
    binary.write_bytes(b"brokers \xff")
    assert "missing: No such file or directory, expected a text file" in refusal(capsys, missing, "--policy", "seq")
    assert "binary: byte 8 is no UTF-8, expected a text file" in refusal(capsys, binary, "--policy", "seq")


# ---- Command line


@pytest.mark.parametrize("gain", ["path", "nearest"])
def test_the_example_as_printed(known_answer: Path, gain: str, capsys: pytest.CaptureFixture[str]) -> None:
    printed = call(capsys, known_answer, "--policy", "seq", "--gain", gain)
    scores = printed.pop("scores")
    weights = printed.pop("weights")
    assert scores == pytest.approx([0, 2.34, 5, 0, 3.98, 0.68])
    assert weights == pytest.approx({"a": 0.34, "b": 0.54, "c": 0.12})
    assert printed == {
        "policy": "seq",
        "gain": gain,
        "stores": [2, 4, 1],
        "replicas": {"a": [2, 1], "b": [2, 4], "c": [4, 1]},
        "votes": {"a": [0, 3, 5, 0, 2, 2], "b": [0, 2, 5, 0, 5, 0], "c": [0, 2, 5, 0, 5, 0]},
        "cost": 22,
        "mean_hops": pytest.approx(0.44),
        "short_replicas": 0,
    }


@pytest.mark.parametrize("policy", [*HEURISTICS, "optimum", "optimum-without-limits"])
def test_a_written_plan_has_the_cost_that_was_printed(
    known_answer: Path, policy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = tmp_path / "plan.txt"
    printed = call(capsys, known_answer, "--policy", policy, "--out", plan, "--seed", 3)
    evaluated = call(capsys, known_answer, "--plan", plan)
    assert evaluated == {key: printed[key] for key in ("cost", "mean_hops", "short_replicas")}
    assert ("bound" in printed and "gap" in printed) == policy.startswith("optimum")
    read = read_store_plan(plan, KNOWN_ANSWER)
    assert plan.read_text() == store_plan_text(KNOWN_ANSWER, read) and list(read.stores) == printed["stores"]


def test_it_is_started_as_a_module(known_answer: Path, checkout: Path) -> None:
    command = [sys.executable, "-m", "pyharness.placement", str(known_answer), "--policy", "optimum"]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, timeout=120, check=False)
    printed = json.loads(done.stdout)
    assert (done.returncode, printed["cost"], printed["gap"]) == (0, 22, pytest.approx(0, abs=0.01))


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--policy", "sequence"], "--policy"),
        (["--policy", "seq", "--gain", "far"], "--gain"),
        (["--policy", "seq", "--seed", "x"], "--seed is 'x', expected a whole number"),
        (["--policy", "optimum", "--time-limit", "0"], "--time-limit is '0', expected a finite number above 0"),
        (["--policy", "optimum", "--time-limit", "inf"], "--time-limit is 'inf', expected a finite number above 0"),
        (["--policy", "optimum", "--gap", "1"], "--gap is '1', expected a number of at least 0 and below 1"),
        (["--policy", "seq", "--fast"], "no such option: --fast"),
        ([], "--policy --plan is required"),
        (["--policy", "seq", "--plan", "x"], "not allowed with"),
        (["--policy", "seq", "--out", "/nowhere/plan.txt"], "No such file or directory"),
    ],
)
def test_wrong_arguments_are_refused_in_one_sentence(
    arguments: list[str], part: str, known_answer: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert part in refusal(capsys, known_answer, *arguments)


# ---- Cache


def test_a_cached_optimum_is_not_computed_again(
    known_answer: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = (known_answer, "--policy", "optimum", "--cache", tmp_path / "a cache")
    first = call(capsys, *arguments)

    def fail(*_: object, **__: object) -> StoreOptimum:
        raise UsageError("computed again")

    monkeypatch.setattr(command_line, "optimum", fail)
    assert call(capsys, *arguments) == first
    # Another policy, limit or instance is another entry.
    assert refusal(capsys, *arguments, "--gap", "0.02") == "computed again.\n"
    assert refusal(capsys, *arguments, "--time-limit", "20") == "computed again.\n"
    assert refusal(capsys, known_answer, "--policy", "optimum-without-limits", *arguments[3:]) == "computed again.\n"
    write_instance(known_answer, replace(KNOWN_ANSWER, stores=4))
    assert refusal(capsys, *arguments) == "computed again.\n"


def test_an_entry_that_is_cut_short_or_changed_never_counts(tmp_path: Path) -> None:
    cache = OptimumCache(tmp_path)
    stored = StoreOptimum(StorePlan((2, 4), ((2,), (4, 2), (4,))), 21.5, 0.0125)
    cache.store(KNOWN_ANSWER, stored, policy="optimum")
    (entry,) = tmp_path.iterdir()
    whole = entry.read_bytes()
    assert cache.find(KNOWN_ANSWER, policy="optimum") == stored
    for length in range(len(whole) - 1):  # the last byte is the end of the line
        entry.write_bytes(whole[:length])
        assert cache.find(KNOWN_ANSWER, policy="optimum") is None
    entry.write_bytes(whole.replace(b"21.5", b"20.5"))
    assert cache.find(KNOWN_ANSWER, policy="optimum") is None
    entry.write_bytes(b"[]")
    assert cache.find(KNOWN_ANSWER, policy="optimum") is None


def test_a_cut_short_entry_is_computed_and_stored_anew(
    known_answer: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "cache"
    arguments = (known_answer, "--policy", "optimum", "--cache", folder)
    first = call(capsys, *arguments)
    (entry,) = folder.iterdir()
    whole = entry.read_bytes()
    entry.write_bytes(whole[: len(whole) // 2])
    assert call(capsys, *arguments) == first
    assert entry.read_bytes() == whole and [*folder.iterdir()] == [entry]
