"""What an executor is asked and what it answers. tests/pyharness/test_executors.py is this page as tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

CANNOT_START = 127
"""The shell's exit status for a command that cannot be started."""


@dataclass(frozen=True)
class Work:
    """One command. It writes nowhere but into the folder of `log`, which is there and is its own."""

    command: tuple[str, ...]
    """Absolute path of the program, and its arguments."""
    log: Path
    """Absolute; both of the command's outputs go here, as they come."""
    timeout_s: float | None = None
    """Seconds of real time after which it is ended."""
    memory_bytes: int | None = None
    """Peak resident memory allowed; above it, it is ended."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Added to the executor's own, NS_LOG say."""
    any_malloc: bool = False
    """Whether it may run on another malloc than the C library's."""

    def within(self, folder: Path) -> Work:
        """The same, writing into `folder` instead: the log, and every argument that names the log's folder."""
        here = str(self.log.parent)
        command = tuple(
            argument.removesuffix(here) + str(folder) if argument == here or argument.endswith(f"={here}") else argument
            for argument in self.command
        )
        return replace(self, command=command, log=folder / self.log.name)


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
    """Held more than `memory_bytes`, or was ended by the kernel because memory ran out, where that can be told."""
    lost: bool = False
    """Died from outside, so that another attempt may go better: a signal that says "end" and that the executor did not
    send, a worker or node that was lost, a job that the cluster cancelled or preempted."""


class Stopped(Exception):
    """The executor was told to stop; the command has not been executed, or not to its end."""


class Executor(Protocol):
    """Executes one command at a time for each thread that calls it, many threads at once."""

    slots: int
    """Commands that run at the same time; what is asked beyond that waits, or shares the processors."""
    memory_bytes: int | None
    """What all commands that run at a time may hold together; None where the place itself sees to that."""

    def execute(self, work: Work) -> Ended:
        """Run the command to its end; what it started is gone then, too. Reads nothing.

        A command that cannot be started ends with status 127 and the reason in its log. Raises Stopped after `stop`,
        and OSError where the log cannot be written.
        """

    def stop(self) -> None:
        """End everything that runs; nothing starts afterwards. May be called from any thread, more than once."""

    def close(self) -> None:
        """Give back what the executor holds: sessions, temporary folders. Nothing may run any more."""
