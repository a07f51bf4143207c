"""How far an experiment is, from its folder alone: a look from another shell."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from pyharness.programs.checkout import Checkout
from pyharness.store import run_folders as store
from pyharness.store.folder_lock import AT_WORK, FolderLock, claim_on
from schema.errors import UsageError
from schema.manifest import (
    RUNS,
    Experiment,
    Manifest,
    failure_reason,
    last_words,
    read_experiment,
    read_manifest,
)
from schema.text import counted, duration

TOLD_AT_ONCE = 3
"""Failures a sweep tells in full at its end."""
TOLD_BY_STATUS = 50


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
    """Seconds until its end, as it foresees it; None where it does not yet."""

    @property
    def planned(self) -> int:
        """Runs of all variants."""
        return self.experiment.number_of_runs


def experiment_in(folder: Path) -> Experiment:
    """The plan in `folder`. Raises UsageError where there is none."""
    try:
        return read_experiment(folder)
    except OSError as error:
        raise UsageError(f"{folder}: not an experiment's results, expected an experiment.json in it") from error
    except ValidationError as error:
        raise UsageError(f"{folder}: its experiment.json is not of this version, sweep it again") from error


def planned_runs(experiment: Experiment) -> list[str]:
    """Every planned run as `variant/replication`, in plan order."""
    return [f"{variant}/{replication}" for variant, replication in experiment.planned()]


def status(folder: Path) -> Status:
    """Look at every planned run in `folder`."""
    experiment = experiment_in(folder)
    runs = planned_runs(experiment)
    begun, ends = _at_work(folder)
    running = _running(folder, runs) if begun else set()
    done = ended = 0
    failed, corrupt = [], []
    for run, entry in zip(runs, store.entries(folder, runs), strict=True):
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


def status_text(found: Status, folder: Path) -> str:
    """One line of counts, one of speed where somebody is at work, then what failed, with its command."""
    counts = f"{found.done} done, {len(found.failed)} failed, {found.missing} missing, {found.running} running"
    corrupt = f", {len(found.corrupt)} corrupt" if found.corrupt else ""
    lines = [f"{found.experiment.name}: {counted(found.planned, 'run')} planned: {counts}{corrupt}", *_speed(found)]
    lines += [f"corrupt: {run}: {why}" for run, why in found.corrupt[:TOLD_BY_STATUS]]
    manifests = (read_manifest(folder / RUNS / run) for run in found.failed[:TOLD_BY_STATUS])
    lines += [failure_text(manifest) for manifest in manifests if manifest is not None]
    more = max(0, len(found.failed) - TOLD_BY_STATUS) + max(0, len(found.corrupt) - TOLD_BY_STATUS)
    return "\n".join([*lines, f"and {more} more"] if more else lines)


def failures_text(failed: Sequence[Manifest], folder: Path) -> str:
    """The first few of `failed`, and how to see the others; empty where there is none."""
    first = sorted(failed, key=lambda manifest: (manifest.replication, manifest.variant))[:TOLD_AT_ONCE]
    more = len(failed) - len(first)
    told = [failure_text(manifest) for manifest in first]
    if more:
        status_command = f"{Checkout.here().waf} status {shlex.quote(str(folder))}"
        told.append(f"and {counted(more, 'failed run')} more: {status_command}")
    return "\n".join(told)


def failure_text(manifest: Manifest) -> str:
    """A failed run: which and why, its last words indented, and the command to see it again."""
    lines = [f"failed: {manifest.variant}/{manifest.replication}: {failure_reason(manifest)}"]
    lines += [f"    {line}" for line in last_words(manifest).splitlines()]
    return "\n".join([*lines, f"  again: {again(manifest)}"])


def again(manifest: Manifest) -> str:
    """The command that runs it once more, as typed in the current folder."""
    log = [f"NS_LOG={manifest.ns_log}"] if manifest.ns_log else []
    command = " ".join([*map(shlex.quote, log), shlex.join(manifest.command)]).replace("'NS_LOG=", "NS_LOG='")
    return Checkout.here().typed(command)


def _speed(found: Status) -> list[str]:
    """`at work for 2 min 03 s: 31 a minute, 4 min 10 s left`; nothing where nobody is."""
    if not found.at_work_s:
        return []
    told = [
        f"{60 * found.ended_since_start / found.at_work_s:.3g} a minute" if found.ended_since_start else "",
        f"{duration(found.left_s)} left" if found.left_s is not None else "",
    ]
    return [": ".join(filter(None, [f"at work for {duration(found.at_work_s)}", ", ".join(filter(None, told))]))]


def _at_work(folder: Path) -> tuple[float, float | None]:
    """When the harness at work in `folder` began, seconds since 1970, and when it will be done, as far as it foresees
    that; 0 where none is at work."""
    try:
        with FolderLock(folder) as lock:
            return lock.told() if lock.is_taken(AT_WORK) else (0.0, None)
    except OSError:
        return 0.0, None


def _running(folder: Path, runs: list[str]) -> set[str]:
    """Those of `runs` that a harness has claimed and is about."""
    partial = [run for run in runs if store.partial_of(folder / RUNS / run).exists()]
    with FolderLock(folder) as lock:
        return {run for run in partial if lock.is_taken(claim_on(run))}
