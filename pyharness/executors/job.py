"""A command as a job of a cluster's queue: what runs on the node. Standard library alone."""

from __future__ import annotations

import signal
import socket
import threading
import time
from pathlib import Path
from types import FrameType

from pyharness.executors.attempt import Attempted, attempt
from pyharness.executors.base import Ended, Stopped, Work
from pyharness.executors.local import LocalExecutor

CHECK_HARNESS_EVERY_S, ALONE_AFTER_S = 5.0, 180.0
"""Pause between two checks for the harness, and the silence after which it counts as ended.

The file systems of clusters show a file's time up to a minute late."""


def run_job(work: Work, sign_of_life: Path) -> Attempted:
    """Make an attempt at `work` and return it with how it ended.

    The attempt ends early on SIGTERM (cancelled or preempted), on SIGUSR2 (the job's own time is over), and when the
    file `sign_of_life` no longer changes: the harness, which touches it all the time, has ended.
    """
    started = time.monotonic()
    try:
        attempted = attempt(work)
    except OSError as error:
        return work, error
    executor = LocalExecutor(tie=True)
    reasons: list[int] = []

    def end(number: int, _frame: FrameType | None) -> None:
        reasons.append(number)
        threading.Thread(target=executor.stop).start()  # not here: this thread may hold the executor's lock

    freshness = _Freshness(sign_of_life)

    def look(number: int, frame: FrameType | None) -> None:
        if freshness.age_s() > ALONE_AFTER_S:
            end(number, frame)

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGUSR2, end)
    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, CHECK_HARNESS_EVERY_S, CHECK_HARNESS_EVERY_S)
    try:
        return attempted, executor.execute(attempted)
    except OSError as error:
        return attempted, error
    except Stopped:
        over = reasons[0] == signal.SIGUSR2
        took = time.monotonic() - started
        return attempted, Ended(-signal.SIGKILL, took, 0, socket.gethostname(), timed_out=over, lost=not over)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


class _Freshness:
    """Seconds since a file was last seen to change, by this machine's clock; the file's may differ."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._time_ns, self._when = 0, time.monotonic()

    def age_s(self) -> float:
        try:
            time_ns = self._path.stat().st_mtime_ns
        except OSError:
            time_ns = self._time_ns
        if time_ns != self._time_ns:
            self._time_ns, self._when = time_ns, time.monotonic()
        return time.monotonic() - self._when
