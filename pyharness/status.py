"""How far an experiment is, from its folder alone."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from pyharness.errors import UsageError
from pyharness.lock import is_locked
from pyharness.words import counted
from schema.manifest import RUNS, Experiment, Manifest, read_experiment, read_manifest

TOLD_AT_ONCE = 3
"""Failures a sweep tells in full at its end."""


@dataclass(frozen=True)
class Status:
    """Counts over the planned runs; they add up to `planned`."""

    experiment: Experiment
    done: int
    failed: tuple[Manifest, ...]
    running: int
    missing: int

    @property
    def planned(self) -> int:
        """Variants times replications."""
        return len(self.experiment.variants) * self.experiment.replications


def experiment_in(folder: Path) -> Experiment:
    """The plan in `folder`. Raises UsageError where there is none."""
    try:
        return read_experiment(folder)
    except OSError as error:
        raise UsageError(f"{folder}: not an experiment's results, expected an experiment.json in it") from error
    except ValidationError as error:
        raise UsageError(f"{folder}: its experiment.json is not of this version, sweep it again") from error


def status(folder: Path) -> Status:
    """Look at every planned run in `folder`."""
    experiment = experiment_in(folder)
    at_work = is_locked(folder)
    done = running = 0
    failed = []
    for replication in range(1, experiment.replications + 1):
        for variant in experiment.variants:
            place = folder / RUNS / variant / str(replication)
            manifest = read_manifest(place)
            if manifest is not None and manifest.state == "done":
                done += 1
            elif at_work and place.with_name(f".{replication}.partial").exists():
                running += 1
            elif manifest is not None:
                failed.append(manifest)
    total = len(experiment.variants) * experiment.replications
    return Status(experiment, done, tuple(failed), running, total - done - running - len(failed))


def status_text(found: Status) -> str:
    """One line of counts, then each failure with what it said and its command."""
    counts = f"{found.done} done, {len(found.failed)} failed, {found.missing} missing, {found.running} running"
    lines = [f"{found.experiment.name}: {counted(found.planned, 'run')} planned: {counts}"]
    return "\n".join(lines + [failure_text(manifest) for manifest in found.failed])


def failures_text(failed: Sequence[Manifest], folder: Path) -> str:
    """The first few of `failed`, and how to see the others; empty where there is none."""
    first = sorted(failed, key=lambda manifest: (manifest.replication, manifest.variant))[:TOLD_AT_ONCE]
    more = len(failed) - len(first)
    told = [failure_text(manifest) for manifest in first]
    return "\n".join([*told, f"and {counted(more, 'failed run')} more: ./waf status {folder}"] if more else told)


def failure_text(manifest: Manifest) -> str:
    """A failed run: which, its last words indented, and the command to see it again."""
    said = "\n".join(f"    {line}" for line in manifest.error.splitlines())
    return f"failed: {manifest.variant} {manifest.replication}\n{said}\n  again: {shlex.join(manifest.command)}"
