"""`./waf status DIR`: how far an experiment is, what failed, and with which command."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from pyharness.commands import Verb, add_folder, register_verb
from pyharness.store.failures import failure_text
from pyharness.store.status import Status, status
from schema.manifest import RUNS, read_manifest
from schema.text import counted, duration

RUNS_SHOWN = 50
"""Failed and corrupt runs that are listed, of each kind."""


def print_status(arguments: Namespace) -> int:
    """Print the state of the runs; return 1 where some failed or are corrupt."""
    found = status(arguments.folder)
    print(status_text(found, arguments.folder))
    return 1 if found.failed or found.corrupt else 0


def status_text(found: Status, folder: Path) -> str:
    """Return the counts, the speed where a harness is at work, then each failed run with its command."""
    counts = f"{found.done} done, {len(found.failed)} failed, {found.missing} missing, {found.running} running"
    corrupt = f", {len(found.corrupt)} corrupt" if found.corrupt else ""
    lines = [f"{found.experiment.name}: {counted(found.planned, 'run')} planned: {counts}{corrupt}", *_speed(found)]
    lines += [f"corrupt: {run}: {why}" for run, why in found.corrupt[:RUNS_SHOWN]]
    manifests = (read_manifest(folder / RUNS / run) for run in found.failed[:RUNS_SHOWN])
    lines += [failure_text(manifest) for manifest in manifests if manifest is not None]
    more = max(0, len(found.failed) - RUNS_SHOWN) + max(0, len(found.corrupt) - RUNS_SHOWN)
    return "\n".join([*lines, f"and {more} more"] if more else lines)


def _speed(found: Status) -> list[str]:
    """Return `at work for 2 min 03 s: 31 a minute, 4 min 10 s left`; nothing where no harness is."""
    if not found.at_work_s:
        return []
    parts = [
        f"{60 * found.ended_since_start / found.at_work_s:.3g} a minute" if found.ended_since_start else "",
        f"{duration(found.left_s)} left" if found.left_s is not None else "",
    ]
    return [": ".join(filter(None, [f"at work for {duration(found.at_work_s)}", ", ".join(filter(None, parts))]))]


register_verb(
    Verb(
        name="status",
        summary="Count the done, failed, missing and running runs of an experiment, and list what failed.",
        add_arguments=add_folder,
        run=print_status,
    )
)
