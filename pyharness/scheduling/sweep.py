"""Carry out what is missing of a plan, several runs at a time; other harnesses may do the same beside this one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape

from pyharness.executors import Executor
from pyharness.experiment.plan import Plan
from pyharness.programs.checkout import Checkout
from pyharness.scheduling.known_costs import Example, of_others, of_plan
from pyharness.scheduling.run_execution import Task
from pyharness.scheduling.run_pool import CannotStore, Settings, Tally, conduct
from pyharness.store import provenance
from pyharness.store import run_folders as store
from pyharness.store.folder_lock import AT_WORK, PLAN, FolderLock
from schema import digests as fingerprint
from schema.errors import UsageError
from schema.manifest import EXPERIMENT, Experiment, read_experiment
from schema.text import counted, duration

if TYPE_CHECKING:
    from pyharness.scheduling.run_queue import Line

TOLD_CORRUPT = 5
"""Corrupt runs told by name."""


def sweep(
    checkout: Checkout,
    plan: Plan,
    folder: Path,
    lock: FolderLock,
    executor: Executor,
    settings: Settings,
    console: Console,
) -> Tally:
    """Run what is missing of `plan` in `folder`, whose `lock` is open and stays at work when this returns.

    Raises Interrupted on Ctrl-C or SIGTERM, UsageError when the program refuses the plan or another harness is at work
    with another one, CannotStore.
    """
    standing, before, examples = _enter(checkout, plan, folder, lock)
    tally = Tally(already=len(standing.done))
    line = _line(plan, standing, examples, settings) if standing.missing else None
    foreseen = line.left_s if line else None
    console.print(_opening(plan, standing, settings.jobs, foreseen), soft_wrap=True, highlight=False)
    if line is None:
        return tally
    try:
        task = Task(
            checkout,
            plan,
            folder,
            executor,
            lock,
            provenance.record(checkout, plan, folder),
            settings.retries,
            dict(standing.failed_before),
        )
        conduct(task, line, settings, console, tally)
    except UsageError:
        if not tally.done and not tally.failed:
            _undo(folder, standing, before)
        raise
    except OSError as error:
        raise CannotStore(f"{folder}: cannot be written ({error.strerror})") from error
    return tally


def _line(plan: Plan, standing: store.Standing, examples: Sequence[Example], settings: Settings) -> Line:
    from pyharness.scheduling.capacity import Room
    from pyharness.scheduling.run_queue import Line  # numpy takes longer than a look at an experiment that is done

    room = Room(settings.jobs, settings.memory_bytes, free=settings.memory_free)
    return Line(standing.missing, room, of_plan(standing), examples, plan.experiment.parameters)


def _enter(
    checkout: Checkout, plan: Plan, folder: Path, lock: FolderLock
) -> tuple[store.Standing, str | None, Sequence[Example]]:
    """Make the folder this plan's, or join the harnesses that are at work on it; returns what is there, the
    experiment.json there was where this harness alone replaced it, and what is known of other plans' runs."""
    experiment = plan.experiment.model_copy(update={"plan": _digest(plan)})
    with lock.held(PLAN):
        require_same_experiment(experiment, folder)
        lock.release(AT_WORK)
        try:
            if lock.take(AT_WORK):
                lock.stamp()
                store.clear_leftovers(folder)
                standing = store.look(folder, plan.runs)
                examples = of_others(plan, standing, folder, checkout.results)
                before = _replace_plan(experiment, standing, folder)
            else:
                _join(experiment, folder)
                standing, before = store.look(folder, plan.runs), None
                examples = of_others(plan, standing, folder, checkout.results)
        except OSError as error:
            raise CannotStore(f"{folder}: cannot be written ({error.strerror})") from error
        lock.take(AT_WORK, shared=True)
    return standing, before, examples


def _undo(folder: Path, standing: store.Standing, before: str | None) -> None:
    """The plan has turned out to be none: leave the folder as it was."""
    if before is not None:
        fingerprint.write_whole(folder / EXPERIMENT, before)
        store.give_back(standing)
    elif not standing.done and not standing.failed_before:
        store.unmake(folder)


def _digest(plan: Plan) -> str:
    """What decides the runs, but for the number of replications."""
    return fingerprint.of_data([run.identity for run in plan.runs if run.replication == 1])


def _replace_plan(experiment: Experiment, standing: store.Standing, folder: Path) -> str | None:
    path = folder / EXPERIMENT
    before = path.read_text(encoding="utf-8") if path.exists() else None
    store.make_way(folder, standing)
    text = experiment.model_dump_json(indent=2) + "\n"
    if text != before and not _goes_further(folder, experiment):
        fingerprint.write_whole(path, text)
    return before


def _goes_further(folder: Path, experiment: Experiment) -> bool:
    """Whether a stopping rule has come further here than to the round that now begins again."""
    try:
        there = read_experiment(folder)
    except (OSError, ValueError):
        return False
    same = (there.plan, there.stop) == (experiment.plan, experiment.stop)
    return bool(experiment.stop) and same and there.number_of_runs >= experiment.number_of_runs


def _join(experiment: Experiment, folder: Path) -> None:
    """Others are at work: their plan has to be ours; who wants more replications says so for all."""
    there = read_experiment(folder)
    if there.plan != experiment.plan:
        raise UsageError(
            f"{folder}: another harness is at work in this folder with another plan, wait for it or end it"
        )
    if there.replications < experiment.replications:
        fingerprint.write_whole(folder / EXPERIMENT, experiment.model_dump_json(indent=2) + "\n")


def require_same_experiment(experiment: Experiment, folder: Path) -> None:
    """A folder belongs to one experiment: another's runs are never overwritten by a slip of `--results`.

    Raises UsageError where `folder` holds the results of another experiment.
    """
    try:
        there = read_experiment(folder)
    except (OSError, ValueError):
        return
    if there.name != experiment.name:
        raise UsageError(f"{folder}: holds the results of {there.name!r}, expected those of {experiment.name!r}")


def _opening(plan: Plan, standing: store.Standing, jobs: int, foreseen_s: float | None) -> str:
    """`demo: 40 runs, 12 done already, 28 to run, 4 at a time, about 50 s (3 failed before)`, then the corrupt ones by
    name."""
    notes = [
        f"{len(standing.failed_before)} failed before" if standing.failed_before else "",
        f"{len(standing.outdated)} of another program or other parameters" if standing.outdated else "",
        f"{len(standing.corrupt)} corrupt, set aside" if standing.corrupt else "",
    ]
    noted = ", ".join(filter(None, notes))
    to_run = f"{len(standing.missing)} to run, {min(jobs, max(1, len(standing.missing)))} at a time"
    to_run += "" if foreseen_s is None else f", about {duration(foreseen_s)}"
    opening = (
        f"{plan.experiment.name}: {counted(len(plan.runs), 'run')}, {len(standing.done)} done already, "
        + (to_run if standing.missing else "nothing to run")
        + (f" ({noted})" if noted else "")
    )
    corrupt = [f"corrupt: {place.parent.name}/{place.name}: {why}" for place, why in standing.corrupt[:TOLD_CORRUPT]]
    more = len(standing.corrupt) - len(corrupt)
    return escape("\n".join([opening, *corrupt, *([f"and {more} more corrupt"] if more else [])]))
