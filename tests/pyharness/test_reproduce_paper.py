"""`./waf reproduce-paper`: its experiments, its tiers, and the instances of runs that optima are computed of."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest
from harness_bench import ROOT

from pyharness.command_line import main
from pyharness.experiment.experiment_file import override, read_experiment_file
from pyharness.experiment.plan import make_plan
from pyharness.papers.optima import STORE_PLANS, OptimumSolver, runs_at
from pyharness.papers.paper_plan import TIERS, OptimumPoint, PaperFigure, PaperPlan
from pyharness.papers.registry import PAPERS
from pyharness.placement.problem.copies import apportioned_copies, copies_by_demand, stores_needed
from pyharness.placement.problem.instance import instance_text
from pyharness.placement.problem.run_instance import instance_of_run
from pyharness.placement.problem.store_plan import StorePlan, mean_hops
from pyharness.programs.checkout import Checkout
from schema.errors import UsageError
from schema.traces import read_trace
from spark_analysis.papers.registry import PAPER_PAGES

FIGURES = [
    pytest.param(paper, figure, id=f"{paper.name} {figure.name}")
    for paper in PAPERS.values()
    for figure in paper.figures
]
REPLICATIONS = {
    "stores": {"demo": 2, "default": 10, "paper": 30},
    "psoo-fcat": {"demo": 2, "default": 10, "paper": 3},
    "pstpm": {"demo": 2, "default": 10, "paper": 3},
    "sdnps": {"demo": 2, "default": 10, "paper": 30},
}
"""The least of each tier. A run of the published size takes an hour in the experiments of Chi et al."""
SMALL = """\
name = "small"
question = "?"
program = "stores"
replications = 1
[parameters]
brokers = 12
duration = 8
warmup = 3
drain = 1
rate_scale = 1
[vary]
policy = ["seq", "grd_opt"]
stores = [0, 4]
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small experiment."""
    file = tmp_path_factory.mktemp("small") / "small.toml"
    file.write_text(SMALL)
    command = [
        sys.executable,
        "-m",
        "pyharness",
        "sweep",
        str(file),
        "--no-report",
        "--results",
        str(file.parent / "r"),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return file.parent / "r"


def run_of(small: Path, policy: str, stores: int) -> Path:
    return small / "runs" / f"policy={policy},stores={stores}" / "1"


@pytest.mark.parametrize(("paper", "figure"), FIGURES)
def test_the_program_accepts_every_point_of_a_figure(paper: PaperPlan, figure: PaperFigure, tmp_path: Path) -> None:
    file = ROOT / "scenarios" / figure.experiment
    for tier in TIERS if not paper.tiers_share_runs else TIERS[:1]:
        settings = [part for each in figure.tiers[tier].settings for part in ("--set", each)]
        folder = tmp_path / tier
        assert main(["sweep", str(file), *settings, "--dry-run", "--results", str(folder)]) == 0


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(("paper", "figure"), FIGURES)
def test_tiers_have_their_points(paper: PaperPlan, figure: PaperFigure, tier: str) -> None:
    """Every tier has at least two replications for an interval, the default ten, and its optima are in its plan."""
    settings = figure.tiers[tier]
    file = read_experiment_file(ROOT / "scenarios" / figure.experiment)
    plan = make_plan(Checkout.here(), override(file, settings.settings, settings.replications), any_build=True)
    assert plan.experiment.replications >= REPLICATIONS[paper.name][tier]
    runs = runs_at(plan, settings.optima)
    assert len(runs) == sum(point.replications for point in settings.optima) == len(set(runs))


def test_a_point_that_is_not_in_the_plan_is_refused() -> None:
    plan = make_plan(Checkout.here(), read_experiment_file(ROOT / "scenarios/stores/fig-4.toml"), any_build=True)
    with pytest.raises(UsageError, match="paper-stores-fig-4: no variant at policy=seq, brokers=26, expected one"):
        runs_at(plan, [OptimumPoint({"policy": "seq", "brokers": 26})])


def test_a_paper_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce-paper", "store"]) == 2
    assert (
        capsys.readouterr().err
        == "no paper 'store' (did you mean 'stores'?), expected psoo-fcat or pstpm or sdnps or stores.\n"
    )


def test_each_paper_has_a_page_with_the_same_figures() -> None:
    """The harness sweeps the folders of results that the analysis reads."""
    assert PAPERS.keys() == PAPER_PAGES.keys()
    for name, paper in PAPERS.items():
        assert {figure.name for figure in paper.figures} == set(PAPER_PAGES[name].figures)


def test_tiers_of_other_networks_have_folders_of_their_own() -> None:
    assert {PAPERS["stores"].folder_name(tier) for tier in TIERS} == {"paper-stores"}
    assert PAPERS["psoo-fcat"].folder_name("demo") == "paper-psoo-fcat-demo"


def test_figures_4_and_6_have_the_same_runs() -> None:
    """So Fig. 6 is drawn from the sweep of Fig. 4."""
    digests = []
    for figure in (4, 6):
        file = read_experiment_file(ROOT / f"scenarios/overlay/fig-{figure}.toml")
        plan = make_plan(Checkout.here(), file, any_build=True)
        digests.append([run.identity for run in plan.runs])
    assert digests[0] == digests[1]


@pytest.mark.parametrize(
    ("tier", "routers", "stage"), [("demo", 200, 800), ("default", 1000, 1800), ("paper", 5000, 4000)]
)
def test_the_network_of_a_tier_follows_from_its_brokers(tier: str, routers: int, stage: int) -> None:
    (figure,) = [each for each in PAPERS["psoo-fcat"].figures if each.name == "fig-4"]
    file = read_experiment_file(ROOT / "scenarios" / figure.experiment)
    parameters = make_plan(
        Checkout.here(), override(file, figure.tiers[tier].settings, None), any_build=True
    ).experiment.parameters
    assert (parameters["routers"], parameters["stage_ticks"]) == (routers, stage)
    assert parameters["brokers"] * parameters["workload_divisor"] == 1000 and parameters["brokers"] * 5 == routers
    ticks = parameters["duration"] - parameters["warmup"] - parameters["drain"]
    assert ticks % stage == 0 and ticks >= 2 * stage


def test_copies_of_the_paper() -> None:
    """For s_p = 1 and min_k = 2: 20 copies of the first topic of ten, and 20 stores for all."""
    totals = [1 / rank for rank in range(1, 11)]
    copies = copies_by_demand(totals, 2, 100)
    assert copies == (20, 10, 7, 5, 4, 4, 3, 3, 3, 2) and stores_needed(copies, 5) == 20
    assert copies_by_demand(totals, 2, 100, "floor") == (20, 10, 6, 5, 4, 3, 2, 2, 2, 2)
    assert copies_by_demand(totals, 2, 8)[:2] == (8, 8)


def test_apportioned_copies_fill_all_stores() -> None:
    assert apportioned_copies([6.0, 3.0, 1.0], 4, 2) == (4, 3, 1), "no topic twice in a store"
    assert apportioned_copies([1.0, 1.0], 3, 5) == (3, 3)
    with pytest.raises(UsageError, match="1 stores of 2 topics have no room for 3 topics"):
        apportioned_copies([1.0, 1.0, 1.0], 1, 2)


@pytest.mark.parametrize("stores", [0, 4])
def test_the_instance_of_a_run_has_the_copies_that_the_program_planned(small: Path, stores: int) -> None:
    """grd_opt has no limits, so it places every copy. The instance is that of the other policies' runs, too."""
    run = run_of(small, "grd_opt", stores)
    placed = Counter(map(str, read_trace(run / "placement.trace", "wired").column("topic")))
    instance = instance_of_run(run)
    assert dict(zip(instance.topics, instance.copies, strict=True)) == placed
    assert instance_text(instance) == instance_text(instance_of_run(run_of(small, "seq", stores)))
    assert instance.brokers == 12 and len(instance.links) == 11 and (stores == 0 or instance.stores == stores)
    assert float(instance.rates.sum()) == pytest.approx(12 * 25)


def test_requests_travel_as_far_as_the_planner_computes(small: Path) -> None:
    """The mean over requests of a run is near that over the demand: the instance is the run's."""
    run = run_of(small, "seq", 4)
    instance = instance_of_run(run)
    placement, brokers = read_trace(run / "placement.trace", "wired"), read_trace(run / "brokers.trace", "wired")
    number = dict(zip(brokers.column("node").tolist(), brokers.column("number").tolist(), strict=True))
    holders: dict[str, list[int]] = {topic: [] for topic in instance.topics}
    for topic, node in zip(placement.column("topic"), placement.column("node").tolist(), strict=True):
        holders[str(topic)].append(number[node])
    plan = StorePlan((), tuple(map(tuple, holders.values())))
    hops = read_trace(run / "requests.trace", "wired").column("hops")
    assert hops.mean() == pytest.approx(mean_hops(instance, plan), abs=4 * hops.std() / len(hops) ** 0.5)


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="it has no manifest, expected a finished run of stores"):
        instance_of_run(tmp_path)


def test_optima_are_computed_and_cached(small: Path, tmp_path: Path) -> None:
    solver = OptimumSolver(STORE_PLANS, tmp_path / "cache", time_limit_s=60, gap=0.0, jobs=2)
    runs = [("policy=seq,stores=4", 1), ("policy=seq,stores=4", 2)]
    rows = solver.solve([(small, run) for run in runs])
    row, absent = rows
    assert row is not None and (row.variant, row.replication) == runs[0] and absent is None
    assert row.unlimited_bound_hops <= row.bound_hops * (1 + 1e-9) and row.bound_hops == pytest.approx(row.best_hops)
    (entry,) = (tmp_path / "cache").iterdir()
    written = entry.stat().st_mtime_ns
    assert solver.solve([(small, run) for run in runs]) == rows and entry.stat().st_mtime_ns == written
    STORE_PLANS.table.write(tmp_path, [row])
    assert STORE_PLANS.table.read(tmp_path) == [row]


PAGES = {"stores": "storage-planning", "psoo-fcat": "psoo-fcat", "pstpm": "pstpm", "sdnps": "sdnps"}


@pytest.mark.long
@pytest.mark.parametrize("paper", PAPERS)
def test_a_whole_reproduction(paper: str, tmp_path: Path) -> None:
    """The demo writes the page with every figure; again, nothing is run or solved."""
    command = [sys.executable, "-m", "pyharness", "reproduce-paper", paper, "--tier", "demo", "--results"]
    done = subprocess.run([*command, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    page = (tmp_path / f"{PAGES[paper]}.md").read_text()
    assert "not computed" not in page and "No optimum was computed" not in page
    for figure in PAPERS[paper].figures:
        tables = tmp_path / figure.name / "tables"
        assert json.loads((tables.parent / "experiment.json").read_text())["replications"] == 3
        assert pd.read_parquet(tables / "checks.parquet")["equal"].all(), "captures and traces agree"
    for picture in PAPER_PAGES[paper].pictures:
        assert (tmp_path / PAGES[paper] / f"{picture.name}.png").is_file()
    again = subprocess.run([*command, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert again.returncode == 0 and "to run" not in again.stderr.replace("0 to run", "")
    assert (tmp_path / f"{PAGES[paper]}.md").read_text() == page
