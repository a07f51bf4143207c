"""The program store-planner: what it prints, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from scenario_bench import Program

EXAMPLE = """\
brokers 6
link 0 3
link 3 4
link 1 4
link 2 4
link 4 5
capacity 2
stores 3
topic a copies 2
topic b copies 2
topic c copies 2
"""
DEMAND = {"a": (0, 5, 8, 0, 1, 3), "b": (2, 5, 12, 2, 4, 2), "c": (0, 1, 2, 0, 3, 0)}
"""An instance with which the algorithm gives every number of the example in section 5.3 of the paper."""


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    file = tmp_path / "instance.txt"
    demand = [f"demand {name} {at} {rate}\n" for name, rates in DEMAND.items() for at, rate in enumerate(rates) if rate]
    file.write_text(EXAMPLE + "".join(demand))
    return file


@pytest.mark.parametrize("gain", ["path", "nearest"])
def test_the_published_example(program: Program, instance: Path, gain: str) -> None:
    printed = json.loads(program("store-planner", f"--instance={instance}", f"--gain={gain}").stdout)
    assert list(printed) == [
        *("policy", "gain", "stores", "replicas", "votes", "weights", "scores", "cost", "mean_hops", "short_replicas"),
    ]
    assert (printed["policy"], printed["gain"]) == ("seq", gain)
    assert printed["stores"] == [2, 4, 1]
    assert printed["replicas"] == {"a": [2, 1], "b": [2, 4], "c": [4, 1]}
    assert printed["votes"] == {"a": [0, 3, 5, 0, 2, 2], "b": [0, 2, 5, 0, 5, 0], "c": [0, 2, 5, 0, 5, 0]}
    assert printed["weights"] == {"a": 17 / 50, "b": 27 / 50, "c": 6 / 50}, "17 digits read back as the same number"
    assert printed["scores"] == pytest.approx([0, 2.34, 5, 0, 3.98, 0.68])
    assert (printed["cost"], printed["mean_hops"], printed["short_replicas"]) == (22, 0.44, 0)


def test_a_plan_file_is_evaluated(program: Program, instance: Path, tmp_path: Path) -> None:
    plan = tmp_path / "plan.txt"
    plan.write_text("store 2\nstore 1\nreplica a 2\nreplica a 1\n")
    printed = json.loads(program("store-planner", f"--instance={instance}", f"--plan={plan}").stdout)
    # 0-3-4-5, 4-1, 4-2: brokers 4 and 5 are one and two hops from the stores.
    assert printed == {
        "stores": [2, 1],
        "replicas": {"a": [2, 1], "b": [], "c": []},
        "cost": 1 * 1 + 3 * 2,
        "mean_hops": 7 / 50,
        "short_replicas": 4,
    }


def test_random_policies_follow_the_replication(program: Program, instance: Path) -> None:
    def stores(run: int) -> str:
        return program("store-planner", f"--instance={instance}", "--policy=rnd-stores", f"--RngRun={run}").stdout

    assert stores(1) == stores(1)
    assert len({stores(run) for run in range(1, 7)}) > 1


def test_wrong_input_is_refused_with_a_sentence(program: Program, instance: Path, tmp_path: Path) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text("brokers 2\nlink 0 2\n")
    wrong = {
        (): "--instance is missing; expected the name of an instance file",
        (f"--instance={file}",): f"{file}, line 2: 'link 0 2'; expected a broker from 0 to 1 instead of '2'",
        (f"--instance={tmp_path}",): f"{tmp_path} cannot be read or is empty; expected a text file",
        (
            f"--instance={instance}",
            f"--plan={instance}",
        ): f"{instance}, line 1: 'brokers 6'; expected 'store BROKER' or 'replica TOPIC BROKER'",
    }
    for arguments, sentence in wrong.items():
        done = program("store-planner", *arguments)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"store-planner: {sentence}\n")
