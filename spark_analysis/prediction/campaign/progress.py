"""The progress of an evaluation: a bar in a terminal, plain lines anywhere else."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Self

from rich import progress
from rich.console import Console

from schema.text import duration

LINE_EVERY_S = 2.0
"""Shortest pause between two plain lines; the first and the last are printed at once."""


class EvaluationProgress:
    """Counts series as they are evaluated; `recalled` of `total` were evaluated before."""

    def __init__(self, console: Console, total: int, recalled: int) -> None:
        self._console, self._total, self._recalled = console, total, recalled
        self._done = recalled
        self._started = time.monotonic()
        self._last_line = -LINE_EVERY_S
        self._bar = progress.Progress(
            progress.BarColumn(bar_width=30),
            progress.MofNCompleteColumn(),
            progress.TextColumn("{task.fields[counts]}"),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=total, completed=recalled, counts="")

    def __enter__(self) -> Self:
        self._bar.start()
        before = f", {self._recalled:,} of them evaluated before" if self._recalled else ""
        self._print(f"evaluating {self._total:,} series{before}")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def show_group(self, first: str, last: str) -> None:
        """Show which series are evaluated now."""
        self._bar.update(self._task, counts=f"{first} to {last}{self._left()}")

    def count(self, number: int) -> None:
        """Count so many series as evaluated."""
        self._done += number
        self._bar.update(self._task, completed=self._done)
        now = time.monotonic()
        if not self._console.is_terminal and (now - self._last_line >= LINE_EVERY_S or self._done == self._total):
            self._last_line = now
            self._print(f"{self._done:,}/{self._total:,} evaluated, {self._total - self._done:,} left{self._left()}")

    def _left(self) -> str:
        """`, about 1 min 20 s, done at 14:05:10`, once there is a pace."""
        made = self._done - self._recalled
        left = self._total - self._done
        if not made or not left:
            return ""
        seconds = (time.monotonic() - self._started) / made * left
        end = time.strftime("%H:%M:%S", time.localtime(time.time() + seconds))
        return f", about {duration(seconds)}, done at {end}"

    def _print(self, line: str) -> None:
        if not self._console.is_terminal:
            self._console.print(line, soft_wrap=True, highlight=False)
