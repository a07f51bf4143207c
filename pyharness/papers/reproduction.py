"""The reproduction of a paper: sweep every figure, compute optima, then let the analysis write the page."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyharness.executors.registry import ExecutorChoice
from pyharness.experiment.experiment_file import ExperimentFile, override, read_experiment_file
from pyharness.experiment.plan import Plan, make_plan
from pyharness.papers.optima import STORE_PLANS, ExactPlanner, OptimumSolver, runs_at
from pyharness.papers.overlay_optima import BALANCED_OVERLAYS
from pyharness.papers.paper_plan import OptimumSubject, PaperFigure, PaperPlan
from pyharness.programs.analysis_process import write_paper
from pyharness.programs.checkout import Checkout
from pyharness.scheduling.experiment_run import SweepRequest, run_experiment
from pyharness.store.folder_lock import REPORT, open_lock
from schema.text import counted, duration

_PLANNERS: Mapping[OptimumSubject, ExactPlanner[Any]] = {"stores": STORE_PLANS, "overlays": BALANCED_OVERLAYS}
"""By what an optimum is computed of."""


@dataclass(frozen=True)
class ReproductionRequest:
    """What to reproduce, where, and within which limits."""

    paper: PaperPlan
    tier: str
    folder: Path
    """A folder for each figure is made in it, and the page."""
    docs: Path | None
    """Folder that gets a copy of the page and its figures."""
    jobs: int | None
    memory_bytes: int | None
    executor: ExecutorChoice
    any_build: bool = False


@dataclass(frozen=True)
class PlannedFigure:
    """A figure with its experiment, as the tier has it, and its runs."""

    figure: PaperFigure
    experiment: ExperimentFile
    plan: Plan
    folder: Path


def planned_figures(request: ReproductionRequest) -> list[PlannedFigure]:
    """Return the plan of each figure. Raises UsageError where an experiment is not as it should be."""
    checkout = Checkout.here()
    planned = []
    for figure in request.paper.figures:
        tier = figure.tiers[request.tier]
        file = read_experiment_file(checkout.scenarios / figure.experiment)
        experiment = override(file, tier.settings, tier.replications)
        plan = make_plan(checkout, experiment, request.any_build)
        runs_at(plan, tier.optima)  # raises where a point is not in the plan
        planned.append(PlannedFigure(figure, experiment, plan, request.folder / figure.name))
    return planned


def reproduce_paper(request: ReproductionRequest) -> int:
    """Run what is missing, compute what is missing, write the page, and return the exit status.

    Raises UsageError, CommandFailed, Interrupted.
    """
    planned = planned_figures(request)
    exit_status = 0
    with _timed("runs"):
        for each in planned:
            exit_status = max(exit_status, run_experiment(_sweep(request, each)))
    if request.paper.optimum_seconds:
        with _timed("optima"):
            _write_optima(request, planned)
    with _timed("analysis and page"), ExitStack() as held:
        for each in planned:
            held.enter_context(held.enter_context(open_lock(each.folder)).held(REPORT))
        write_paper(request.paper.name, request.folder, request.docs, _master(request))
    return exit_status


def _sweep(request: ReproductionRequest, each: PlannedFigure) -> SweepRequest:
    return SweepRequest(
        experiment=each.experiment,
        plan=each.plan,
        folder=each.folder,
        jobs=request.jobs,
        memory_bytes=request.memory_bytes,
        retries=each.plan.retries,
        fail_fast=False,
        executor=request.executor,
        report=False,
    )


def _write_optima(request: ReproductionRequest, planned: list[PlannedFigure]) -> None:
    """Compute the optima of all figures and write a table for each."""
    paper, tier = request.paper, request.tier
    runs = [(each.folder, run) for each in planned for run in runs_at(each.plan, each.figure.tiers[tier].optima)]
    print(f"computing optima of {counted(len(runs), 'run')}", flush=True)
    planner = _PLANNERS[paper.optimum_of]
    solver = OptimumSolver(
        planner=planner,
        cache=request.folder / "optima",
        time_limit_s=paper.optimum_seconds[tier],
        gap=paper.optimum_gap,
        jobs=request.jobs or os.cpu_count() or 1,
    )
    found = list(zip(runs, solver.solve(runs), strict=True))
    for each in planned:
        planner.table.write(each.folder, [row for (folder, _), row in found if row and folder == each.folder])


def _master(request: ReproductionRequest) -> str:
    """Return Spark's master for the analysis."""
    return request.executor.analysis_master or f"local[{request.jobs or '*'}]"


@contextmanager
def _timed(what: str) -> Iterator[None]:
    """Print how long `what` took."""
    started = time.monotonic()
    yield
    print(f"{what}: {duration(time.monotonic() - started)}", flush=True)
