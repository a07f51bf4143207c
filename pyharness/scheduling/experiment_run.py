"""An experiment from its plan to its report: the runs, in rounds where it has a stopping rule, then the tables."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from pyharness.executors.ram_budget import free_for_runs
from pyharness.executors.registry import ExecutorChoice
from pyharness.experiment.experiment_file import ExperimentFile
from pyharness.experiment.plan import Plan
from pyharness.programs.analysis_process import make_report
from pyharness.programs.checkout import Checkout
from pyharness.scheduling.run_pool import SweepCounts, SweepLimits
from pyharness.scheduling.sweep import run_sweep
from pyharness.store.failures import failures_text
from pyharness.store.folder_lock import REPORT, FolderLock, open_lock
from pyharness.store.status import status
from schema.errors import Interrupted
from schema.text import counted

if TYPE_CHECKING:
    from pyharness.scheduling.replication_rounds import ReplicationRounds


@dataclass(frozen=True)
class SweepRequest:
    """What a sweep is to run, where, and within which limits."""

    experiment: ExperimentFile
    plan: Plan
    folder: Path
    jobs: int | None
    """Concurrent runs; None: as many as the executor has places."""
    memory_bytes: int | None
    """Memory budget of all concurrent runs; None: the executor's."""
    retries: int
    fail_fast: bool
    executor: ExecutorChoice
    report: bool

    @property
    def analysis_master(self) -> str:
        """Spark's master for the analysis."""
        return self.executor.analysis_master or f"local[{self.jobs or '*'}]"

    def rounds(self) -> ReplicationRounds | None:
        """Return the rounds of the stopping rule, if there is one. Raises UsageError where it does not suit the plan.

        Imported here because scipy takes a second.
        """
        if self.experiment.stop is None:
            return None
        from pyharness.scheduling.replication_rounds import plan_rounds

        return plan_rounds(self.experiment.stop, self.plan, self.experiment.path, self.folder, self.analysis_master)


def run_experiment(request: SweepRequest) -> int:
    """Run what is missing, print what became of it, make the report, and return the exit status.

    Raises Interrupted with a sentence on what is done.
    """
    folder = request.folder
    with request.rounds() or nullcontext() as rounds, open_lock(folder) as lock:
        try:
            counts = _run_all(request, rounds, lock)
        except Interrupted as interruption:
            found = status(folder)
            runs = f"{found.done} of {counted(found.planned, 'run')} done"
            interruption.sentence = f"ended: {runs}; the same command goes on from here"
            raise
        print(_closing(counts, folder))
        if rounds:
            print(rounds.closing)
        if request.report:
            with lock.held(REPORT):
                make_report(folder, request.analysis_master, if_changed=True)
    return 1 if counts.failed or (rounds and rounds.unusable) else 0


def _run_all(request: SweepRequest, rounds: ReplicationRounds | None, lock: FolderLock) -> SweepCounts:
    """Run the plan, or each round of it, on the executor that the request names."""
    console = Console(stderr=True)
    executor = request.executor.start(request.folder)
    on_this_machine = executor.memory_bytes is not None and request.memory_bytes is None
    limits = SweepLimits(
        jobs=request.jobs or executor.slots,
        retries=request.retries,
        fail_fast=request.fail_fast,
        memory_bytes=request.memory_bytes or executor.memory_bytes,
        memory_free=free_for_runs if on_this_machine else None,
    )

    def run_part(part: Plan) -> SweepCounts:
        return run_sweep(Checkout.here(), part, request.folder, lock, executor, limits, console)

    try:
        if rounds is None:
            return run_part(request.plan)
        return rounds.run(run_part, partial(console.print, soft_wrap=True, highlight=False, markup=False))
    finally:
        executor.close()


def _closing(counts: SweepCounts, folder: Path) -> str:
    """Return each failure with its command, then `40 runs done (12 of them before), 0 failed: results/demo`."""
    notes = [
        f"{counts.already} of them before" if counts.already else "",
        f"{counts.by_others} by another harness" if counts.by_others else "",
    ]
    noted = f" ({', '.join(filter(None, notes))})" if any(notes) else ""
    left = f", {counts.not_started} not started" if counts.not_started else ""
    done = f"{counted(counts.already + len(counts.done), 'run')} done{noted}"
    line = f"{done}, {len(counts.failed)} failed{left}: {folder}"
    return "\n".join([failures_text(counts.failed, folder), line]).strip()
