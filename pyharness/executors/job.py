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

LOOK_EVERY_S, ALONE_AFTER_S = 5.0, 180.0
"""How often a job looks whether its harness lives, and when it believes that it does not (file systems of clusters tell
a file's time up to a minute late)."""


def carry_out(work: Work, sign_of_life: Path) -> Attempted:
    """An attempt at `work`.

    It ends early when the cluster says so (SIGTERM: cancelled or preempted; SIGUSR2: the job's own time is over), and
    when `sign_of_life`, a file that the harness touches all the time, no longer changes: nobody waits for the answer.
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

    seen = _Seen(sign_of_life)

    def look(number: int, frame: FrameType | None) -> None:
        if seen.since() > ALONE_AFTER_S:
            end(number, frame)

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGUSR2, end)
    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, LOOK_EVERY_S, LOOK_EVERY_S)
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


class _Seen:
    """How long ago a file was last seen to change; by our clock, since the file's may be another."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._time_ns, self._when = 0, time.monotonic()

    def since(self) -> float:
        try:
            time_ns = self._path.stat().st_mtime_ns
        except OSError:
            time_ns = self._time_ns
        if time_ns != self._time_ns:
            self._time_ns, self._when = time_ns, time.monotonic()
        return time.monotonic() - self._when
