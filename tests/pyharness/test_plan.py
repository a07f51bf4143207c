"""The plan: what runs there are, what their folders are called, and what decides their identity."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from harness_bench import Bench
from hypothesis import given
from hypothesis import strategies as st

from pyharness.experiment.experiment_file import override, read_experiment_file
from pyharness.experiment.plan import Plan, make_plan
from pyharness.experiment.variants import LONGEST_FOLDER_NAME, variants_at

GRID = '[parameters]\nnodes = 7\n[vary]\nprotocol = ["topsim", "sp-nhop"]\nspeed = [1, 2.5]\n'


def plan(bench: Bench, text: str, *sets: str, replications: int | None = None) -> Plan:
    return make_plan(bench.checkout, override(read_experiment_file(bench.experiment(text)), sets, replications))


def identities(made: Plan) -> list[str]:
    return [run.identity for run in made.runs]


def test_the_grid_in_the_order_of_the_file(bench: Bench) -> None:
    made = plan(bench, GRID)
    names = (
        "protocol=topsim,speed=1",
        "protocol=topsim,speed=2.5",
        "protocol=sp-nhop,speed=1",
        "protocol=sp-nhop,speed=2.5",
    )
    assert made.experiment.variants == names
    assert [(run.replication, run.variant.name) for run in made.runs] == [(k, name) for k in (1, 2) for name in names]
    assert made.experiment.varying == {"protocol": ("topsim", "sp-nhop"), "speed": (1.0, 2.5)}
    assert made.experiment.parameters["nodes"] == 7 and "protocol" not in made.experiment.parameters
    assert made.experiment.units == {"nodes": "nodes", "speed": "m/s"}, "that a text names a file is no unit"
    assert made.runs[0].variant.parameters["fading"] is False, "defaults are said, not implied"


ALONE = (
    '[parameters]\nnodes = 7\n[vary]\nprotocol = ["topsim", "sp-nhop"]\n'
    "[one_at_a_time]\nnodes = [3, 7, 9]\nspeed = [2.5]\n"
)


def test_one_at_a_time_rests_at_the_parameters_or_the_default(bench: Bench) -> None:
    made = plan(bench, ALONE)
    rest = made.experiment.varying["speed"][1]
    names = [f"nodes=3,speed={rest:g}", f"nodes=7,speed={rest:g}", f"nodes=9,speed={rest:g}", "nodes=7,speed=2.5"]
    assert made.experiment.variants == tuple(f"protocol={p},{name}" for p in ("topsim", "sp-nhop") for name in names)
    assert made.experiment.varying["nodes"] == (3, 7, 9)
    assert "nodes" not in made.experiment.parameters


def test_one_at_a_time_from_the_command_line(bench: Bench) -> None:
    one = plan(bench, ALONE, "nodes=9", "speed=2.5", "protocol=topsim")
    assert one.experiment.variants == ("protocol=topsim,nodes=9,speed=2.5",)
    assert set(one.experiment.variants) < {*plan(bench, ALONE.replace("= 7", "= 9")).experiment.variants}
    assert len(plan(bench, ALONE, "nodes=[3, 4, 7]").experiment.variants) == len(plan(bench, ALONE).experiment.variants)


def test_nothing_varies(bench: Bench) -> None:
    assert plan(bench, "").experiment.variants == ("only",)


def test_arguments(bench: Bench) -> None:
    made = plan(bench, '[parameters]\nfading = true\nspeed = 3\n"ns3::ShopParent::BeaconPeriod" = "1s"\n')
    arguments = made.runs[1].arguments
    assert {"--fading=true", "--speed=3", "--ns3::ShopParent::BeaconPeriod=1s", "--RngRun=2"} <= set(arguments)


def test_replication_k_has_the_same_seed_in_every_variant(bench: Bench) -> None:
    seeds = {(run.replication, run.arguments[-1]) for run in plan(bench, GRID).runs}
    assert seeds == {(1, "--RngRun=1"), (2, "--RngRun=2")}


def test_identity_does_not_depend_on_spelling(bench: Bench) -> None:
    assert identities(plan(bench, "[parameters]\nspeed = 2\nnodes = 5\n")) == identities(
        plan(bench, "[parameters]\nspeed = 2.0\n")
    )


def test_identity_depends_on_all_that_decides_bytes(bench: Bench) -> None:
    first = plan(bench, GRID)
    seen = set(identities(first))
    assert len(seen) == len(first.runs)
    assert not seen & set(identities(plan(bench, GRID, "nodes=8")))
    program = bench.root / "build" / "bin" / "standin"
    program.write_text(program.read_text() + "# another build\n")
    rebuilt = set(identities(plan(bench, GRID)))
    assert not seen & rebuilt
    for module in ("pubsub", "spatial-wifi-channel"):
        source = bench.root / "contrib" / module / "CMakeLists.txt"
        source.parent.mkdir(parents=True)
        source.touch()
    for library in bench.checkout.models:
        library.parent.mkdir(exist_ok=True)
        library.write_bytes(b"models")
        seen |= rebuilt
        rebuilt = set(identities(plan(bench, GRID)))
        assert not seen & rebuilt


def test_an_input_file_counts_by_name_and_content_not_by_place(bench: Bench) -> None:
    text = '[parameters]\nmobility_file = "walk.tcl"\n'
    walk = bench.root / "walk.tcl"
    walk.write_text("here")
    first = plan(bench, text)
    assert f"--mobility_file={walk}" in first.runs[0].arguments
    assert first.runs[0].variant.parameters["mobility_file"] == "walk.tcl"
    walk.write_text("there")
    assert identities(plan(bench, text)) != identities(first)
    walk.write_text("here")
    moved = bench.root / "elsewhere"
    moved.mkdir()
    file = read_experiment_file(bench.experiment(text).rename(moved / "trial.toml"))
    walk.rename(moved / "walk.tcl")
    assert identities(make_plan(bench.checkout, file)) == identities(first)


@pytest.mark.parametrize(
    ("sets", "variants"),
    [
        (["protocol=topsim"], ("protocol=topsim,speed=1", "protocol=topsim,speed=2.5")),
        (["speed=[4]", "protocol=topsim"], ("protocol=topsim,speed=4",)),
        (
            ["speed=1", "nodes=[5, 6]", "protocol=topsim"],
            ("protocol=topsim,speed=1,nodes=5", "protocol=topsim,speed=1,nodes=6"),
        ),
        (['protocol="topsim"', "speed=1"], ("protocol=topsim,speed=1",)),
        (["protocol=topsim", "speed=1", "label=5"], ("protocol=topsim,speed=1",)),
    ],
)
def test_set(bench: Bench, sets: list[str], variants: tuple[str, ...]) -> None:
    assert plan(bench, GRID, *sets).experiment.variants == variants


def test_set_of_a_text_stays_text(bench: Bench) -> None:
    made = plan(bench, "", "label=5", "ns3::ShopParent::BeaconPeriod=1s", replications=3)
    assert made.runs[0].variant.parameters["label"] == "5"
    assert "--ns3::ShopParent::BeaconPeriod=1s" in made.runs[0].arguments
    assert len(made.runs) == 3


@given(st.lists(st.text(min_size=1, max_size=300), min_size=1, max_size=6, unique=True))
def test_every_variant_has_a_folder_name_of_its_own(labels: list[str]) -> None:
    points = [{"label": label} for label in labels]
    names = [variant.name for variant in variants_at(points, [{}] * len(points), {}, {}, {})]
    assert len(set(names)) == len(labels)
    for name in names:
        assert len(name.encode()) <= LONGEST_FOLDER_NAME and Path(name).name == name
        assert not set(name) & set(":/\\ *?[]{}") and not name.startswith(".")


def test_limits_and_what_ns3_logs(bench: Bench) -> None:
    made = plan(bench, "")
    assert (made.timeout_s, made.memory_bytes, made.retries, made.ns_log) == (None, None, 2, "")
    made = plan(bench, 'memory_mb = 500\nretries = 0\nlog = ["ShopParent=level_info|prefix_time", "*=error"]\n')
    assert (made.memory_bytes, made.retries) == (500_000_000, 0)
    assert made.ns_log == "ShopParent=level_info|prefix_time:*=error"


def test_the_log_is_part_of_the_identity_where_there_is_one(bench: Bench) -> None:
    silent, logging = plan(bench, GRID), plan(bench, 'log = ["ShopParent"]\n' + GRID)
    assert identities(silent) == identities(plan(bench, "memory_mb = 500\nretries = 5\nlog = []\n" + GRID))
    assert not {*identities(silent)} & {*identities(logging)}
    file = override(read_experiment_file(bench.experiment('log = ["TopSim"]\n' + GRID)), [], None, ["ShopParent"])
    assert identities(make_plan(bench.checkout, file)) == identities(logging)


def test_100_000_runs_are_planned_at_once(bench: Bench) -> None:
    nodes, speeds = list(range(1, 101)), list(range(100))
    file = read_experiment_file(bench.experiment(f"replications = 10\n[vary]\nnodes = {nodes}\nspeed = {speeds}\n"))
    seconds = []
    for _ in range(3):
        started = time.process_time()
        made = make_plan(bench.checkout, file)
        seconds.append(time.process_time() - started)
    assert len({*identities(made)}) == 100_000
    assert min(seconds) < 1.2, "0.3 s where nothing else runs; something grows faster than the plan does"
