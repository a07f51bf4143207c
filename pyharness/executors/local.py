"""Processes on this machine. Workers of a cluster use it, too, so it needs only Linux and the standard library."""

from __future__ import annotations

import os
import re
import resource
import select
import signal
import socket
import subprocess
import threading
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from pyharness.executors.base import CANNOT_START, Ended, Stopped, Work
from pyharness.executors.ram_budget import free_for_runs
from pyharness.programs import allocator
from pyharness.programs.parent_death import die_with_parent

FIRST_WATCH_S, WATCH_EVERY_S, WATCH_LIMITED_EVERY_S = 0.01, 0.25, 0.05
"""Pauses between two looks at a running child's memory: short at first, for short runs, then longer and longer."""
FROM_OUTSIDE = (-signal.SIGKILL, -signal.SIGTERM, -signal.SIGHUP, -signal.SIGINT)
"""Exit statuses of programs that were ended from outside."""


class LocalExecutor:
    """Child processes of this one, in process groups of their own (a terminal's Ctrl-C reaches the harness alone).

    A program that honours PUBSUB_DIE_WITH_PARENT asks Linux to be killed with the *thread* that started it; that
    thread waits in `execute` for as long as the child lives. With `tie`, the child is
    tied to the thread before its program starts, whatever it honours; only for processes with one thread (Python may
    not run between fork and exec where there are more).

    The memory limit is watched, not set with RLIMIT_AS: the interpreter behind a Python-driven scenario reserves
    gigabytes of addresses that it never touches, a refused allocation looks like any other crash, and ns-3 has no
    limit on what is really held. So a child may be above its limit for WATCH_LIMITED_EVERY_S seconds.
    """

    def __init__(self, tie: bool = False) -> None:
        self.slots = os.cpu_count() or 1
        self.memory_bytes = free_for_runs()
        self._tie = tie
        self._lock = threading.Lock()
        self._children: set[int] = set()
        self._stopped = False

    def execute(self, work: Work) -> Ended:
        """See Executor."""
        started, killed_before = time.monotonic(), _out_of_memory_kills()
        environment = {**os.environ, **work.environment}
        environment |= allocator.preloaded(environment) if work.any_malloc else {}
        with work.stdout.open("wb") as output, work.stderr.open("wb") as errors:
            try:
                child = self._start(work, environment, output, output if work.merged else errors)
            except OSError as error:
                errors.write(f"{work.command[0]}: {error.strerror}\n".encode())
                return Ended(CANNOT_START, time.monotonic() - started, 0, socket.gethostname())
        with closing(_Handle(child.pid, work.memory_bytes)) as handle:
            ended = handle.wait(None if work.timeout_s is None else started + work.timeout_s)
            if not ended:
                _kill(child.pid)
                handle.wait_for_end()
            with self._lock:  # reaped under the lock: a number in `_children` is never another process's
                self._children.discard(child.pid)
                _kill(child.pid)  # what is left of its group; the number is the child's until it is reaped
                _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if work.stderr.stat().st_size == 0:
            work.stderr.unlink()
        if self._stopped:
            raise Stopped
        held = _held(usage.ru_maxrss * 1024, handle.peak_bytes)
        over = work.memory_bytes is not None and held.surely > work.memory_bytes
        outside = ended and child.returncode in FROM_OUTSIDE and not over
        by_kernel = outside and child.returncode == -signal.SIGKILL and _out_of_memory_kills() > killed_before
        return Ended(
            child.returncode,
            time.monotonic() - started,
            held.likely,
            socket.gethostname(),
            usage.ru_utime + usage.ru_stime,
            allocator.name_in(environment),
            timed_out=not ended and not over,
            out_of_memory=over or by_kernel,
            lost=outside and not by_kernel,
        )

    def stop(self) -> None:
        """See Executor."""
        with self._lock:
            self._stopped = True
            for child in self._children:
                _kill(child)

    def close(self) -> None:
        """See Executor. There is nothing to give back."""

    def _start(
        self, work: Work, environment: dict[str, str], output: IO[bytes], errors: IO[bytes]
    ) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._stopped:
                raise Stopped
            child = subprocess.Popen(
                work.command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
                env={**environment, "PUBSUB_DIE_WITH_PARENT": str(os.getpid())},
                process_group=0,
                preexec_fn=die_with_parent(signal.SIGKILL) if self._tie else None,
            )
            self._children.add(child.pid)
            return child


class _Handle:
    """A child not yet reaped: waits for its end and watches its memory meanwhile."""

    def __init__(self, pid: int, limit_bytes: int | None) -> None:
        self._pid = pid
        self._limit_bytes = limit_bytes
        self._descriptor = os.pidfd_open(pid)
        self._poll = select.poll()
        self._poll.register(self._descriptor, select.POLLIN)
        self.peak_bytes = 0

    def wait(self, until: float | None) -> bool:
        """Until the child ends by itself (True), the clock shows `until`, or its memory is above the limit (False)."""
        interval, longest = FIRST_WATCH_S, WATCH_EVERY_S if self._limit_bytes is None else WATCH_LIMITED_EVERY_S
        while until is None or time.monotonic() < until:
            left = interval if until is None else min(interval, until - time.monotonic())
            if self._poll.poll(max(0.0, left) * 1000):
                return True
            interval = min(2 * interval, longest)
            self.peak_bytes = max(self.peak_bytes, _high_water_bytes(self._pid))
            if self._limit_bytes is not None and self.peak_bytes > self._limit_bytes:
                return False
        return False

    def wait_for_end(self) -> None:
        """Until the child, which has been killed, is gone."""
        self._poll.poll()

    def close(self) -> None:
        os.close(self._descriptor)


@dataclass(frozen=True)
class _Held:
    """The most memory a child held, in bytes: the best estimate, and a lower bound."""

    likely: int
    surely: int


def _held(reported: int, seen: int) -> _Held:
    """Linux counts the moment before exec, when the child was still a copy of this process, so `reported` is never
    below this process's own peak: up to there, what was seen while it ran is the better number."""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return _Held(reported if reported > own or seen == 0 else seen, reported if reported > own else seen)


def _kill(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def _high_water_bytes(pid: int) -> int:
    """Return the most memory that the process has held (VmHWM); 0 where that is not readable."""
    try:
        found = re.search(r"^VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    except OSError:
        return 0
    return int(found[1]) * 1024 if found else 0


def _out_of_memory_kills() -> int:
    """Processes that the kernel has ended since it started because memory ran out, on the whole machine."""
    try:
        found = re.search(r"^oom_kill (\d+)", Path("/proc/vmstat").read_text(), re.MULTILINE)
    except OSError:
        return 0
    return int(found[1]) if found else 0
