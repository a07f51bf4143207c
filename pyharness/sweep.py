"""Carry out what is missing of a plan, several runs at a time."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from types import FrameType

from rich.console import Console

from pyharness import fingerprint, store
from pyharness.checkout import Checkout
from pyharness.errors import Interrupted, UsageError
from pyharness.executors import LocalExecutor, Stopped
from pyharness.plan import Plan, PlannedRun
from pyharness.progress import Progress
from pyharness.run import Refused, Task, carry_out
from pyharness.words import counted
from schema.manifest import EXPERIMENT, Manifest, read_experiment

LISTEN_EVERY_S = 0.2
"""How soon a signal is answered."""


class CannotStore(Exception):
    """Results cannot be written: a full disk, a folder without permission. Exit status 1."""


@dataclass
class Tally:
    """What a sweep has come to."""

    already: int
    done: list[Manifest] = field(default_factory=list)
    failed: list[Manifest] = field(default_factory=list)


def sweep(checkout: Checkout, plan: Plan, folder: Path, jobs: int, console: Console) -> Tally:
    """Run what is missing of `plan` in `folder`, which the caller has locked; `jobs` runs at a time.

    Raises Interrupted on Ctrl-C or SIGTERM, UsageError when the program refuses the plan, CannotStore.
    """
    _same_experiment(plan, folder)
    store.clear_leftovers(folder)
    standing = store.look(folder, plan.runs)
    console.print(_opening(plan, standing, jobs), soft_wrap=True, highlight=False)
    before = _replace_plan(plan, standing, folder)
    tally = Tally(already=len(standing.done))
    try:
        if standing.missing:
            _run_all(Task(checkout, plan, folder, LocalExecutor()), standing.missing, jobs, console, tally)
    except UsageError:
        if before is not None and not tally.done and not tally.failed:
            fingerprint.write_whole(folder / EXPERIMENT, before)
            store.give_back(standing)
        raise
    return tally


def _replace_plan(plan: Plan, standing: store.Standing, folder: Path) -> str | None:
    """Make the folder this plan's; returns the experiment.json there was."""
    path = folder / EXPERIMENT
    try:
        before = path.read_text(encoding="utf-8") if path.exists() else None
        store.make_way(standing)
        fingerprint.write_whole(path, plan.experiment.model_dump_json(indent=2) + "\n")
    except OSError as error:
        raise CannotStore(f"{folder}: cannot be written ({error.strerror})") from error
    return before


def _run_all(task: Task, runs: tuple[PlannedRun, ...], jobs: int, console: Console, tally: Tally) -> None:
    """Every run through a pool of threads, each waiting for one process. Drains the pool whatever happens."""
    stop_reason: BaseException | None = None
    with (
        _signals() as received,
        Progress(console, len(runs), min(jobs, len(runs))) as progress,
        ThreadPoolExecutor(max_workers=jobs) as pool,
    ):
        ended: SimpleQueue[Future[Manifest]] = SimpleQueue()
        pending = {pool.submit(carry_out, task, run): run for run in runs}
        for future in list(pending):
            future.add_done_callback(ended.put)
        while pending:
            try:
                future = ended.get(timeout=LISTEN_EVERY_S)
                stop_reason = _count(future, pending.pop(future), tally, progress) or stop_reason
            except Empty:
                pass
            if received or stop_reason:
                task.executor.stop()  # what is left ends at once with Stopped
    if received:
        raise Interrupted(received[0])
    if stop_reason:
        raise stop_reason


def _count(future: Future[Manifest], run: PlannedRun, tally: Tally, progress: Progress) -> BaseException | None:
    """Enter one ended run in the tally; returns why the sweep cannot go on, if it cannot."""
    match future.exception():
        case None:
            manifest = future.result()
        case Stopped():
            return None
        case Refused() as refusal:
            return UsageError(str(refusal))
        case OSError() as error:
            return CannotStore(f"{run.place}: cannot be written ({error.strerror})")
        case error:  # ours: shown when the children are gone, not after the whole sweep
            return error
    (tally.failed if manifest.state == "failed" else tally.done).append(manifest)
    progress.ended(run, manifest)
    return None


@contextmanager
def _signals() -> Iterator[list[int]]:
    """Collects the signals that ask us to end, instead of dying of them; the list is empty until one comes."""
    received: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        received.append(number)

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _same_experiment(plan: Plan, folder: Path) -> None:
    """A folder belongs to one experiment: another's runs are never overwritten by a slip of `--results`."""
    try:
        there = read_experiment(folder)
    except (OSError, ValueError):
        return
    if there.name != plan.experiment.name:
        raise UsageError(f"{folder}: holds the results of {there.name!r}, expected those of {plan.experiment.name!r}")


def _opening(plan: Plan, standing: store.Standing, jobs: int) -> str:
    """`demo: 40 runs, 12 done already, 28 to run, 4 at a time (3 failed before)`."""
    notes = [
        f"{standing.failed_before} failed before" if standing.failed_before else "",
        f"{len(standing.outdated)} of another program or other parameters" if standing.outdated else "",
        f"{len(standing.damaged)} damaged, set aside" if standing.damaged else "",
    ]
    noted = ", ".join(filter(None, notes))
    to_run = f"{len(standing.missing)} to run, {min(jobs, max(1, len(standing.missing)))} at a time"
    return (
        f"{plan.experiment.name}: {counted(len(plan.runs), 'run')}, {len(standing.done)} done already, "
        + (to_run if standing.missing else "nothing to run")
        + (f" ({noted})" if noted else "")
    )
