"""One sweep of a plan: run what is missing, several runs at a time, beside other harnesses that do the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console
from rich.markup import escape

from pyharness.executors import Executor
from pyharness.experiment.plan import Plan
from pyharness.programs.checkout import Checkout
from pyharness.scheduling.known_costs import Example, costs_of_other_plans, costs_of_plan
from pyharness.scheduling.run_execution import RunContext
from pyharness.scheduling.run_pool import SweepCounts, SweepLimits, run_queue_to_end
from pyharness.store import provenance, run_folders
from pyharness.store.folder_lock import AT_WORK, PLAN, FolderLock
from pyharness.store.run_folders import CannotStore, StoredRuns
from schema import digests
from schema.errors import UsageError
from schema.manifest import EXPERIMENT, Experiment, read_experiment
from schema.text import counted, duration

if TYPE_CHECKING:
    from pyharness.scheduling.run_queue import RunQueue

CORRUPT_SHOWN = 5
"""Corrupt runs that the opening line names."""


class _ClaimedFolder(NamedTuple):
    """The folder of a sweep that may begin."""

    stored: StoredRuns
    previous_experiment_json: str | None
    """The experiment.json that this sweep has replaced; None where it joined other harnesses, or there was none."""
    examples: Sequence[Example]
    """Costs of other plans' runs."""


def run_sweep(
    checkout: Checkout,
    plan: Plan,
    folder: Path,
    lock: FolderLock,
    executor: Executor,
    limits: SweepLimits,
    console: Console,
) -> SweepCounts:
    """Run what is missing of `plan` in `folder` and return what became of each run.

    `lock` is the folder's, open; it stays at work when this returns. Raises Interrupted on Ctrl-C or SIGTERM,
    UsageError where the program refuses the plan or another harness is at work with another plan, CannotStore.
    """
    # 1. Claim the folder under its PLAN lock: look at it, and replace or join the plan in it.
    claimed = _claim_folder(checkout, plan, folder, lock)
    stored = claimed.stored
    counts = SweepCounts(already=len(stored.done))
    # 2. Queue what is missing.
    queue = _queue(plan, claimed, limits) if stored.missing else None
    console.print(_opening(plan, stored, limits.jobs, queue.left_s if queue else None), soft_wrap=True, highlight=False)
    if queue is None:
        return counts
    # 3. Execute the queue. Each run is claimed on its own, so other harnesses take the others.
    try:
        context = RunContext(
            checkout=checkout,
            plan=plan,
            folder=folder,
            executor=executor,
            lock=lock,
            provenance=provenance.record(checkout, plan, folder),
            retries=limits.retries,
            failed_before=dict(stored.failed_before),
        )
        run_queue_to_end(context, queue, limits, console, counts)
    except UsageError:
        # 4. The program refuses the plan: with nothing run, leave the folder as it was.
        if not counts.done and not counts.failed:
            _restore_folder(folder, claimed)
        raise
    except OSError as error:
        raise CannotStore(f"{folder}: cannot be written ({error.strerror})") from error
    return counts


def _queue(plan: Plan, claimed: _ClaimedFolder, limits: SweepLimits) -> RunQueue:
    """Queue the missing runs. numpy is imported here: it takes longer than the look at a finished experiment."""
    from pyharness.scheduling.capacity import Capacity
    from pyharness.scheduling.run_queue import RunQueue

    capacity = Capacity(limits.jobs, limits.memory_bytes, free=limits.memory_free)
    ended = costs_of_plan(claimed.stored)
    return RunQueue(claimed.stored.missing, capacity, ended, claimed.examples, plan.experiment.parameters)


def _claim_folder(checkout: Checkout, plan: Plan, folder: Path, lock: FolderLock) -> _ClaimedFolder:
    """Make the folder this plan's, or join the harnesses that are at work on it."""
    experiment = plan.experiment.model_copy(update={"plan": _digest(plan)})
    with lock.held(PLAN):
        require_same_experiment(experiment, folder)
        lock.release(AT_WORK)
        try:
            if lock.take(AT_WORK):
                lock.note_start()
                run_folders.clear_leftovers(folder)
                stored = run_folders.compare_with_plan(folder, plan.runs)
                examples = costs_of_other_plans(plan, stored, folder, checkout.results)
                previous = _replace_plan(experiment, stored, folder)
            else:
                _join(experiment, folder)
                stored, previous = run_folders.compare_with_plan(folder, plan.runs), None
                examples = costs_of_other_plans(plan, stored, folder, checkout.results)
        except OSError as error:
            raise CannotStore(f"{folder}: cannot be written ({error.strerror})") from error
        lock.take(AT_WORK, shared=True)
    return _ClaimedFolder(stored, previous, examples)


def _restore_folder(folder: Path, claimed: _ClaimedFolder) -> None:
    """Leave the folder as it was before the plan that the program refuses."""
    if claimed.previous_experiment_json is not None:
        digests.write_whole(folder / EXPERIMENT, claimed.previous_experiment_json)
        run_folders.give_back(claimed.stored)
    elif not claimed.stored.done and not claimed.stored.failed_before:
        run_folders.unmake(folder)


def _digest(plan: Plan) -> str:
    """Return the digest of all that decides the runs, but for the number of replications."""
    return digests.of_data([run.identity for run in plan.runs if run.replication == 1])


def _replace_plan(experiment: Experiment, stored: StoredRuns, folder: Path) -> str | None:
    """Write experiment.json and return the text that it replaces."""
    path = folder / EXPERIMENT
    previous = path.read_text(encoding="utf-8") if path.exists() else None
    run_folders.make_way(folder, stored)
    text = experiment.model_dump_json(indent=2) + "\n"
    if text != previous and not _is_in_later_round(folder, experiment):
        digests.write_whole(path, text)
    return previous


def _is_in_later_round(folder: Path, experiment: Experiment) -> bool:
    """Whether a stopping rule has come further in `folder` than to the round that begins again now."""
    try:
        stored = read_experiment(folder)
    except (OSError, ValueError):
        return False
    same = (stored.plan, stored.stop) == (experiment.plan, experiment.stop)
    return bool(experiment.stop) and same and stored.number_of_runs >= experiment.number_of_runs


def _join(experiment: Experiment, folder: Path) -> None:
    """Join other harnesses: their plan has to be this one, and the greater number of replications holds for all."""
    stored = read_experiment(folder)
    if stored.plan != experiment.plan:
        raise UsageError(
            f"{folder}: another harness is at work in this folder with another plan, wait for it or end it"
        )
    if stored.replications < experiment.replications:
        digests.write_whole(folder / EXPERIMENT, experiment.model_dump_json(indent=2) + "\n")


def require_same_experiment(experiment: Experiment, folder: Path) -> None:
    """Raise UsageError where `folder` holds the results of another experiment.

    So a slip of `--results` never overwrites another experiment's runs.
    """
    try:
        stored = read_experiment(folder)
    except (OSError, ValueError):
        return
    if stored.name != experiment.name:
        raise UsageError(f"{folder}: holds the results of {stored.name!r}, expected those of {experiment.name!r}")


def _opening(plan: Plan, stored: StoredRuns, jobs: int, expected_s: float | None) -> str:
    """Return `demo: 40 runs, 12 done already, 28 to run, 4 at a time, about 50 s (3 failed before)`.

    The names of corrupt runs follow, one a line.
    """
    notes = [
        f"{len(stored.failed_before)} failed before" if stored.failed_before else "",
        f"{len(stored.outdated)} of another program or other parameters" if stored.outdated else "",
        f"{len(stored.corrupt)} corrupt, set aside" if stored.corrupt else "",
    ]
    noted = ", ".join(filter(None, notes))
    to_run = f"{len(stored.missing)} to run, {min(jobs, max(1, len(stored.missing)))} at a time"
    to_run += "" if expected_s is None else f", about {duration(expected_s)}"
    opening = (
        f"{plan.experiment.name}: {counted(len(plan.runs), 'run')}, {len(stored.done)} done already, "
        + (to_run if stored.missing else "nothing to run")
        + (f" ({noted})" if noted else "")
    )
    corrupt = [f"corrupt: {place.parent.name}/{place.name}: {why}" for place, why in stored.corrupt[:CORRUPT_SHOWN]]
    more = len(stored.corrupt) - len(corrupt)
    return escape("\n".join([opening, *corrupt, *([f"and {more} more corrupt"] if more else [])]))
