"""One run, from command to folder: claim, execute, check that what the contract promises is there, publish."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial as bind
from pathlib import Path

from pyharness.executors import STDERR, STDOUT, Ended, Executor, Work
from pyharness.experiment.plan import Plan, PlannedRun
from pyharness.programs.checkout import Checkout
from pyharness.store import run_folders as store
from pyharness.store.folder_lock import FolderLock, claim_on
from pyharness.store.index import Index
from schema.manifest import Failure, Manifest, OutputFile, read_manifest
from schema.run_index import stamp
from schema.text import counted, exact_duration, size

WRONG_USAGE = 2
TAIL_BYTES, TAIL_LINES = 8192, 12
"""How much of what a failed run said is kept in its manifest."""


class Refused(Exception):
    """The program calls the run wrong usage (exit status 2): the plan is at fault, not the run. Says why."""


@dataclass(frozen=True)
class Task:
    """What carries runs out, in any number of threads."""

    checkout: Checkout
    plan: Plan
    folder: Path
    """The experiment's."""
    executor: Executor
    lock: FolderLock
    provenance: str
    retries: int
    failed_before: dict[str, str] = field(default_factory=dict)
    """Runs that had failed when the sweep began, with the stamps of their folders."""


@dataclass(frozen=True)
class Outcome:
    """A run that is done or failed, now; `ours` unless another harness did it since this sweep began."""

    manifest: Manifest
    ours: bool


def carry_out(task: Task, run: PlannedRun, executed: Callable[[], None]) -> Outcome | None:
    """Execute `run` and put its folder in place, done or failed; None where another harness is about it.

    `executed` is called when the program has ended, before its results are written down.
    Raises Stopped (by the executor), Refused with the program's sentence, or OSError when the results cannot be
    written; in all three nothing is left behind.
    """
    claim = claim_on(run.label)
    if not task.lock.take(claim):
        return None
    try:
        there = _by_another(task, run)
        if there is not None:
            return Outcome(there, ours=False)
        return Outcome(_execute_and_publish(task, run, executed), ours=True)
    finally:
        task.lock.release(claim)


def reproduce(task: Task, run: PlannedRun) -> tuple[str, ...]:
    """The run's command as typed in the checkout's folder; it writes into `reproduced`, not over the results."""
    root = f"{task.checkout.root}/"
    arguments = (argument.replace(f"={root}", "=./", 1) for argument in run.arguments)
    command = (word.removeprefix(root) for word in task.plan.program.command)
    return (*command, *arguments, "--out=reproduced")


def _by_another(task: Task, run: PlannedRun) -> Manifest | None:
    """The manifest that another harness has put in place since this sweep looked. A corrupt folder is set aside."""
    place = task.folder / run.place
    if not place.exists() or stamp(str(place)) == task.failed_before.get(run.label):
        return None
    entry = store.examine(place, every_byte=False)
    if entry.state == "corrupt":
        store.set_aside(place)
        return None
    return read_manifest(place) if entry.identity == run.identity else None


def _execute_and_publish(task: Task, run: PlannedRun, executed: Callable[[], None]) -> Manifest:
    place = task.folder / run.place
    try:
        started = datetime.now(UTC)
        attempts, folder, ended = _execute(task, run, place)
        executed()
        failure, error = _fault(ended, folder, task.plan, attempts)
        if ended.exit_status == WRONG_USAGE and failure == "exit":
            raise Refused(refusal(task.plan.experiment.program, run.variant.name, tail(folder / STDERR)))
        if failure:
            store.probe(folder)  # ns-3 dies of a full disk like of a fault of its own
        manifest = store.publish(folder, place, bind(_manifest, task, run, ended, started, attempts, failure, error))
    finally:
        shutil.rmtree(store.partial_of(place), ignore_errors=True)
    Index(task.folder).put([(run.label, store.entry_of(manifest, stamp(str(place)) or ""))])
    return manifest


def _execute(task: Task, run: PlannedRun, place: Path) -> tuple[int, Path, Ended]:
    """Start the run, again where it died from outside; returns how often, where it wrote, and how it ended."""
    attempts = 0
    while True:
        attempts += 1
        folder = store.fresh_partial(place)
        ended = task.executor.execute(_work(task.plan, run, folder.resolve()))
        if not ended.lost or attempts > task.retries:
            return attempts, folder, ended


def _work(plan: Plan, run: PlannedRun, folder: Path) -> Work:
    return Work(
        command=(*plan.program.command, *run.arguments, f"--out={folder}"),
        folder=folder,
        timeout_s=plan.timeout_s,
        memory_bytes=plan.memory_bytes,
        environment={"NS_LOG": plan.ns_log},
        any_malloc=plan.any_malloc,
    )


def refusal(program: str, variant: str, stderr: str) -> str:
    """The sentence with which `program` refuses `variant`: the last line of what it wrote to standard error."""
    sentence = (stderr.splitlines() or [""])[-1].removeprefix(f"{program}: ").rstrip(".")
    return f"{program} refuses {variant}: {sentence or 'it does not say why'}"


def _fault(ended: Ended, folder: Path, plan: Plan, attempts: int) -> tuple[Failure, str]:
    """How and why the run counts as failed; empty where it does not."""
    said = tail(folder / STDERR) or tail(folder / STDOUT)
    if ended.timed_out:
        return "timeout", f"took longer than {exact_duration(plan.timeout_s or 0)}\n{said}".strip()
    if ended.out_of_memory:
        limit = f"more than {size(plan.memory_bytes)} of memory" if plan.memory_bytes else "all the memory there was"
        return "memory", f"took {limit}\n{said}".strip()
    if ended.lost:
        return "lost", f"lost {counted(attempts, 'time')}, ended from outside by {_cause(ended)}\n{said}".strip()
    if ended.exit_status < 0:
        return "signal", f"ended by {_cause(ended)}\n{said}".strip()
    if ended.exit_status > 0:
        return "exit", said or f"ended with exit status {ended.exit_status} and said nothing"
    broken = _broken_output(folder)
    return ("output", f"ended with exit status 0 but {broken}") if broken else ("", "")


def _broken_output(folder: Path) -> str:
    """What the run contract promises and is not there; empty where all is.

    Imported here and not above: numpy takes longer than a look at an experiment that is done.
    """
    from schema.traces import TABLES, CorruptTrace, read_trace

    for table in TABLES:
        try:
            read_trace(folder / f"{table}.trace")
        except FileNotFoundError:
            return f"without {table}.trace"
        except (CorruptTrace, OSError, ValueError) as error:
            return str(error).replace(f"{folder}/", "")
    return ""


def tail(log: Path) -> str:
    """The last lines of an output, as text whatever its bytes; empty where there is none."""
    try:
        with log.open("rb") as stream:
            end = stream.seek(0, 2)
            stream.seek(max(0, end - TAIL_BYTES))
            text = stream.read().decode(errors="replace")
    except FileNotFoundError:  # nothing was written to standard error, or the run was lost before it began
        return ""
    return "\n".join(text.splitlines()[-TAIL_LINES:]).strip()


def _cause(ended: Ended) -> str:
    if ended.exit_status >= 0:
        return f"its executor (exit status {ended.exit_status})"
    try:
        return signal.Signals(-ended.exit_status).name
    except ValueError:
        return f"signal {-ended.exit_status}"


def _manifest(
    task: Task,
    run: PlannedRun,
    ended: Ended,
    started: datetime,
    attempts: int,
    failure: Failure,
    error: str,
    files: tuple[OutputFile, ...],
) -> Manifest:
    return Manifest(
        experiment=task.plan.experiment.name,
        variant=run.variant.name,
        replication=run.replication,
        state="failed" if failure else "done",
        identity=run.identity,
        program=task.plan.experiment.program,
        program_sha256=task.plan.program_sha256,
        parameters=dict(run.variant.parameters),
        varying=dict(run.variant.varying),
        rng_run=run.replication,
        ns_log=task.plan.ns_log,
        versions=dict(task.plan.versions),
        provenance=task.provenance,
        command=list(reproduce(task, run)),
        host=ended.host,
        started=started.isoformat(timespec="seconds"),
        wall_seconds=round(ended.wall_seconds, 3),
        cpu_seconds=round(ended.cpu_seconds, 3),
        peak_memory_bytes=ended.peak_memory_bytes,
        allocator=ended.allocator,
        attempts=attempts,
        exit_status=ended.exit_status,
        failure=failure,
        error=error,
        files=files,
    )
