"""The C++ planner and the Python planner, written independently, plan the same."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from placement_bench import KNOWN_ANSWER, random_instance

from pyharness.placement.assignment import rank_brokers
from pyharness.placement.policies import heuristic_plan
from pyharness.placement.problem.instance import StoreInstance, write_instance
from pyharness.placement.problem.store_plan import mean_hops, placement_cost, short_replicas, write_store_plan

POLICIES = ["seq", "wrr", "grd_opt", "global", "local"]
CASES = [(policy, gain) for policy in POLICIES for gain in ("path", "nearest")]
ORDERED = {"seq", "wrr", "global"}
"""Policies whose stores and replicas are in order of choice; grd_opt chooses no stores, and swaps have no order."""


def random_instances() -> list[StoreInstance]:
    """Return 200 trees of 3 to 30 brokers with 1 to 6 topics, whose demand has ties."""
    random = np.random.default_rng(2011)
    sizes = [(int(random.integers(3, 31)), int(random.integers(1, 7))) for _ in range(200)]
    kinds = ["integer", "zipf"] * 100
    return [random_instance(random, *size, kind) for size, kind in zip(sizes, kinds, strict=True)]


def planned_by_cpp(program: Path, file: Path, *options: str) -> dict[str, Any]:
    command = [str(program), f"--instance={file}", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, f"{command}: {done.stderr}"
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def compare(instance: StoreInstance, printed: dict[str, Any], policy: str, gain: str) -> None:
    """Fail where the C++ planner's result is not that of ours."""
    ranking = rank_brokers(instance, gain)
    plan = heuristic_plan(instance, ranking, policy, gain)
    for topic, name in enumerate(instance.topics):
        assert printed["votes"][name] == ranking.votes[topic].tolist(), name
        assert printed["weights"][name] == pytest.approx(ranking.weights[topic], rel=1e-12)
    assert printed["scores"] == pytest.approx(ranking.scores.tolist(), rel=1e-12, abs=1e-12)
    order: Callable[[Any], list[int]] = list if policy in ORDERED else sorted
    assert order(printed["stores"]) == order(plan.stores)
    replicas = dict(zip(instance.topics, plan.replicas, strict=True))
    chosen = sorted if policy == "local" else list
    assert {t: chosen(some) for t, some in printed["replicas"].items()} == {t: chosen(a) for t, a in replicas.items()}
    assert printed["cost"] == pytest.approx(placement_cost(instance, plan), rel=1e-12)
    assert printed["mean_hops"] == pytest.approx(mean_hops(instance, plan), rel=1e-12)
    assert printed["short_replicas"] == short_replicas(instance, plan)


def test_cpp_and_python_planners_agree_on_random_instances(real_program: Callable[[str], Path], tmp_path: Path) -> None:
    """Each instance is planned once, by the policies and gains in turn: 200 short processes."""
    program = real_program("store-planner")
    for index, instance in enumerate(random_instances()):
        policy, gain = CASES[index // 2 % len(CASES)]  # each meets both kinds of demand
        file = tmp_path / f"{index}-{policy}-{gain}.txt"
        write_instance(file, instance)
        printed = planned_by_cpp(program, file, f"--policy={policy}", f"--gain={gain}")
        try:
            compare(instance, printed, policy, gain)
        except AssertionError as error:
            raise AssertionError(f"{file.name}\n{file.read_text()}\n{printed}\n{error}") from error


@pytest.mark.parametrize(("policy", "gain"), CASES)
def test_cpp_and_python_planners_agree_on_the_papers_example(
    real_program: Callable[[str], Path], tmp_path: Path, policy: str, gain: str
) -> None:
    program = real_program("store-planner")
    write_instance(tmp_path / "instance.txt", KNOWN_ANSWER)
    printed = planned_by_cpp(program, tmp_path / "instance.txt", f"--policy={policy}", f"--gain={gain}")
    compare(KNOWN_ANSWER, printed, policy, gain)


def test_the_cpp_planner_evaluates_plans_as_we_do(real_program: Callable[[str], Path], tmp_path: Path) -> None:
    program = real_program("store-planner")
    random = np.random.default_rng(1960)
    for policy in ("rnd", "local", "grd_opt"):
        instance = random_instance(random, 20, 4, "real")
        plan = heuristic_plan(instance, rank_brokers(instance), policy)
        write_instance(tmp_path / "instance.txt", instance)
        write_store_plan(tmp_path / "plan.txt", instance, plan)
        printed = planned_by_cpp(program, tmp_path / "instance.txt", f"--plan={tmp_path / 'plan.txt'}")
        assert printed["cost"] == pytest.approx(placement_cost(instance, plan), rel=1e-12)
        assert printed["mean_hops"] == pytest.approx(mean_hops(instance, plan), rel=1e-12)
