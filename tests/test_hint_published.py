"""Hint-driven routing in its published set-up: the orders in docs/hint-validation.md hold in a few replications."""

from __future__ import annotations

import itertools
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pandas as pd
import pytest

from benchmarks.hint_validation import MEASURES, measure_run, point
from pyharness.experiment.experiment_file import override, read_experiment_file
from pyharness.experiment.plan import Plan, PlannedRun, make_plan
from pyharness.programs.checkout import Checkout
from pyharness.programs.program import Program

REPLICATIONS = 5
Means = Callable[[str, str], float]


def planned(name: str) -> Plan:
    here = Checkout.here()
    file = read_experiment_file(here.scenarios / f"{name}.toml")
    return make_plan(here, override(file, ["captures=false"], REPLICATIONS))


@pytest.fixture(scope="module")
def mean(tmp_path_factory: pytest.TempPathFactory) -> Means:
    """`mean("hint 0", "sends")`, over the replications."""
    out = tmp_path_factory.mktemp("runs")

    def carry_out(job: tuple[Program, PlannedRun]) -> tuple[str, float, float, float]:
        program, run = job
        folder = out / run.label
        subprocess.run(
            [*program.command, *run.arguments, f"--out={folder}"], check=True, capture_output=True, timeout=300
        )
        return (point(run.variant.parameters), *measure_run(folder))

    plans = [planned(name) for name in ("hint-published", "hint-published-gossip")]
    jobs = [(plan.program, run) for plan in plans for run in plan.runs]
    with ThreadPoolExecutor(2) as workers:
        rows = list(workers.map(carry_out, jobs))
    means = pd.DataFrame(rows, columns=["point", *MEASURES]).groupby("point").mean()
    return lambda of, by: float(means.loc[of, by])


@pytest.mark.long
@pytest.mark.parametrize(
    ("by", "chain"),
    [
        ("delivery", ["gossip 0.1", "gossip 0.3", "gossip 0.5", "hint 1", "gossip 0.7", "gossip 0.9"]),
        ("delivery", ["hint 0", "hint 2", "gossip 0.9"]),
        ("sends", ["gossip 0.1", "gossip 0.3", "hint 0", "gossip 0.5", "gossip 0.7", "gossip 0.9"]),
        ("sends", ["hint 0", "hint 1", "hint 2", "gossip 0.7"]),
        ("latency", ["gossip 0.1", "gossip 0.3", "gossip 0.9", "hint 0", "hint 1", "hint 2"]),
    ],
)
def test_points_stand_in_the_published_order(mean: Means, by: str, chain: list[str]) -> None:
    for less, more in itertools.pairwise(chain):
        assert mean(less, by) < mean(more, by), f"{by}: {more} is not above {less}"


@pytest.mark.long
@pytest.mark.parametrize("credit", [0, 1, 2])
def test_suppression_per_target_delivers_more_and_costs_more(mean: Means, credit: int) -> None:
    for by in ("delivery", "sends"):
        assert mean(f"hint {credit}", by) < mean(f"hint-per-target {credit}", by)


@pytest.mark.long
def test_gossip_delivers_what_was_published(mean: Means) -> None:
    """The published values are one run's; ours spread by 0.05 from run to run."""
    for probability, published in ((0.1, 0.155), (0.5, 0.713), (0.7, 0.880), (0.9, 0.925)):
        assert mean(f"gossip {probability}", "delivery") == pytest.approx(published, abs=0.08)
