"""Experiments in every way they can be said: the examples of docs/experiments.md, and what each table means."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from harness_bench import ROOT, Bench, Typed, one_sentence
from hypothesis import given
from hypothesis import strategies as st

from pyharness.experiment import points
from pyharness.experiment.experiment_file import _File, override, read_experiment_file
from pyharness.experiment.plan import Plan, make_plan
from pyharness.programs.checkout import Checkout
from spark_analysis.statistics.result_tables import pairs_table

DOCS = (ROOT / "docs" / "experiments.md").read_text()
HEAD = {"name": '"trial"', "question": '"?"', "program": '"manet"', "replications": "1"}


def plan(bench: Bench, text: str, *sets: str, name: str = "trial.toml") -> Plan:
    return make_plan(bench.checkout, override(read_experiment_file(bench.experiment(text, name)), sets, None))


def columns(made: Plan, *keys: str) -> list[tuple[Any, ...]]:
    """The values of some parameters, by variant."""
    variants = [run.variant for run in made.runs if run.replication == 1]
    return [tuple(variant.parameters[key] for key in keys) for variant in variants]


def example(folder: Path, heading: str) -> Plan:
    """The plan of the example under a heading of the docs, by the real program."""
    section = re.search(
        rf"^#+ {re.escape(heading)}$(.*?)(?=^#|\Z)", FENCED.sub(_indented, DOCS), re.MULTILINE | re.DOTALL
    )
    assert section, heading
    text = re.search(r"^    ```toml\n(.*?)^    ```$", section[1], re.MULTILINE | re.DOTALL)
    assert text, heading
    return make_plan(
        Checkout.here(), read_experiment_file(_file(folder, re.sub("^    ", "", text[1], flags=re.MULTILINE)))
    )


FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def _indented(block: re.Match[str]) -> str:
    """So that a comment in an example is no heading."""
    return re.sub("^", "    ", block[0], flags=re.MULTILINE)


def _file(folder: Path, text: str) -> Path:
    head = {key: value for key, value in HEAD.items() if f"{key} =" not in text}
    if "extends =" in text:
        head = {}
    name = re.search('^name = "(.*?)"', text, re.MULTILINE)
    path = folder / f"{name[1] if name else 'trial'}.toml"
    path.write_text("".join(f"{key} = {value}\n" for key, value in head.items()) + text)
    return path


def test_docs_ranges(tmp_path: Path) -> None:
    varying = example(tmp_path, "Ranges and distributions").experiment.varying
    assert varying["nodes"] == (10, 20, 30, 40, 50) and varying["range"] == (100, 150, 200, 250)
    assert varying["event_rate"] == (0.1, 1, 10)
    assert len(varying["speed_max"]) == 5 and all(2 <= float(speed) <= 20 for speed in varying["speed_max"])
    assert varying == example(tmp_path, "Ranges and distributions").experiment.varying


def test_docs_zip(tmp_path: Path) -> None:
    made = example(tmp_path, "Parameters that change together")
    sizes = [(25, 707, 707), (50, 1000, 1000), (100, 1414, 1414)]
    assert columns(made, "protocol", "nodes", "width", "height") == [
        (protocol, *size) for protocol in ("sp-nhop", "topsim") for size in sizes
    ]
    assert made.experiment.variants[0] == "protocol=sp-nhop,nodes=25,width=707,height=707"


def test_docs_points(tmp_path: Path) -> None:
    made = example(tmp_path, "Single points")
    assert columns(made, "protocol", "ns3::Gossip::Probability", "ns3::HintRouting::Credits") == [
        *[("gossip", probability, "1") for probability in ("0.5", "0.7")],
        *[("hint", "0.7", credits) for credits in ("0", "1", "2")],
    ]


def test_docs_one_at_a_time(tmp_path: Path) -> None:
    made = example(tmp_path, "One at a time")
    assert columns(made, "speed_max", "nodes")[:5] == [(2, 50), (5, 50), (20, 50), (5, 25), (5, 100)]
    assert len(made.experiment.variants) == 10


def test_docs_derived(tmp_path: Path) -> None:
    made = example(tmp_path, "Derived parameters")
    assert made.experiment.variants == ("nodes=25", "nodes=50", "nodes=100")
    found = columns(made, "width", "height", "publishers")
    assert [row[2] for row in found] == [1, 2, 5] and found[1][:2] == (1000, 1000)
    assert found[0][0] == found[0][1] == pytest.approx(707.1, abs=0.1)
    assert not {"width", "height", "publishers"} & {*made.experiment.parameters, *made.experiment.varying}
    assert "--publishers=5" in made.runs[2].arguments


def test_docs_constraints(tmp_path: Path) -> None:
    made = example(tmp_path, "Constraints")
    assert len(made.experiment.variants) == 9 and not made.notes and "9 of 12 variants" in DOCS
    assert all(nodes * reach <= 25000 for nodes, reach in columns(made, "nodes", "range"))
    assert ("oracle", 100) not in columns(made, "protocol", "nodes")


def test_docs_extends(tmp_path: Path) -> None:
    density = example(tmp_path, "How to write an experiment")
    assert len(density.runs) == 60
    slow = example(tmp_path, "Extension of another file")
    assert slow.experiment.name == "density-slow" and len(slow.runs) == 40
    assert {row[0] for row in columns(slow, "speed_max")} == {2} and {row[0] for row in columns(slow, "duration")} == {
        120
    }
    assert density.experiment.source in slow.experiment.source


def test_the_docs_name_every_key() -> None:
    for key in _File.model_fields:
        assert re.search(rf"`(\[*{key}\]*|{key})`", DOCS), key


def test_every_example_is_tested() -> None:
    tested = set(re.findall(r'example\(tmp_path, "(.*?)"\)', Path(__file__).read_text()))
    assert DOCS.count("```toml") == len(tested)


ZIPPED = """
[vary]
protocol = ["topsim", "sp-nhop"]
[[zip]]
nodes = [5, 10, 10]
speed = [1, 2, 3]
[[zip]]
label = ["a", "b"]
seconds = {from = 0, to = 0.1, step = 0.1}
"""


def test_groups_that_change_together_multiply(bench: Bench) -> None:
    made = plan(bench, ZIPPED)
    rows = columns(made, "protocol", "nodes", "speed", "label", "seconds")
    steps, labels = [(5, 1), (10, 2), (10, 3)], [("a", 0), ("b", 0.1)]
    assert rows == [(p, *a, *b) for p, a, b in itertools.product(["topsim", "sp-nhop"], steps, labels)]
    assert made.experiment.varying["nodes"] == (5, 10)


@pytest.mark.parametrize(
    ("sets", "nodes", "speeds"),
    [
        (["nodes=7"], [7, 7, 7], [1, 2, 3]),
        (["nodes=[7, 8, 9]"], [7, 8, 9], [1, 2, 3]),
        (["nodes={from = 1, to = 3, step = 1}"], [1, 2, 3], [1, 2, 3]),
        (["nodes=7", "speed=4"], [7], [4]),
        (["speed=2"], [5, 10], [2, 2]),
    ],
)
def test_set_of_a_key_that_changes_with_others(
    bench: Bench, sets: list[str], nodes: list[int], speeds: list[float]
) -> None:
    made = plan(bench, ZIPPED, *sets, "protocol=topsim", "label=a", "seconds=0")
    assert columns(made, "nodes", "speed") == list(zip(nodes, speeds, strict=True))
    assert made.experiment.variants[0] == f"protocol=topsim,nodes={nodes[0]},speed={speeds[0]},label=a,seconds=0"


POINTS = """
[parameters]
speed = 4
[vary]
fading = [false, true]
[[points]]
protocol = "topsim"
nodes = [5, 6]
[[points]]
protocol = "sp-nhop"
speed = {from = 1, to = 2, step = 1}
[[points]]
nodes = 6
protocol = "topsim"
"""


def test_points_are_grids_and_rest_where_they_say_nothing(bench: Bench) -> None:
    made = plan(bench, POINTS)
    expected = [("topsim", 5, 4), ("topsim", 6, 4), ("sp-nhop", 5, 1), ("sp-nhop", 5, 2)]
    assert columns(made, "fading", "protocol", "nodes", "speed") == [(f, *p) for f in (False, True) for p in expected]
    assert made.experiment.variants[0] == "fading=false,protocol=topsim,nodes=5,speed=4"


def test_set_at_points(bench: Bench) -> None:
    assert columns(plan(bench, POINTS, "nodes=8", "fading=true"), "protocol", "nodes", "speed") == [
        ("topsim", 8, 4), ("sp-nhop", 8, 1), ("sp-nhop", 8, 2)
    ]  # fmt: skip
    assert len(plan(bench, POINTS, "speed=[7, 8]", "fading=true").experiment.variants) == 6


def test_variants_a_step_apart_are_compared(bench: Bench) -> None:
    text = "[vary]\nfading = [true, false]\n[[zip]]\nnodes = [5, 6, 7]\nspeed = [1, 2, 1]\n"
    made = plan(bench, text)
    assert made.experiment.together == (("nodes", "speed"),)
    rows = [
        {"metric": "hops_mean", "replication": run.replication, "variant": run.variant.name, "value": 1.0}
        | dict(run.variant.varying)
        for run in made.runs
    ]
    pairs = pairs_table(made.experiment, pd.DataFrame(rows))
    assert pairs["parameter"].value_counts().to_dict() == {"nodes+speed": 4, "nodes": 2, "fading": 3}


DERIVED = """
constraints = ["nodes * speed < 40", "seconds < 3"]
[vary]
nodes = [5, 10, 20]
speed = [1, 2]
[derived]
seconds = "faulty_run / 4"
faulty_run = "nodes * 2 - 10"
label = "'many' if nodes > 7 else 'few'"
"ns3::ShopParent::BeaconPeriod" = "speed"
"""


def test_derived_parameters_follow_and_constraints_hold(bench: Bench) -> None:
    made = plan(bench, DERIVED)
    assert made.experiment.variants == ("nodes=5,speed=1", "nodes=5,speed=2", "nodes=10,speed=1", "nodes=10,speed=2")
    assert made.experiment.varying == {"nodes": (5, 10), "speed": (1.0, 2.0)}
    found = columns(made, "seconds", "faulty_run", "label", "ns3::ShopParent::BeaconPeriod")
    assert found == [(0, 0, "few", "1"), (0, 0, "few", "2"), (2.5, 10, "many", "1"), (2.5, 10, "many", "2")]
    assert len({run.identity for run in made.runs}) == 8


def test_set_of_a_derived_parameter_and_of_what_others_follow_from(bench: Bench) -> None:
    assert columns(plan(bench, DERIVED, "faulty_run=8", "nodes=5"), "seconds") == [(2,), (2,)]
    assert columns(plan(bench, DERIVED, "faulty_run=[4, 8]", "nodes=5", "speed=1"), "seconds") == [(1,), (2,)]
    assert columns(plan(bench, DERIVED, "nodes=6", "speed=1"), "faulty_run") == [(2,)]


def test_a_derived_parameter_counts_in_the_identity(bench: Bench) -> None:
    first, second = (plan(bench, f'[vary]\nnodes = [1, 2]\n[derived]\nseconds = "nodes / {by}"\n') for by in (10, 20))
    assert first.experiment.variants == second.experiment.variants
    assert not {run.identity for run in first.runs} & {run.identity for run in second.runs}
    said = plan(bench, '[vary]\nnodes = [1]\n[derived]\nseconds = "nodes / 10"\n')
    assert {run.identity for run in said.runs} < {run.identity for run in first.runs}
    by_hand = plan(bench, "[parameters]\nseconds = 0.1\n[vary]\nnodes = [1]\n")
    assert [run.identity for run in by_hand.runs] == [run.identity for run in said.runs]


def test_what_is_left_out_is_never_derived(bench: Bench) -> None:
    text = 'constraints = ["nodes > 1"]\n[vary]\nnodes = [1, 2]\n[derived]\nseconds = "1 / (nodes - 1)"\n'
    assert columns(plan(bench, text), "nodes", "seconds") == [(2, 1)]


def test_a_constraint_that_leaves_nothing_out_is_told(bench: Bench, typed: Typed) -> None:
    path = bench.experiment('constraints = ["nodes > 1"]\n[vary]\nnodes = [2, 3]\n')
    done = typed("sweep", path.name, "--dry-run")
    assert (
        done.exit_status == 0 and one_sentence(done.err) == "trial.toml: constraints: 'nodes > 1' leaves nothing out."
    )


def test_attributes_in_expressions(bench: Bench) -> None:
    key = '"ns3::ShopParent::BeaconPeriod"'
    text = (
        f'constraints = ["ns3::ShopParent::BeaconPeriod < 2 or nodes == 5"]\n[vary]\n{key} = [1, 3]\nnodes = [5, 6]\n'
    )
    assert columns(plan(bench, text), "ns3::ShopParent::BeaconPeriod", "nodes") == [("1", 5), ("1", 6), ("3", 5)]
    text = "constraints = [\"ns3::ShopParent::BeaconPeriod == '+2e+09ns'\"]\n"
    assert plan(bench, text).experiment.variants == ("only",)


def test_random_values(bench: Bench) -> None:
    text = """
[vary]
nodes = {uniform = [1, 6], count = 6, seed = 1}
[[zip]]
speed = {exponential = 5, count = 4, seed = 1}
seconds = {exponential = 5, count = 4, seed = 1}
faulty_run = {uniform = [0, 1], count = 4, seed = 1}
"""
    varying = plan(bench, text).experiment.varying
    assert sorted(map(int, varying["nodes"])) == [1, 2, 3, 4, 5, 6], "as many as there are, each once"
    assert len(varying["speed"]) == 4 and not set(varying["speed"]) & set(varying["seconds"])
    assert varying == plan(bench, text).experiment.varying
    assert varying["speed"] != plan(bench, text.replace("seed = 1", "seed = 2")).experiment.varying["speed"]
    assert all(isinstance(value, int) for value in varying["faulty_run"])


def test_ranges_of_whole_numbers(bench: Bench) -> None:
    text = "[vary]\nnodes = {{from = 1, to = 1000, count = 4, scale = 'log'}}\nfaulty_run = {{from = {}}}\n"
    made = plan(bench, text.format("10, to = 0, step = -5")).experiment
    assert made.varying == {"nodes": (1, 10, 100, 1000), "faulty_run": (10, 5, 0)}
    assert "nodes=10,faulty_run=5" in made.variants
    assert plan(bench, text.format("0, to = 7, count = 3")).experiment.varying["faulty_run"] == (0, 4, 7)


BASE = """
constraints = ["nodes < 100"]
retries = 5
[parameters]
speed = 4
seconds = 0.5
"ns3::ShopParent::BeaconPeriod" = "1s"
[vary]
protocol = ["topsim", "sp-nhop"]
nodes = [5, 10, 200]
"""


def extending(bench: Bench, text: str, base: str = BASE) -> Plan:
    folder = bench.root / "shared"
    folder.mkdir(exist_ok=True)
    bench.experiment(base, "shared/base.toml")
    path = bench.root / "trial.toml"
    path.write_text(f'extends = "shared/base.toml"\nname = "trial"\n{text}')
    return make_plan(bench.checkout, read_experiment_file(path))


def test_extends_takes_over_and_goes_before(bench: Bench) -> None:
    base = plan(bench, BASE, name="base.toml")
    same = extending(bench, "")
    assert [run.identity for run in same.runs] == [run.identity for run in base.runs] and same.retries == 5
    made = extending(bench, 'replications = 1\nwithout = ["ns3::*"]\n[vary]\nspeed = [1, 2]\n[parameters]\nnodes = 7\n')
    assert columns(made, "protocol", "speed", "nodes", "seconds") == [
        (protocol, speed, 7, 0.5) for protocol in ("topsim", "sp-nhop") for speed in (1, 2)
    ]
    assert len(made.runs) == 4 and "ns3::ShopParent::BeaconPeriod" not in made.experiment.parameters
    assert extending(bench, "constraints = []\n").experiment.varying["nodes"] == (5, 10, 200)


def test_extends_in_every_table(bench: Bench) -> None:
    text = '[derived]\nnodes = "5 + 1"\n[[points]]\nspeed = 1\nseconds = 0\n[[points]]\nspeed = 9\n'
    made = extending(bench, text)
    assert columns(made, "protocol", "speed", "seconds") == [
        (protocol, *point) for protocol in ("topsim", "sp-nhop") for point in ((1, 0), (9, 0.5))
    ]
    zipped = "[[zip]]\nnodes = [1, 2]\nspeed = [3, 4]\n[one_at_a_time]\nseconds = [0, 1]\n"
    made = extending(bench, "[parameters]\nnodes = 3\nseconds = 2\n", zipped)
    assert columns(made, "nodes", "speed", "seconds") == [(3, speed, second) for speed in (3, 4) for second in (0, 1)]


def test_input_files_are_looked_for_beside_the_toml_that_names_them(bench: Bench) -> None:
    (bench.root / "shared").mkdir()
    (bench.root / "shared" / "walk.tcl").write_text("walk")
    (bench.root / "run.tcl").write_text("run")
    made = extending(bench, '[vary]\nprotocol = ["topsim"]\n', '[parameters]\nmobility_file = "walk.tcl"\n')
    assert f"--mobility_file={bench.root / 'shared' / 'walk.tcl'}" in made.runs[0].arguments
    text = "[derived]\nmobility_file = \"'run.tcl' if nodes > 5 else ''\"\n[vary]\nnodes = [5, 6]\n"
    made = plan(bench, text)
    assert [any("mobility" in argument for argument in run.arguments) for run in made.runs[:2]] == [False, True]
    assert f"--mobility_file={bench.root / 'run.tcl'}" in made.runs[1].arguments


values_of_a_key = st.lists(st.integers(0, 5), min_size=1, max_size=4, unique=True)


@given(
    st.lists(values_of_a_key, max_size=3),
    st.lists(st.tuples(st.integers(1, 3), st.integers(1, 4)), max_size=3),
    st.lists(values_of_a_key, max_size=2),
)
def test_points_are_the_product_of_blocks(
    grid: list[list[int]], zips: list[tuple[int, int]], around: list[list[int]]
) -> None:
    blocks = [points.each_value(f"grid{at}", given) for at, given in enumerate(grid)]
    for at, (keys, rows) in enumerate(zips):
        group = {f"zip{at}.{key}": [row * 10 + key for row in range(rows)] for key in range(keys)}
        blocks.append(points.in_step(group))
        assert all(block[key] % 10 == int(key[-1]) for block in blocks[-1] for key in block)
    if around:
        blocks.append(
            points.in_turn(
                {f"alone{at}": each for at, each in enumerate(around)}, dict.fromkeys(["alone0", "alone1"], 0)
            )
        )
    made = points.product(blocks)
    expected = 1
    for block in blocks:
        expected *= len(block)
    assert len(made) == expected == len({tuple(point.items()) for point in made})
    assert made == points.product(blocks) and len({tuple(point) for point in made}) == 1
    ranks = [[tuple(block_point.items()) for block_point in block] for block in blocks]
    places = [tuple(rank.index(tuple((key, point[key]) for key, _ in rank[0])) for rank in ranks) for point in made]
    assert places == sorted(places), "the last block changes fastest"
    if around:
        at_rest = [sum(point[key] != 0 for key in point if key.startswith("alone")) for point in made]
        assert max(at_rest) <= 1
