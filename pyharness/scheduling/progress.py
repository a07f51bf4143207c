"""What is told while runs go on: a bar in a terminal, plain lines anywhere else."""

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
"""Plain lines come no faster than this, but for failures and the last; and no slower, though no run ends."""


class Progress:
    """Counts runs as they end and says so on `console`. For one thread."""

    def __init__(self, console: Console, total: int) -> None:
        self._console, self._total = console, total
        self._running = 0
        self._left_s: float | None = None
        self._done = self._failed = 0
        self._started = self._last_line = time.monotonic()
        self._bar = progress.Progress(
            progress.BarColumn(bar_width=30),
            progress.MofNCompleteColumn(),
            progress.TextColumn("{task.fields[words]}"),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=total, words=self._words())

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def foresee(self, running: int, left_s: float | None) -> None:
        """How many runs are under way, and when all will have ended, as far as that is known."""
        self._running, self._left_s = running, left_s
        self._bar.update(self._task, words=self._words())
        if not self._console.is_terminal and time.monotonic() - self._last_line >= SILENT_S:
            self._line()

    def ended(self, run: PlannedRun, manifest: Manifest) -> None:
        """One run more is done or failed."""
        failed = manifest.state == "failed"
        self._failed += failed
        self._done += not failed
        finished = self._done + self._failed
        self._bar.update(self._task, completed=finished, words=self._words())
        if failed:
            self._tell(f"[red]failed[/red] {escape(run.label)}: {escape(failure_reason(manifest))}")
        since = time.monotonic() - self._last_line
        if not self._console.is_terminal and (since >= LINE_EVERY_S or finished == self._total):
            self._line()

    def _line(self) -> None:
        self._last_line = time.monotonic()
        self._tell(f"{self._done + self._failed}/{self._total}  {self._words()}")

    def tell(self, sentence: str) -> None:
        """Something of a run that is not its end."""
        self._tell(escape(sentence))

    def _tell(self, line: str) -> None:
        self._console.print(line, soft_wrap=True, highlight=False)

    def _words(self) -> str:
        """`12 done, 0 failed, 4 running, 31 a minute, 1 min 20 s left`."""
        finished = self._done + self._failed
        words = f"{self._done} done, {self._failed} failed, {self._running} running"
        elapsed = time.monotonic() - self._started
        if finished and elapsed:
            words += f", {60 * finished / elapsed:.3g} a minute"
        return words if self._left_s is None or finished == self._total else f"{words}, {duration(self._left_s)} left"
