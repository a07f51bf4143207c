"""The contract of an executor: what it takes and what it returns. tests/pyharness/test_executors.py tests it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

CANNOT_START = 127
"""The shell's exit status for a command that cannot be started."""
STDOUT, STDERR = "stdout.log", "stderr.log"
"""The command's outputs, in files of its folder."""


@dataclass(frozen=True)
class Work:
    """One command. It writes nowhere but into `folder`, which is there and is its own."""

    command: tuple[str, ...]
    """Absolute path of the program, and its arguments."""
    folder: Path
    """Absolute. The command's outputs are written there as well, each to its own file."""
    timeout_s: float | None = None
    """Seconds of real time after which it is ended."""
    memory_bytes: int | None = None
    """Peak resident memory allowed; above it, it is ended."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Added to the executor's own environment, e.g. NS_LOG."""
    any_malloc: bool = False
    """Whether it may run on another malloc than the C library's."""
    merged: bool = False
    """Write standard error into the file of standard output, as harnesses of earlier versions did."""

    @property
    def stdout(self) -> Path:
        """Where standard output is written."""
        return self.folder / STDOUT

    @property
    def stderr(self) -> Path:
        """Where standard error is written. There is no such file where the command has written nothing there."""
        return self.folder / STDERR

    def within(self, folder: Path) -> Work:
        """The same, writing into `folder` instead, which replaces this one's in every argument that names it."""
        here = str(self.folder)
        command = tuple(
            argument.removesuffix(here) + str(folder) if argument == here or argument.endswith(f"={here}") else argument
            for argument in self.command
        )
        return replace(self, command=command, folder=folder)


@dataclass(frozen=True)
class Ended:
    """How a command ended. `exit_status` is negative for a signal's number."""

    exit_status: int
    wall_seconds: float
    peak_memory_bytes: int
    host: str = ""
    """Where it ran."""
    cpu_seconds: float = 0.0
    """Of all processors together."""
    allocator: str = ""
    """The library that was preloaded in place of the C library's malloc; empty: none."""
    timed_out: bool = False
    """Took longer than `timeout_s` and was ended."""
    out_of_memory: bool = False
    """Held more than `memory_bytes`, or was ended by the kernel because memory ran out, where that is known."""
    lost: bool = False
    """Ended from outside, so that another attempt may succeed: by a signal that the executor did not send, with a lost
    worker or node, or with a job that the cluster cancelled or preempted."""


class Stopped(Exception):
    """The executor was stopped; the command has not been executed to its end."""


class Executor(Protocol):
    """Executes one command at a time for each thread that calls it, many threads at once."""

    slots: int
    """Concurrent commands; further ones wait, or share the processors."""
    memory_bytes: int | None
    """Memory budget of all concurrent commands; None where the place itself limits it."""

    def execute(self, work: Work) -> Ended:
        """Run the command to its end, and end whatever it started. It has no standard input.

        A command that cannot be started ends with status 127 and the reason in its standard error. Raises Stopped
        after `stop`, and OSError where the outputs cannot be written.
        """

    def stop(self) -> None:
        """End everything that runs; nothing starts afterwards. Any thread may call it, more than once."""

    def close(self) -> None:
        """Release sessions and temporary folders. Call it when nothing runs any more."""
