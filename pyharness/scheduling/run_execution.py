"""One run, from command to folder: claim, execute, check the outputs that the run contract asks for, publish."""

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
from pyharness.store import run_folders
from pyharness.store.folder_lock import FolderLock, claim_on
from pyharness.store.index import Index
from schema.manifest import Failure, Manifest, OutputFile, read_manifest
from schema.run_index import stamp
from schema.text import counted, exact_duration, size

WRONG_USAGE = 2
"""Exit status of a program that refuses its arguments."""
TAIL_BYTES, TAIL_LINES = 8192, 12
"""How much of a failed run's output its manifest keeps."""


class ProgramRefused(Exception):
    """The program refuses the run's arguments (exit status 2). The plan is at fault, not the run."""


@dataclass(frozen=True)
class RunContext:
    """What all runs of a sweep share. Any number of threads may use it at once."""

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
class RunResult:
    """A run that is done or failed."""

    manifest: Manifest
    executed_here: bool
    """False where another harness has executed it since this sweep began."""


@dataclass(frozen=True)
class _Execution:
    """How a run was executed, for its manifest."""

    started: datetime
    attempts: int
    ended: Ended
    """Of the last attempt."""
    failure: Failure
    error: str


def execute_run(context: RunContext, run: PlannedRun, on_program_end: Callable[[], None]) -> RunResult | None:
    """Execute `run` and put its folder in place, done or failed. Return None where another harness executes it now.

    `on_program_end` is called when the program has ended, before its results are stored.
    Raises Stopped (by the executor), ProgramRefused with the program's sentence, or OSError when the results cannot be
    written. All three leave nothing behind.
    """
    claim = claim_on(run.label)
    if not context.lock.take(claim):
        return None
    try:
        manifest = _executed_by_another(context, run)
        if manifest is not None:
            return RunResult(manifest, executed_here=False)
        return RunResult(_execute_and_publish(context, run, on_program_end), executed_here=True)
    finally:
        context.lock.release(claim)


def reproducing_command(context: RunContext, run: PlannedRun) -> tuple[str, ...]:
    """Return the run's command for the checkout's folder. It writes into `reproduced`, not over the results."""
    root = f"{context.checkout.root}/"
    arguments = (argument.replace(f"={root}", "=./", 1) for argument in run.arguments)
    command = (word.removeprefix(root) for word in context.plan.program.command)
    return (*command, *arguments, "--out=reproduced")


def _executed_by_another(context: RunContext, run: PlannedRun) -> Manifest | None:
    """Return the manifest that another harness has put in place since this sweep began. Set a corrupt folder aside."""
    place = context.folder / run.place
    if not place.exists() or stamp(str(place)) == context.failed_before.get(run.label):
        return None
    entry = run_folders.examine(place, every_byte=False)
    if entry.state == "corrupt":
        run_folders.set_aside(place)
        return None
    return read_manifest(place) if entry.identity == run.identity else None


def _execute_and_publish(context: RunContext, run: PlannedRun, on_program_end: Callable[[], None]) -> Manifest:
    place = context.folder / run.place
    try:
        started = datetime.now(UTC)
        attempts, folder, ended = _execute_attempts(context, run, place)
        on_program_end()
        failure, error = _fault(ended, folder, context.plan, attempts)
        if ended.exit_status == WRONG_USAGE and failure == "exit":
            raise ProgramRefused(refusal(context.plan.experiment.program, run.variant.name, tail(folder / STDERR)))
        if failure:
            run_folders.probe(folder)  # a full disk ends ns-3 like a fault of its own
        execution = _Execution(started=started, attempts=attempts, ended=ended, failure=failure, error=error)
        manifest = run_folders.publish(folder, place, bind(_manifest, context, run, execution))
    finally:
        shutil.rmtree(run_folders.partial_of(place), ignore_errors=True)
    Index(context.folder).put([(run.label, run_folders.entry_of(manifest, stamp(str(place)) or ""))])
    return manifest


def _execute_attempts(context: RunContext, run: PlannedRun, place: Path) -> tuple[int, Path, Ended]:
    """Start the run, and again where it was ended from outside.

    Return the number of starts, the folder that the last one wrote into, and how it ended.
    """
    attempts = 0
    while True:
        attempts += 1
        folder = run_folders.fresh_partial(place)
        ended = context.executor.execute(_work(context.plan, run, folder.resolve()))
        if not ended.lost or attempts > context.retries:
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
    """Return the sentence with which `program` refuses `variant`: the last line of its standard error."""
    sentence = (stderr.splitlines() or [""])[-1].removeprefix(f"{program}: ").rstrip(".")
    return f"{program} refuses {variant}: {sentence or 'no reason given'}"


def _fault(ended: Ended, folder: Path, plan: Plan, attempts: int) -> tuple[Failure, str]:
    """Return how and why the run counts as failed; two empty texts where it does not."""
    output = tail(folder / STDERR) or tail(folder / STDOUT)
    if ended.timed_out:
        return "timeout", f"took longer than {exact_duration(plan.timeout_s or 0)}\n{output}".strip()
    if ended.out_of_memory:
        limit = f"more than {size(plan.memory_bytes)} of memory" if plan.memory_bytes else "all the memory there was"
        return "memory", f"took {limit}\n{output}".strip()
    if ended.lost:
        return "lost", f"lost {counted(attempts, 'time')}, ended from outside by {_cause(ended)}\n{output}".strip()
    if ended.exit_status < 0:
        return "signal", f"ended by {_cause(ended)}\n{output}".strip()
    if ended.exit_status > 0:
        return "exit", output or f"ended with exit status {ended.exit_status} without output"
    broken = _broken_output(folder, plan.network_kind)
    return ("output", f"ended with exit status 0 but {broken}") if broken else ("", "")


def _broken_output(folder: Path, kind: str) -> str:
    """Return the first output that the run contract asks for and that is missing or broken; empty where none is.

    schema.traces is imported here because numpy takes longer than the look at a finished experiment.
    """
    from schema.traces import CorruptTrace, read_run_table, tables_of

    for table in tables_of(kind):
        try:
            read_run_table(folder, table, kind)
        except FileNotFoundError:
            return f"without {table}.trace"
        except (CorruptTrace, OSError, ValueError) as error:
            return str(error).replace(f"{folder}/", "")
    return ""


def tail(log: Path) -> str:
    """Return the last lines of an output as text, whatever its bytes; empty where there is no output."""
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


def _manifest(context: RunContext, run: PlannedRun, execution: _Execution, files: tuple[OutputFile, ...]) -> Manifest:
    ended = execution.ended
    return Manifest(
        experiment=context.plan.experiment.name,
        variant=run.variant.name,
        replication=run.replication,
        state="failed" if execution.failure else "done",
        identity=run.identity,
        program=context.plan.experiment.program,
        network_kind=context.plan.network_kind,
        program_sha256=context.plan.program_sha256,
        parameters=dict(run.variant.parameters),
        varying=dict(run.variant.varying),
        rng_run=run.replication,
        ns_log=context.plan.ns_log,
        versions=dict(context.plan.versions),
        provenance=context.provenance,
        command=list(reproducing_command(context, run)),
        host=ended.host,
        started=execution.started.isoformat(timespec="seconds"),
        wall_seconds=round(ended.wall_seconds, 3),
        cpu_seconds=round(ended.cpu_seconds, 3),
        peak_memory_bytes=ended.peak_memory_bytes,
        allocator=ended.allocator,
        attempts=execution.attempts,
        exit_status=ended.exit_status,
        failure=execution.failure,
        error=execution.error,
        files=files,
    )
