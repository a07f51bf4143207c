"""How far an experiment is, from its folder alone: a look from another shell."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from pyharness.store import run_folders
from pyharness.store.folder_lock import AT_WORK, FolderLock, claim_on
from schema.errors import UsageError
from schema.manifest import (
    RUNS,
    Experiment,
    read_experiment,
)


@dataclass(frozen=True)
class Status:
    """Counts over the planned runs; they add up to `planned`."""

    experiment: Experiment
    done: int
    failed: tuple[str, ...]
    """Runs as `variant/replication`."""
    corrupt: tuple[tuple[str, str], ...]
    """Runs and what is wrong with them."""
    running: int
    missing: int
    ended_since_start: int
    """Runs that ended since the harness at work began; 0 where none is at work."""
    at_work_s: float
    """Seconds since then."""
    left_s: float | None
    """Seconds until its expected end; None where that is not known yet."""

    @property
    def planned(self) -> int:
        """Runs of all variants."""
        return self.experiment.number_of_runs


def experiment_in(folder: Path) -> Experiment:
    """Return the plan in `folder`. Raises UsageError where there is none."""
    try:
        return read_experiment(folder)
    except OSError as error:
        raise UsageError(f"{folder}: not an experiment's results, expected an experiment.json in it") from error
    except ValidationError as error:
        raise UsageError(f"{folder}: its experiment.json is not of this version, sweep it again") from error


def planned_runs(experiment: Experiment) -> list[str]:
    """Return every planned run as `variant/replication`, in plan order."""
    return [f"{variant}/{replication}" for variant, replication in experiment.planned()]


def status(folder: Path) -> Status:
    """Return the state of every planned run in `folder`. Raises UsageError where it is no experiment's."""
    experiment = experiment_in(folder)
    runs = planned_runs(experiment)
    begun, ends = _at_work(folder)
    running = _running(folder, runs) if begun else set()
    done = ended = 0
    failed, corrupt = [], []
    for run, entry in zip(runs, run_folders.entries(folder, runs), strict=True):
        if entry is None or run in running:
            continue
        done += entry.state == "done"
        ended += bool(begun) and entry.ended >= begun
        if entry.state == "failed":
            failed.append(run)
        elif entry.state != "done":
            corrupt.append((run, entry.problem))
    missing = len(runs) - done - len(running) - len(failed) - len(corrupt)
    now = time.time()
    at_work_s, left_s = now - begun if begun else 0.0, None if ends is None else max(0.0, ends - now)
    return Status(experiment, done, tuple(failed), tuple(corrupt), len(running), missing, ended, at_work_s, left_s)


def _at_work(folder: Path) -> tuple[float, float | None]:
    """Return when the harness at work in `folder` began and when it expects to be done, in seconds since 1970.

    The first is 0 where none is at work, the second None where it is not known.
    """
    try:
        with FolderLock(folder) as lock:
            return lock.noted_times() if lock.is_taken(AT_WORK) else (0.0, None)
    except OSError:
        return 0.0, None


def _running(folder: Path, runs: list[str]) -> set[str]:
    """Return those of `runs` that a harness executes now."""
    partial = [run for run in runs if run_folders.partial_of(folder / RUNS / run).exists()]
    with FolderLock(folder) as lock:
        return {run for run in partial if lock.is_taken(claim_on(run))}
