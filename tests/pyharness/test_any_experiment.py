"""Whatever an experiment's file says, it is a plan or one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import standin
from hypothesis import given
from hypothesis import strategies as st

from pyharness.experiment.experiment_file import override, read_experiment_file
from pyharness.experiment.input_files import input_files
from pyharness.experiment.parameter_grid import make_grid
from pyharness.experiment.variants import variants_at
from pyharness.programs.description import Description
from schema.errors import UsageError

KEYS = [
    "nodes",
    "speed",
    "protocol",
    "fading",
    "mobility_file",
    "label",
    "ns3::ShopParent::BeaconPeriod",
    "nods",
    "out",
]
keys = st.sampled_from(KEYS)
numbers = st.integers(-2, 60) | st.floats() | st.sampled_from([1e300, 0.5, 2**62])
texts = st.sampled_from(
    ["topsim", "", "nodes * 2", "9**9**9", "1/0", "min(nodes, 5)", "nodes + speed", "'topsim'", "("]
)
scalars = numbers | st.booleans() | texts
distributions = st.sampled_from(["uniform", "log_uniform", "normal", "exponential"])
spreads = st.one_of(
    st.fixed_dictionaries({"from": numbers, "to": numbers, "step": numbers}),
    st.fixed_dictionaries(
        {"from": numbers, "to": numbers, "count": st.integers(0, 9)}, optional={"scale": st.just("log")}
    ),
    st.builds(
        lambda name, numbers, count, seed: {name: numbers, "count": count, "seed": seed},
        distributions, st.lists(numbers, min_size=2, max_size=2) | numbers, st.integers(0, 20), st.integers(-1, 2**62),
    ),
    st.dictionaries(st.sampled_from(["from", "to", "count", "uniform", "seed"]), scalars, max_size=4),
)  # fmt: skip
anything = scalars | st.lists(scalars, max_size=3) | spreads
tables = st.dictionaries(keys, anything, max_size=3)
files = st.fixed_dictionaries(
    {},
    optional={
        "parameters": tables,
        "vary": tables,
        "zip": st.lists(tables, max_size=2) | tables,
        "points": st.lists(tables, max_size=3),
        "one_at_a_time": tables,
        "derived": st.dictionaries(keys, scalars, max_size=3),
        "constraints": st.lists(texts | st.sampled_from(["nodes > 5", "speed < nodes or fading"]), max_size=2),
        "extends": st.just("base.toml"),
        "without": st.lists(keys, max_size=2),
    },
)


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(each)}" for key, each in value.items()) + "}"
    return (
        f"[{', '.join(map(toml, value))}]"
        if isinstance(value, list)
        else json.dumps(value).lower().replace("infinity", "inf")
    )


@given(files, files, st.lists(st.tuples(keys, anything), max_size=2))
def test_any_file_is_a_plan_or_one_sentence(
    own: dict[str, Any], base: dict[str, Any], sets: list[tuple[str, Any]]
) -> None:
    description = Description.model_validate(standin.DESCRIPTION)
    head = 'name = "t"\nquestion = "?"\nprogram = "standin"\nreplications = 1\n'
    with TemporaryDirectory() as folder:
        for name, said in (("t.toml", own), ("base.toml", base)):
            Path(folder, name).write_text(head + "".join(f"{key} = {toml(each)}\n" for key, each in said.items()))
        try:
            file = override(
                read_experiment_file(Path(folder, "t.toml")), [f"{key}={toml(each)}" for key, each in sets], None
            )
            laid = make_grid(description, file)
            variants = variants_at(
                laid.points, laid.derived, laid.fixed, input_files(description, file.settings, laid), {}
            )
        except UsageError as error:
            assert "\n" not in str(error)
            return
    assert len({each.name for each in variants}) == len(variants) == len({each.digest for each in variants})
    assert all(set(laid.varying) == set(each.varying) for each in variants)
