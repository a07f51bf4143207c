"""An experiment carried out: its runs, in the rounds of its stopping rule if it has one, then tables and report."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from pyharness.executors import executor_for
from pyharness.executors.ram_budget import for_runs
from pyharness.experiment.experiment_file import ExperimentFile
from pyharness.experiment.plan import Plan
from pyharness.programs.checkout import Checkout
from pyharness.report import update_report
from pyharness.scheduling.run_pool import Settings, Tally
from pyharness.scheduling.sweep import sweep
from pyharness.store.folder_lock import FolderLock, opened
from pyharness.store.status import failures_text, status
from schema.errors import Interrupted
from schema.text import counted

if TYPE_CHECKING:
    from pyharness.scheduling.replication_rounds import Campaign


@dataclass(frozen=True)
class Order:
    """What is to be carried out, and how."""

    experiment: ExperimentFile
    plan: Plan
    folder: Path
    jobs: int | None
    """Runs at a time; as many as the executor has places for, if not given."""
    memory_bytes: int | None
    """For all runs at a time together; what the executor has, if not given."""
    retries: int
    fail_fast: bool
    master: str | None
    """Spark's, for runs and analysis."""
    slurm: str | None
    report: bool

    @property
    def analysis_on(self) -> str:
        """Spark's master for the analysis."""
        return self.master or f"local[{self.jobs or '*'}]"

    def rounds(self) -> Campaign | None:
        """The rounds of the stopping rule, if there is one. Raises UsageError where it does not suit the plan."""
        if self.experiment.stop is None:
            return None
        from pyharness.scheduling.replication_rounds import (
            campaign,  # scipy takes a second that only a stopping rule is worth
        )

        return campaign(self.experiment.stop, self.plan, self.experiment.path, self.folder, self.analysis_on)


def carry_out(order: Order) -> int:
    """Run what is missing and tell what came out; returns the exit status. Raises Interrupted when it is ended."""
    rounds, folder = order.rounds(), order.folder
    with rounds.held if rounds else nullcontext(), opened(folder) as lock:
        try:
            tally = _swept(order, rounds, lock)
        except Interrupted as interruption:
            found = status(folder)
            runs = f"{found.done} of {counted(found.planned, 'run')} done"
            interruption.sentence = f"ended: {runs}; the same command goes on from here"
            raise
        print(_closing(tally, folder))
        if rounds:
            print(rounds.closing)
        trouble = 0
        if order.report:
            failed = [f"{manifest.variant}/{manifest.replication}" for manifest in tally.failed]
            trouble = update_report(folder, order.analysis_on, lock, failed)
    return 1 if tally.failed or (rounds and rounds.amiss) else trouble


def _swept(order: Order, rounds: Campaign | None, lock: FolderLock) -> Tally:
    console = Console(stderr=True)
    executor = executor_for(order.master, order.slurm, order.folder)
    jobs, memory_bytes = order.jobs or executor.slots, order.memory_bytes or executor.memory_bytes
    here = executor.memory_bytes is not None and order.memory_bytes is None
    free = for_runs if here else None
    settings = Settings(jobs, order.retries, order.fail_fast, memory_bytes, free)

    def runs_of(part: Plan) -> Tally:
        return sweep(Checkout.here(), part, order.folder, lock, executor, settings, console)

    try:
        if rounds is None:
            return runs_of(order.plan)
        return rounds.run(runs_of, partial(console.print, soft_wrap=True, highlight=False, markup=False))
    finally:
        executor.close()


def _closing(tally: Tally, folder: Path) -> str:
    """`40 runs done (12 of them before), 0 failed: results/demo`, after each failure with its command."""
    notes = [
        f"{tally.already} of them before" if tally.already else "",
        f"{tally.by_others} by another harness" if tally.by_others else "",
    ]
    noted = f" ({', '.join(filter(None, notes))})" if any(notes) else ""
    left = f", {tally.not_started} not started" if tally.not_started else ""
    counts = (
        f"{counted(tally.already + len(tally.done), 'run')} done{noted}, {len(tally.failed)} failed{left}: {folder}"
    )
    return "\n".join([failures_text(tally.failed, folder), counts]).strip()
