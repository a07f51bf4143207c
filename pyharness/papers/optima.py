"""The optima of some runs of an experiment, computed by a module of ours that prints JSON, one process each.

The solver keeps its results in a cache, so that only what is new takes time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic

from pyharness.experiment.plan import Plan
from pyharness.papers.paper_plan import OptimumPoint
from pyharness.programs.checkout import Checkout
from schema.errors import CommandFailed, Interrupted, UsageError
from schema.manifest import RUNS
from schema.papers.optima import STORE_OPTIMA, OptimumRow
from schema.papers.row_table import RowTable, TableRow
from schema.signals import interruptible

RunName = tuple[str, int]
"""Variant and replication."""


@dataclass(frozen=True)
class ExactPlanner(Generic[TableRow]):
    """What computes the optimum of a run's instance: a module that prints JSON."""

    module: str
    arguments: Callable[[Path, Path], Sequence[str]]
    """Of the module for the run in the first folder. The second, that of the cache, may keep files of instances."""
    row: Callable[[str, int, Mapping[str, Any]], TableRow]
    """From variant, replication and what the module has printed."""
    table: RowTable[TableRow]
    """That the rows of an experiment are written to."""


def _store_row(variant: str, replication: int, printed: Mapping[str, Any]) -> OptimumRow:
    requests = float(printed["requests_per_s"])
    return OptimumRow(
        variant=variant,
        replication=replication,
        best_hops=float(printed["mean_hops"]),
        bound_hops=float(printed["bound"]) / requests,
        unlimited_bound_hops=float(printed["unlimited_bound"]) / requests,
    )


STORE_PLANS = ExactPlanner(
    module="pyharness.placement",
    arguments=lambda run, _cache: [str(run), "--policy", "optimum"],
    row=_store_row,
    table=STORE_OPTIMA,
)
"""Where stores stand and what each keeps."""


def runs_at(plan: Plan, points: Sequence[OptimumPoint]) -> list[RunName]:
    """Return the runs of `plan` at `points`. Raises UsageError where no variant is at one of them."""
    found = []
    for point in points:
        variants = {run.variant.name: run.variant.varying for run in plan.runs}
        names = [name for name, varying in variants.items() if _is_at(varying, point.where)]
        if not names:
            where = ", ".join(f"{name}={value}" for name, value in point.where.items())
            raise UsageError(f"{plan.experiment.name}: no variant at {where}, expected one to compute its optimum")
        replications = range(1, min(point.replications, plan.experiment.replications) + 1)
        found += [(name, replication) for name in names for replication in replications]
    return found


def _is_at(varying: Mapping[str, object], where: Mapping[str, object]) -> bool:
    return all(varying.get(name) == value for name, value in where.items())


@dataclass
class OptimumSolver(Generic[TableRow]):
    """Computes optima, `jobs` at a time."""

    planner: ExactPlanner[TableRow]
    cache: Path
    time_limit_s: float
    gap: float
    jobs: int
    _children: set[subprocess.Popen[bytes]] = field(default_factory=set)

    def solve(self, runs: Collection[tuple[Path, RunName]]) -> list[TableRow | None]:
        """Return the optimum of each of `runs`, given with their experiments' folders; None where a run is not done.

        Raises CommandFailed where the solver ends with an error, Interrupted on a signal.
        """
        pool = ThreadPoolExecutor(self.jobs)
        try:
            with interruptible():
                return list(pool.map(lambda run: self._solve_one(*run), runs))
        except (Interrupted, CommandFailed):
            pool.shutdown(wait=False, cancel_futures=True)
            for child in tuple(self._children):
                with suppress(ProcessLookupError):
                    child.terminate()
            raise
        finally:
            pool.shutdown()

    def _solve_one(self, folder: Path, run: RunName) -> TableRow | None:
        variant, replication = run
        place = folder / RUNS / variant / str(replication)
        if not place.is_dir():
            return None
        arguments = [
            *self.planner.arguments(place, self.cache),
            "--time-limit",
            f"{self.time_limit_s:g}",
            "--gap",
            f"{self.gap:g}",
        ]
        root = Checkout.here().root
        child = subprocess.Popen(
            [sys.executable, "-P", "-m", self.planner.module, *arguments, "--cache", str(self.cache)],
            env={**os.environ, "PYTHONPATH": str(root)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
        )
        self._children.add(child)
        try:
            answer, _ = child.communicate()
        finally:
            self._children.discard(child)
        if child.returncode:
            raise CommandFailed(f"{place}: its optimum was not computed (exit status {child.returncode})")
        return self.planner.row(variant, replication, json.loads(answer))
