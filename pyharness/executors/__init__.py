"""Where runs are executed: one small interface, and the places that honour it."""

from __future__ import annotations

from pathlib import Path

from pyharness.executors.base import CANNOT_START, STDERR, STDOUT, Ended, Executor, Stopped, Work
from pyharness.executors.local import LocalExecutor
from schema.errors import UsageError

__all__ = [
    "CANNOT_START",
    "STDERR",
    "STDOUT",
    "Ended",
    "Executor",
    "LocalExecutor",
    "Stopped",
    "Work",
    "executor_for",
]


def executor_for(master: str | None, slurm: str | None, folder: Path) -> Executor:
    """The executor that the command line asks for: Spark's at `master`, SLURM's with options, or this machine's.

    `folder` is the experiment's, where an executor may keep what its workers have to see. Raises UsageError where there
    is no such cluster. Imports are here and not above, so that nobody waits for a Spark that is not used.
    """
    if master is not None and slurm is not None:
        raise UsageError("--master and --slurm both say where runs go, expected one of them")
    if master is not None:
        from pyharness.executors.spark import SparkExecutor

        return SparkExecutor(master)
    if slurm is not None:
        from pyharness.executors.slurm import SlurmExecutor

        return SlurmExecutor(slurm, folder)
    return LocalExecutor()
