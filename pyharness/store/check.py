"""Every byte of an experiment's runs, compared with their manifests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import track

from pyharness.store import run_folders
from pyharness.store.index import Index
from pyharness.store.status import experiment_in, planned_runs
from schema.manifest import RUNS
from schema.run_index import Entry


def check_runs(folder: Path, console: Console) -> tuple[int, list[tuple[str, str]]]:
    """Return the number of intact runs, and each corrupt run with the reason; the next sweep sets those aside.

    Reads every file, at some 1 GB/s. Raises UsageError where `folder` is no experiment's.
    """
    runs = [run for run in planned_runs(experiment_in(folder)) if (folder / RUNS / run).exists()]
    found = dict(_examined(folder, runs, console))
    Index(folder).put(found.items())
    corrupt = [(run, entry.problem) for run, entry in found.items() if entry.state == "corrupt"]
    return len(runs) - len(corrupt), corrupt


def _examined(folder: Path, runs: list[str], console: Console) -> Iterator[tuple[str, Entry]]:
    for run in track(runs, "reading", console=console, transient=True, disable=not console.is_terminal):
        yield run, run_folders.examine(folder / RUNS / run, every_byte=True)
