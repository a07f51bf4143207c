"""Commands that do the same work in different ways: instructions, real time, memory.

Instructions are counted by callgrind, several commands at a time, since they do not depend on what else the machine
does. Real time does: rivals take turns, one process at a time, and a ratio is that of a single round.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from benchmarks import callgrind

Rounds = Annotated[int, typer.Option(min=1, metavar="N", help="Turns that each command has for real time.")]
Jobs = Annotated[int | None, typer.Option(min=1, metavar="N", help="Commands counted at a time.")]
"""Options of every program that compares."""

SIMULATION = "ns3::DefaultSimulatorImpl::Run"
"""The function between whose beginning and end instructions are counted."""

LAUNCH = (sys.executable, "-I", "-S", str(Path(__file__).with_name("launch.py")))


@dataclass(frozen=True)
class Command:
    """A program, absolute, with its arguments."""

    words: tuple[str, ...]
    preloaded: str = ""
    """A shared library that the loader is to load before the program's own."""
    counted_since: str = ""
    """The function, or a pattern of it, from whose call on instructions count; empty: from the simulation's start."""

    @property
    def environment(self) -> dict[str, str]:
        """What it needs beyond ours."""
        return {"LD_PRELOAD": self.preloaded} if self.preloaded else {}


@dataclass(frozen=True)
class Taken:
    """By one process, or by several at once."""

    real_s: float
    processor_s: float
    peak_bytes: int
    said: str
    """Standard output, of the first one."""


def take(command: Command) -> Taken:
    """Execute it once. Raises CalledProcessError where it fails."""
    (taken,) = together(command, 1)
    return taken


def together(command: Command, copies: int) -> list[Taken]:
    """Execute `copies` of it at the same time. Raises CalledProcessError where one fails."""
    launch = [*LAUNCH, json.dumps(command.environment), *command.words]
    pipe = subprocess.PIPE
    started = [subprocess.Popen(launch, stdout=pipe, stderr=pipe, text=True) for _ in range(copies)]
    said = [process.communicate() for process in started]
    for process, (output, errors) in zip(started, said, strict=True):
        if process.returncode != 0:
            raise subprocess.CalledProcessError(process.returncode, command.words, output, errors)
    return [Taken(**json.loads(errors.splitlines()[-1]), said=output) for output, errors in said]


def in_turn(commands: Iterable[Command], rounds: int, copies: int = 1) -> dict[Command, list[float]]:
    """Real seconds of every command in every round, in which each has its turn; of several copies their mean."""
    each = list(dict.fromkeys(commands))
    taken: dict[Command, list[float]] = {command: [] for command in each}
    with _progress("real time", rounds * len(each)) as advance:
        for number in range(rounds):
            for command in each[:: -1 if number % 2 else 1]:  # whoever goes first has no advantage
                taken[command].append(statistics.fmean(one.real_s for one in together(command, copies)))
                advance()
    return taken


def instructions(commands: Iterable[Command], jobs: int | None = None) -> dict[Command, int]:
    """Of every command's simulation, without what comes before and after it, `jobs` commands at a time; name the
    longest first. Raises what callgrind.profile() raises."""
    each = list(dict.fromkeys(commands))
    counts: dict[Command, int] = {}

    def count(command: Command) -> None:
        calls = callgrind.profile(command.words, command.environment, command.counted_since).calls
        counts[command] = sum(cost for (_, called), cost in calls.items() if called.name.startswith(SIMULATION))
        advance()

    with _progress("instructions", len(each)) as advance, ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        try:
            list(pool.map(count, each))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return counts


@dataclass(frozen=True)
class Ratio:
    """Of one to another, round by round."""

    median: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.median:.2f} ({self.low:.2f} to {self.high:.2f})"


def ratio(these: Sequence[float], those: Sequence[float]) -> Ratio:
    """Of what was measured in the same rounds."""
    ratios = [this / that for this, that in zip(these, those, strict=True)]
    return Ratio(statistics.median(ratios), min(ratios), max(ratios))


@contextmanager
def _progress(what: str, steps: int) -> Iterator[Callable[[], None]]:
    """Shows on a terminal how many of `steps` are done; what it gives is called after each."""
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=steps)
        yield lambda: progress.advance(task)
