"""Where runs are executed. One small interface; today one place: processes on this machine."""

from __future__ import annotations

import os
import re
import resource
import select
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

FIRST_LOOK_S, LOOK_EVERY_S = 0.01, 0.25
"""How often a running child's memory is looked at: soon at first, for the short ones, then less and less often."""
CANNOT_START = 127
"""The shell's exit status for a command that cannot be started."""


@dataclass(frozen=True)
class Ended:
    """How a process ended. `exit_status` is negative for a signal's number."""

    exit_status: int
    wall_seconds: float
    peak_memory_bytes: int
    timed_out: bool = False


class Stopped(Exception):
    """The executor was told to stop; the run has not been executed, or not to its end."""


class Executor(Protocol):
    """Executes one command at a time for each thread that calls it."""

    def execute(self, command: Sequence[str], log: Path, timeout_s: float | None) -> Ended:
        """Run `command` to its end, both its outputs into `log`. Raises Stopped after `stop`."""

    def stop(self) -> None:
        """End everything that runs; nothing starts afterwards. May be called from any thread, more than once."""


class LocalExecutor:
    """Child processes of this one, in process groups of their own (a terminal's Ctrl-C reaches the harness alone).

    A program that honours PUBSUB_DIE_WITH_PARENT asks Linux to be killed with the *thread* that started it; that
    thread waits in `execute` for as long as the child lives, so the wish means what it says.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._children: set[int] = set()
        self._stopped = False

    def execute(self, command: Sequence[str], log: Path, timeout_s: float | None) -> Ended:
        """See Executor. A command that cannot be started ends with status 127 and the reason in its log."""
        started = time.monotonic()
        with log.open("wb") as output:
            try:
                child = self._start(command, output)
            except OSError as error:
                output.write(f"{command[0]}: {error.strerror}\n".encode())
                return Ended(CANNOT_START, time.monotonic() - started, 0)
        with closing(_Handle(child.pid)) as handle:
            timed_out = not handle.wait(None if timeout_s is None else started + timeout_s)
            if timed_out:
                _kill(child.pid)
                handle.wait(None)
            with self._lock:  # reaped under the lock: a number in `_children` is never another process's
                self._children.discard(child.pid)
                _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if self._stopped:
            raise Stopped
        peak = _peak_bytes(usage.ru_maxrss * 1024, handle.peak_bytes)
        return Ended(child.returncode, time.monotonic() - started, peak, timed_out)

    def stop(self) -> None:
        """See Executor."""
        with self._lock:
            self._stopped = True
            for child in self._children:
                _kill(child)

    def _start(self, command: Sequence[str], output: IO[bytes]) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PUBSUB_DIE_WITH_PARENT": "1"}
        with self._lock:
            if self._stopped:
                raise Stopped
            child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=environment,
                process_group=0,
            )
            self._children.add(child.pid)
            return child


class _Handle:
    """A child not yet reaped: waits for its end and watches its memory meanwhile."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._descriptor = os.pidfd_open(pid)
        self._poll = select.poll()
        self._poll.register(self._descriptor, select.POLLIN)
        self.peak_bytes = 0

    def wait(self, until: float | None) -> bool:
        """Until the child ends (True) or the monotonic clock shows `until` (False)."""
        interval = FIRST_LOOK_S
        while until is None or time.monotonic() < until:
            left = interval if until is None else min(interval, until - time.monotonic())
            if self._poll.poll(max(0.0, left) * 1000):
                return True
            interval = min(2 * interval, LOOK_EVERY_S)
            self.peak_bytes = max(self.peak_bytes, _high_water_bytes(self._pid))
        return False

    def close(self) -> None:
        os.close(self._descriptor)


def _kill(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def _high_water_bytes(pid: int) -> int:
    """The most memory the process has held (VmHWM), 0 when it cannot be seen."""
    try:
        found = re.search(r"^VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    except OSError:
        return 0
    return int(found[1]) * 1024 if found else 0


def _peak_bytes(reported: int, seen: int) -> int:
    """The child's peak. Linux counts the moment before exec, when the child was still a copy of this process, so
    `reported` is never below this process's own peak: up to there, what was seen while it ran is the better number."""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return reported if reported > own or seen == 0 else seen
