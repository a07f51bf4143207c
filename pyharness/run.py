"""One run, from command to folder: execute, check that what the contract promises is there, publish."""

from __future__ import annotations

import shutil
import signal
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial as bind
from pathlib import Path

from pyharness import store
from pyharness.checkout import Checkout
from pyharness.executors import Ended, Executor, Work
from pyharness.plan import Plan, PlannedRun
from pyharness.words import duration
from schema.manifest import Manifest, OutputFile
from schema.traces import TABLES, CorruptTrace, read_trace

WRONG_USAGE = 2
TAIL_BYTES, TAIL_LINES = 8192, 12
"""How much of what a failed run said is kept in its manifest."""


class Refused(Exception):
    """The program calls the run wrong usage (exit status 2): the plan is at fault, not the run. Says why."""


@dataclass(frozen=True)
class Task:
    """What carries a run out."""

    checkout: Checkout
    plan: Plan
    folder: Path
    """The experiment's."""
    executor: Executor


def carry_out(task: Task, run: PlannedRun) -> Manifest:
    """Execute `run` and put its folder in place, done or failed.

    Raises Stopped (by the executor), Refused with the program's sentence, or OSError when the results cannot be
    written; in all three nothing is left behind.
    """
    place = task.folder / run.place
    folder = store.fresh_partial(place)
    try:
        started = datetime.now(UTC)
        here = folder.resolve()
        command = (*task.plan.program.command, *run.arguments, f"--out={here}")
        ended = task.executor.execute(Work(command, here / store.LOG, task.plan.timeout_s))
        error = _fault(ended, folder, task.plan.timeout_s)
        if ended.exit_status == WRONG_USAGE:
            raise Refused(_refusal(task.plan.experiment.program, run, _tail(folder / store.LOG)))
        return store.publish(folder, place, bind(_manifest, task, run, ended, started, error))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def reproduce(task: Task, run: PlannedRun) -> tuple[str, ...]:
    """The run's command as typed in the checkout's folder; it writes into `reproduced`, not over the results."""
    root = f"{task.checkout.root}/"
    arguments = (argument.replace(f"={root}", "=", 1) for argument in run.arguments)
    command = (word.removeprefix(root) for word in task.plan.program.command)
    return (*command, *arguments, "--out=reproduced")


def _refusal(program: str, run: PlannedRun, said: str) -> str:
    """The program's sentence, with who says it and of what."""
    sentence = (said.splitlines() or [""])[-1].removeprefix(f"{program}: ").rstrip(".")
    return f"{program} refuses {run.variant.name}: {sentence or 'it does not say why'}"


def _fault(ended: Ended, folder: Path, timeout_s: float | None) -> str:
    """Why the run counts as failed; empty where it does not."""
    if ended.timed_out:
        return f"took longer than {duration(timeout_s or 0)}\n{_tail(folder / store.LOG)}".strip()
    if ended.exit_status < 0:
        return f"ended by {_signal_name(-ended.exit_status)}\n{_tail(folder / store.LOG)}".strip()
    if ended.exit_status > 0:
        return _tail(folder / store.LOG) or f"ended with exit status {ended.exit_status} and said nothing"
    for table in TABLES:
        try:
            read_trace(folder / f"{table}.trace")
        except FileNotFoundError:
            return f"ended with exit status 0 but without {table}.trace"
        except (CorruptTrace, OSError, ValueError) as error:
            return f"ended with exit status 0 but {str(error).replace(f'{folder}/', '')}"
    return ""


def _tail(log: Path) -> str:
    """The last lines of the log, as text whatever its bytes."""
    with log.open("rb") as stream:
        size = stream.seek(0, 2)
        stream.seek(max(0, size - TAIL_BYTES))
        text = stream.read().decode(errors="replace")
    return "\n".join(text.splitlines()[-TAIL_LINES:]).strip()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _manifest(
    task: Task, run: PlannedRun, ended: Ended, started: datetime, error: str, files: tuple[OutputFile, ...]
) -> Manifest:
    return Manifest(
        experiment=task.plan.experiment.name,
        variant=run.variant.name,
        replication=run.replication,
        state="failed" if error else "done",
        identity=run.identity,
        program=task.plan.experiment.program,
        program_sha256=task.plan.program_sha256,
        parameters=dict(run.variant.parameters),
        varying=dict(run.variant.varying),
        rng_run=run.replication,
        versions=dict(task.plan.versions),
        command=list(reproduce(task, run)),
        started=started.isoformat(timespec="seconds"),
        wall_seconds=round(ended.wall_seconds, 3),
        peak_memory_bytes=ended.peak_memory_bytes,
        exit_status=ended.exit_status,
        error=error,
        files=files,
    )
