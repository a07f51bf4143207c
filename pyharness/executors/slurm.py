"""Runs as jobs of a SLURM cluster. What is asked of SLURM: a processor for each run, and the run's limits."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
import tempfile
import time
import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pyharness.executors.attempt import Attempted
from pyharness.executors.base import Work
from pyharness.executors.job import run_job
from pyharness.executors.queue import OUT_OF_MEMORY, SIGN_OF_LIFE, STILL_QUEUED, TIMED_OUT, QueueExecutor
from pyharness.executors.registry import ExecutorOption, register_executor
from schema.errors import UsageError

if TYPE_CHECKING:
    import submitit

STARTING_S, OWN_BYTES = 120, 512 << 20
"""Start-up time and memory of the job's own Python, on top of its run's limits."""
STATES = {
    "TIMEOUT": TIMED_OUT,
    "DEADLINE": TIMED_OUT,
    "OUT_OF_MEMORY": OUT_OF_MEMORY,
    **dict.fromkeys(("PENDING", "CONFIGURING", "RUNNING", "COMPLETING", "SUSPENDED"), STILL_QUEUED),
    **dict.fromkeys(("STOPPED", "RESIZING", "SIGNALING", "STAGE_OUT"), STILL_QUEUED),
    **dict.fromkeys(("REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "SPECIAL_EXIT", "RESV_DEL_HOLD"), STILL_QUEUED),
}
"""SLURM's states by the names used here. Any other state is a job that the cluster has ended."""
SQUEUE_WITHIN_S, LEFT_AFTER_S = 60.0, 86400.0
FOLDER_PREFIX = ".slurm-"


class SlurmExecutor(QueueExecutor):
    """Job arrays through sbatch; one squeue for all jobs. A requeued job begins again in a folder of its own."""

    def __init__(self, options: str, folder: Path) -> None:
        """`options` of sbatch, `partition=short,account=x`; `folder` is the experiment's, seen by all nodes.

        Raises UsageError where there is no SLURM, or an option cannot be read.
        """
        self._options = _options(options)
        self._name = f"pyharness-{uuid.uuid4().hex[:12]}"
        _remove_left(folder)
        own = Path(tempfile.mkdtemp(prefix=FOLDER_PREFIX, dir=folder.resolve()))
        self._errors = own / "sbatch-errors.txt"
        try:
            self._sbatch = _submitter(own, self._errors)
        except RuntimeError as error:
            own.rmdir()
            raise UsageError("--slurm: there is no SLURM here, expected sbatch, srun and squeue on PATH") from error
        super().__init__(own)

    def submit(self, works: Sequence[Work], sign_of_life: Path) -> list[submitit.Job[Attempted]]:
        """See QueueExecutor."""
        import submitit

        self._sbatch.parameters.clear()
        self._sbatch.update_parameters(
            job_name=self._name,
            cpus_per_task=1,
            array_parallelism=len(works),
            time=_minutes(works[0].timeout_s),
            mem=_memory(works[0].memory_bytes),
            additional_parameters=self._options,
        )
        try:
            return self._sbatch.map_array(run_job, works, [sign_of_life] * len(works))
        except submitit.core.utils.FailedJobError as error:
            text = self._errors.read_text(errors="replace") if self._errors.exists() else str(error)
            reasons = re.findall(r"sbatch: error: (.+?)\.?$", text, re.MULTILINE)
            raise UsageError(f"--slurm: sbatch refuses the job: {'; '.join(reasons) or text.strip()}") from error

    def states(self, jobs: Sequence[submitit.Job[Attempted]]) -> Mapping[str, str]:
        """See QueueExecutor."""
        command = ["squeue", "--noheader", "--array", "--states=all", f"--name={self._name}", "--format=%i|%T"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=SQUEUE_WITHIN_S)
        except subprocess.SubprocessError as error:
            raise OSError("squeue does not answer") from error
        found = dict(line.split("|", 1) for line in done.stdout.split())
        return {job: STATES.get(state, state) for job, state in found.items()}

    def cancel(self, jobs: Sequence[submitit.Job[Attempted]]) -> None:
        """See QueueExecutor."""
        subprocess.run(["scancel", f"--name={self._name}"], capture_output=True, check=False)


def _submitter(folder: Path, errors: Path) -> submitit.SlurmExecutor:
    """Return submitit's executor, but with sbatch's standard error in the file `errors`: submitit would print it.

    Raises RuntimeError where there is no SLURM.
    """
    import submitit

    class Submitter(submitit.SlurmExecutor):
        def _make_submission_command(self, submission_file_path: Path) -> list[str]:
            return ["/bin/sh", "-c", 'exec sbatch "$1" 2>"$0"', str(errors), str(submission_file_path)]

    return Submitter(folder)


def _remove_left(folder: Path) -> None:
    """Remove what killed harnesses have left behind; their jobs have noticed by now, and ended."""
    for own in folder.glob(f"{FOLDER_PREFIX}*"):
        with suppress(FileNotFoundError):  # made or removed at this moment
            if time.time() - (own / SIGN_OF_LIFE).stat().st_mtime > LEFT_AFTER_S:
                shutil.rmtree(own, ignore_errors=True)


def _options(text: str) -> dict[str, str | bool]:
    """Return the options in `partition=short,exclusive` as submitit takes them."""
    options: dict[str, str | bool] = {}
    for option in filter(None, (each.strip() for each in text.split(","))):
        name, given, value = option.partition("=")
        if not re.fullmatch(r"[A-Za-z][A-Za-z_-]*", name):
            raise UsageError(f"--slurm: {option!r} is no option of sbatch, expected such as partition=short,account=x")
        options[name.replace("-", "_")] = value if given else True
    return options


def _minutes(timeout_s: float | None) -> int:
    """For sbatch; 0 asks for no limit."""
    return 0 if timeout_s is None else math.ceil((timeout_s + STARTING_S) / 60)


def _memory(memory_bytes: int | None) -> str | None:
    """For sbatch; None leaves it to the cluster."""
    return None if memory_bytes is None else f"{math.ceil((memory_bytes + OWN_BYTES) / (1 << 20))}M"


register_executor(
    ExecutorOption(
        name="--slurm",
        metavar="OPTIONS",
        help="Execute runs as SLURM jobs, with these options of sbatch: partition=short,account=x.",
        start=SlurmExecutor,
    )
)
