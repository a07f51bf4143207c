"""The progress of a sweep: a bar in a terminal, plain lines anywhere else."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Self

from rich import progress
from rich.console import Console
from rich.markup import escape

from pyharness.experiment.plan import PlannedRun
from schema.manifest import Manifest, failure_reason
from schema.text import duration

LINE_EVERY_S, SILENT_S = 2.0, 60.0
"""Shortest and longest pause between two plain lines. Failures and the last line are printed at once."""


class Progress:
    """Counts runs as they end and prints the counts on `console`. For one thread."""

    def __init__(self, console: Console, total: int) -> None:
        self._console, self._total = console, total
        self._running = 0
        self._left_s: float | None = None
        self._done = self._failed = 0
        self._started = self._last_line = time.monotonic()
        self._bar = progress.Progress(
            progress.BarColumn(bar_width=30),
            progress.MofNCompleteColumn(),
            progress.TextColumn("{task.fields[counts]}"),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=total, counts=self._counts())

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def show_expected_end(self, running: int, left_s: float | None) -> None:
        """Show how many runs are under way, and the seconds until all will have ended where that is known."""
        self._running, self._left_s = running, left_s
        self._bar.update(self._task, counts=self._counts())
        if not self._console.is_terminal and time.monotonic() - self._last_line >= SILENT_S:
            self._print_counts()

    def count_ended(self, run: PlannedRun, manifest: Manifest) -> None:
        """Count one run as done or failed."""
        failed = manifest.state == "failed"
        self._failed += failed
        self._done += not failed
        finished = self._done + self._failed
        self._bar.update(self._task, completed=finished, counts=self._counts())
        if failed:
            self._print(f"[red]failed[/red] {escape(run.label)}: {escape(failure_reason(manifest))}")
        since = time.monotonic() - self._last_line
        if not self._console.is_terminal and (since >= LINE_EVERY_S or finished == self._total):
            self._print_counts()

    def _print_counts(self) -> None:
        self._last_line = time.monotonic()
        self._print(f"{self._done + self._failed}/{self._total}  {self._counts()}")

    def print_line(self, sentence: str) -> None:
        """Print a notice on a run."""
        self._print(escape(sentence))

    def _print(self, line: str) -> None:
        self._console.print(line, soft_wrap=True, highlight=False)

    def _counts(self) -> str:
        """`12 done, 0 failed, 4 running, 31 a minute, 1 min 20 s left`."""
        finished = self._done + self._failed
        counts = f"{self._done} done, {self._failed} failed, {self._running} running"
        elapsed = time.monotonic() - self._started
        if finished and elapsed:
            counts += f", {60 * finished / elapsed:.3g} a minute"
        return counts if self._left_s is None or finished == self._total else f"{counts}, {duration(self._left_s)} left"
