"""The analysis as a process of its own: `python -m spark_analysis …`. The only place that starts it.

pyharness imports nothing of spark_analysis, so a fault or the memory of one never reaches the other. The child writes
its results and its error messages to the standard streams of this process.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from pyharness.programs.parent_death import die_with_parent
from schema.errors import CommandFailed, Interrupted, UsageError
from schema.signals import interruptible

ANALYSIS_ROOT = Path(__file__).resolve().parents[2]
"""The folder that spark_analysis is imported from: the one that this package is in."""
NOT_INSTALLED = "the analysis is not installed (no spark_analysis beside pyharness): no tables, no report"


class AnalysisFailed(CommandFailed):
    """The analysis ended with an error. The child has written its message to standard error already."""

    def __init__(self, exit_status: int) -> None:
        super().__init__("")
        self.exit_status = exit_status


class AnalysisMissing(CommandFailed):
    """The checkout holds no analysis."""

    def __init__(self) -> None:
        super().__init__(NOT_INSTALLED)


def make_report(folder: Path, master: str, if_changed: bool = False) -> None:
    """Make tables and report of the runs in `folder` on the Spark of `master`, and print the summary.

    With `if_changed`, tables and report of the same runs are kept as they are. The caller holds the folder's REPORT
    lock. Raises AnalysisFailed, AnalysisMissing, Interrupted.
    """
    run_to_end("report", str(folder), "--master", master, *(["--if-changed"] if if_changed else []))


def write_paper(paper: str, folder: Path, docs: Path | None, master: str) -> None:
    """Make the tables of each figure of `paper` in `folder` and the page about the paper, a copy of it in `docs`.

    The caller holds the REPORT locks of the figures' folders. Raises AnalysisFailed, AnalysisMissing, Interrupted.
    """
    copy = ["--docs", str(docs)] if docs else []
    run_to_end("paper", paper, str(folder), "--master", master, *copy)


def print_changes(folder: Path, other: Path, metric: str | None, width: int) -> None:
    """Print what differs between the results in two folders, for a terminal of `width` columns.

    Raises AnalysisFailed, AnalysisMissing, Interrupted.
    """
    only = ["--metric", metric] if metric is not None else []
    run_to_end("compare", str(folder), str(other), *only, "--width", str(width))


@cache
def metric_names() -> tuple[str, ...]:
    """Return the name of every metric. Raises UsageError where the analysis does not answer."""
    try:
        answer = subprocess.run(
            _command("metrics"), env=_environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True
        )
    except subprocess.CalledProcessError as error:
        raise UsageError(f"the analysis does not name its metrics (exit status {error.returncode})") from error
    except (OSError, AnalysisMissing) as error:
        raise UsageError(f"the analysis does not name its metrics ({error})") from error
    return tuple(answer.stdout.decode().split())


class RunMeasurer:
    """Measures one metric of finished runs, in one child process that keeps its Spark for later calls."""

    def __init__(self, folder: Path, metric: str, master: str) -> None:
        self._arguments = ("measure", str(folder), metric, "--master", master)
        self._child: subprocess.Popen[bytes] | None = None

    def measure(self, runs: Collection[tuple[str, int]]) -> tuple[Mapping[tuple[str, int], float], Sequence[str]]:
        """Return the metric's values by variant and replication, and the runs that cannot be counted.

        `runs` are pairs of variant and replication. A run without a value is in neither result. A run that cannot be
        counted is a text `variant/replication: reason`. Raises AnalysisFailed, AnalysisMissing, Interrupted.
        """
        if self._child is None:
            self._child = _start(*self._arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        with _forwarded_signals(self._child):
            answer = _ask(self._child, [list(run) for run in runs])
        values = {(variant, replication): value for variant, replication, value in answer["values"]}
        return values, answer["unusable"]

    def close(self) -> None:
        """End the child process and its Spark."""
        child, self._child = self._child, None
        if child is not None:
            assert child.stdin is not None and child.stdout is not None
            with suppress(BrokenPipeError):  # the child ended first
                child.stdin.close()
            child.stdout.close()
            child.wait()


def _ask(child: subprocess.Popen[bytes], question: Any) -> dict[str, Any]:
    """Send one line of JSON and return the one that answers it."""
    assert child.stdin is not None and child.stdout is not None
    try:
        child.stdin.write(json.dumps(question).encode() + b"\n")
        child.stdin.flush()
        line = child.stdout.readline()
    except BrokenPipeError:
        line = b""
    if not line:
        raise AnalysisFailed(_exit_status(child))
    answer: dict[str, Any] = json.loads(line)
    return answer


def run_to_end(*arguments: str) -> None:
    """Run the analysis to its end, with this process's standard output."""
    child = _start(*arguments, stdin=subprocess.DEVNULL)
    with _forwarded_signals(child):
        child.wait()
    if child.returncode:
        raise AnalysisFailed(_exit_status(child))


def _start(*arguments: str, stdin: int, stdout: int | None = None) -> subprocess.Popen[bytes]:
    """Start the analysis in a new process group, so that a terminal's Ctrl-C reaches it once, through this process."""
    sys.stdout.flush()  # before the child writes to the same file
    return subprocess.Popen(
        _command(*arguments),
        env=_environment(),
        stdin=stdin,
        stdout=stdout,
        process_group=0,
        preexec_fn=_prepared_child(),
    )


def _prepared_child() -> Callable[[], None]:
    """Return what the child does before its program: it ends with this process, and may write to the terminal."""
    end_with_parent = die_with_parent(signal.SIGTERM)

    def prepare() -> None:
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # a terminal with `tostop` would stop a background group
        end_with_parent()

    return prepare


def _command(*arguments: str) -> list[str]:
    if not (ANALYSIS_ROOT / "spark_analysis").is_dir():
        raise AnalysisMissing
    return [sys.executable, "-P", "-m", "spark_analysis", *arguments]  # -P: not that of the current folder


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ANALYSIS_ROOT)}


@contextmanager
def _forwarded_signals(child: subprocess.Popen[bytes]) -> Iterator[None]:
    """Forward a signal that ends this process to `child`, wait for its end, and raise Interrupted."""
    try:
        with interruptible():
            yield
    except Interrupted as interruption:
        child.send_signal(interruption.exit_status - 128)
        child.wait()
        raise


def _exit_status(child: subprocess.Popen[bytes]) -> int:
    """Return the exit status as a shell shows it: 128 + n on signal n, and 1 for an early end without an error."""
    status = child.wait()
    return 128 - status if status < 0 else status or 1
