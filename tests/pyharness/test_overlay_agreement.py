"""The C++ routers against definitions and optima in Python, written independently."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from overlay_bench import (
    KNOWN_ANSWER,
    random_overlay_instance,
    repaired_by_definition,
    sdnps_by_definition,
)

from pyharness.overlays.balanced_overlays import balanced_overlays
from pyharness.overlays.exact_trees import exact_steiner_tree
from pyharness.overlays.overlay_instance import (
    OverlayInstance,
    overlay_instance_text,
    read_overlay_instance,
    write_overlay_instance,
)
from pyharness.overlays.overlay_plan import Overlays, residuals_of, write_overlays

RIVALS = ["flooding", "spt", "core", "steiner", "load-steiner"]
Route = Callable[..., dict[str, Any]]


@pytest.fixture
def route(real_program: Callable[[str], Path], tmp_path: Path) -> Route:
    """Run sdn-router on an instance and return what it prints."""
    return partial(routed_by_cpp, real_program("sdn-router"), tmp_path / "instance.txt")


def routed_by_cpp(program: Path, file: Path, instance: OverlayInstance, *options: str) -> dict[str, Any]:
    write_overlay_instance(file, instance)
    command = [str(program), f"--instance={file}", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, f"{command}: {done.stderr}"
    printed: dict[str, Any] = json.loads(done.stdout)
    return printed


def overlays_printed(instance: OverlayInstance, printed: dict[str, Any]) -> Overlays:
    overlays = printed["overlays"]
    return tuple(frozenset(instance.edge_between[a, b] for a, b in overlays[topic.name]) for topic in instance.topics)


def instances(seed: int, count: int, policies: bool = True) -> Iterator[OverlayInstance]:
    """Random instances of 2 to 14 clusters and 1 to 7 topics."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        size = int(random.integers(2, 15))
        edges = int(random.integers(size - 1, 2 * size + 1))
        yield random_overlay_instance(random, size, edges, int(random.integers(1, 8)), policies=policies)


def test_the_known_answer(route: Route, tmp_path: Path) -> None:
    changes = tmp_path / "changes.txt"
    changes.write_text("fail 2 3\nrestore 3 2\n")
    printed = route(KNOWN_ANSWER, f"--changes={changes}")
    assert printed["overlays"] == {
        "t": [[0, 1], [1, 2], [2, 3], [3, 5]],
        "t.u": [[0, 1], [1, 2], [2, 3], [2, 4], [3, 5]],
    }
    assert printed["residuals"] == [7, 5, 3, 4, 5, 8, 4, 3]
    assert (printed["min_residual"], printed["total_link_load_bps"], printed["stored_edges"]) == (3, 13, 5)
    failed, restored = printed["changes"]
    assert failed["changed"] == ["t", "t.u"] and restored["changed"] == []
    assert failed["residuals"] == restored["residuals"] == [7, 5, 6, 2, 5, 8, 4, 2]


def test_sdnps_routes_as_defined(route: Route) -> None:
    for instance in instances(2016, 60):
        for options, incremental in ([], True), (["--incremental=false"], False):
            printed = route(instance, *options)
            expected = sdnps_by_definition(instance, incremental)
            assert overlays_printed(instance, printed) == expected, overlay_instance_text(instance)
            assert printed["residuals"] == residuals_of(instance, expected).tolist()


def test_algorithm_3_repairs_as_defined(route: Route, tmp_path: Path) -> None:
    changes, random, repaired = tmp_path / "changes.txt", np.random.default_rng(3), 0
    for instance in instances(2017, 60):
        overlays = sdnps_by_definition(instance)
        failed = int(random.integers(len(instance.edges)))
        changes.write_text(f"fail {instance.edges[failed].a} {instance.edges[failed].b}\n")
        printed = route(instance, f"--changes={changes}")["changes"][0]
        expected = repaired_by_definition(instance, overlays, failed)
        assert overlays_printed(instance, printed) == expected, overlay_instance_text(instance)
        repaired += expected != overlays
    assert repaired > 30


def test_no_tree_is_smaller_than_the_exact_one(route: Route) -> None:
    for number, instance in enumerate(instances(2018, 20)):
        exact = [exact_steiner_tree(instance, topic) for topic in instance.topics]
        for router in ("sdnps", RIVALS[number % len(RIVALS)]):
            overlays = overlays_printed(instance, route(instance, f"--router={router}"))
            for edges, tree in zip(overlays, exact, strict=True):
                assert len(edges) >= tree.bound - 1e-6 and tree.gap < 1e-6, router


def test_no_router_leaves_more_than_the_optimum(route: Route) -> None:
    """Not of trees per source, which can divide a topic's load: they may leave more than any shared trees."""
    reached = dict.fromkeys(["sdnps", "flooding", "core", "steiner", "load-steiner"], 0)
    for instance in instances(2019, 20):
        best = balanced_overlays(instance, time_limit_s=30.0, gap=0.0)
        for router in reached:
            least = route(instance, f"--router={router}")["min_residual"]
            assert least <= best.bound + 1e-6, router
            reached[router] += least >= best.min_residual - 1e-6
    assert reached["sdnps"] > 0 and reached["load-steiner"] > 0
    assert min(reached.values()) < 20, "an instance has room to be better than a router"


def test_a_plan_is_routed_as_it_was_computed(route: Route, tmp_path: Path) -> None:
    plan = tmp_path / "overlays.txt"
    for instance in instances(2020, 10):
        best = balanced_overlays(instance, gap=0.0)
        write_overlays(plan, instance, best.overlays)
        printed = route(instance, "--router=file", f"--overlays={plan}")
        assert overlays_printed(instance, printed) == best.overlays
        assert printed["residuals"] == residuals_of(instance, best.overlays).tolist()
        assert printed["min_residual"] == best.min_residual and printed["partitioned"] == []


def test_python_reads_the_instance_that_cpp_draws(real_program: Callable[[str], Path], tmp_path: Path) -> None:
    file = tmp_path / "drawn.txt"
    options = ["--topology=regular", "--degree=3", "--clusters=10", "--topics=9", "--branching=2", "--RngRun=5"]
    program = str(real_program("sdn-router"))
    drawn = subprocess.run([program, *options, f"--write_instance={file}"], capture_output=True, text=True, check=True)
    instance = read_overlay_instance(file)
    assert (instance.clusters, len(instance.edges), len(instance.topics)) == (10, 15, 9)
    assert {topic.name: topic.father for topic in instance.topics}["t0.t1.t3"] == "t0.t1"
    again = subprocess.run([program, f"--instance={file}"], capture_output=True, text=True, check=True)
    assert again.stdout == drawn.stdout
    printed = json.loads(again.stdout)
    assert overlays_printed(instance, printed) == sdnps_by_definition(instance)


def test_a_load_of_thirds_leaves_exact_residuals(route: Route) -> None:
    topics = tuple(replace(topic, load=topic.load / 3) for topic in KNOWN_ANSWER.topics)
    instance = replace(KNOWN_ANSWER, topics=topics)
    printed = route(instance)
    assert printed["residuals"] == residuals_of(instance, overlays_printed(instance, printed)).tolist()
    assert printed["residuals"][0] == 10 - round(2 / 3 * 1024) / 1024 - round(1 / 3 * 1024) / 1024
