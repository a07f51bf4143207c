"""The runs of a sweep in a pool of threads, from the first that starts to the last that is stored."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from types import FrameType
from typing import TYPE_CHECKING

from rich.console import Console

from pyharness.executors import Stopped
from pyharness.scheduling.known_costs import cost_of
from pyharness.scheduling.progress import Progress
from pyharness.scheduling.run_execution import ProgramRefused, RunContext, RunResult, execute_run
from pyharness.store.folder_lock import claim_on
from pyharness.store.run_folders import CannotStore
from schema.errors import Interrupted, UsageError
from schema.manifest import Manifest

if TYPE_CHECKING:
    from pyharness.scheduling.run_queue import RunQueue

NOTE_EVERY_S = 1.0
"""Pause between two notes of the expected end, which ./waf status reads."""
LISTEN_EVERY_S = 0.2
"""Longest time until a signal is answered, and until the runs of another harness are looked at again."""


@dataclass(frozen=True)
class SweepLimits:
    """How many runs at a time, in how much memory, and when to give up."""

    jobs: int
    """Concurrent runs."""
    retries: int
    """Starts of a run beyond the first, where it was ended from outside."""
    fail_fast: bool = False
    """Stop at the first failed run."""
    memory_bytes: int | None = None
    """Memory budget of all concurrent runs; None: no limit."""
    memory_free: Callable[[], int | None] | None = None
    """Returns the machine's free memory in bytes, where that limits the runs, too."""


@dataclass
class SweepCounts:
    """What became of the runs of a sweep."""

    already: int = 0
    """Done before the sweep began."""
    done: list[Manifest] = field(default_factory=list)
    failed: list[Manifest] = field(default_factory=list)
    by_others: int = 0
    """Those of `done` and `failed` that another harness executed meanwhile."""
    not_started: int = 0
    """Left out after the first failure."""


def run_queue_to_end(
    context: RunContext, queue: RunQueue, limits: SweepLimits, console: Console, counts: SweepCounts
) -> None:
    """Execute every run of `queue` and add each to `counts`.

    The pool has twice as many threads as concurrent runs, so that results are stored while the next runs execute.
    It is empty when this returns or raises. Raises Interrupted, UsageError, CannotStore.
    """
    ending = False
    with (
        _collected_signals() as received,
        Progress(console, len(queue.runs)) as progress,
        ThreadPoolExecutor(max_workers=2 * limits.jobs) as pool,
    ):
        runs = _RunPool(context, queue, 2 * limits.jobs, counts, progress, pool)
        while runs.pending or (not ending and (runs.claimed or len(queue))):
            if not ending:
                runs.start_runs()
                runs.note_expected_end()
            runs.handle_next_event()
            if received or runs.stop_reason or (limits.fail_fast and counts.failed):
                context.executor.stop()  # the runs under way end at once with Stopped
                ending = True
            elif not runs.pending and not len(queue):
                runs.take_over()
    if received:
        raise Interrupted(received[0])
    if runs.stop_reason:
        raise runs.stop_reason
    counts.not_started = len(queue.runs) - len(counts.done) - len(counts.failed)


@dataclass
class _RunPool:
    """Runs under way, by their index in `queue`. For one thread; the workers report to it through `events`."""

    context: RunContext
    queue: RunQueue
    capacity: int
    """Most runs under way, including those that are being stored."""
    counts: SweepCounts
    progress: Progress
    pool: ThreadPoolExecutor
    events: SimpleQueue[tuple[int, Future[RunResult | None] | None]] = field(default_factory=SimpleQueue)
    """A run without a future: its program has ended. With a future: its results are stored."""
    pending: set[int] = field(default_factory=set)
    claimed: list[int] = field(default_factory=list)
    """Runs that other harnesses execute."""
    stop_reason: BaseException | None = None
    noted: float = 0.0

    def start_runs(self) -> None:
        """Start as many runs as there is room for."""
        while len(self.pending) < self.capacity and (chosen := self.queue.next()) is not None:
            run, notice = chosen
            if notice:
                self.progress.print_line(notice)
            self.pending.add(run)
            future = self.pool.submit(execute_run, self.context, self.queue.runs[run], partial(self._put, run))
            future.add_done_callback(partial(self._put, run))

    def note_expected_end(self) -> None:
        """Show the expected end here, and note it for `./waf status` in another shell."""
        left_s, now = self.queue.left_s, time.monotonic()
        self.progress.show_expected_end(self.queue.under_way, left_s)
        if left_s is not None and now - self.noted > NOTE_EVERY_S:
            self.noted = now
            self.context.lock.note_expected_end(left_s)

    def handle_next_event(self) -> None:
        """Wait up to LISTEN_EVERY_S for an event of a worker and handle it."""
        try:
            run, future = self.events.get(timeout=LISTEN_EVERY_S)
        except Empty:
            return
        if future is None:
            self.queue.program_ended(run)
            return
        self.pending.discard(run)
        self.queue.leave(run)
        if future.exception() is None and future.result() is None:
            self.claimed.append(run)
        else:
            self.stop_reason = self._count(run, future) or self.stop_reason

    def take_over(self) -> None:
        """Queue the runs again that another harness has claimed and released."""
        held = {run for run in self.claimed if self.context.lock.is_taken(claim_on(self.queue.runs[run].label))}
        for run in self.claimed:
            if run not in held:
                self.queue.put_back(run)
        self.claimed = [run for run in self.claimed if run in held]

    def _put(self, run: int, future: Future[RunResult | None] | None = None) -> None:
        """Called in any thread."""
        self.events.put((run, future))

    def _count(self, number: int, future: Future[RunResult | None]) -> BaseException | None:
        """Add one ended run to the counts; return why the sweep cannot go on, if it cannot."""
        run = self.queue.runs[number]
        match future.exception():
            case None:
                result = future.result()
            case Stopped():
                return None
            case ProgramRefused() as refusal:
                return UsageError(str(refusal))
            case OSError() as error:
                return CannotStore(f"{run.place}: cannot be written ({error.strerror})")
            case error:  # a fault of the harness: raised when the children are gone, not after the whole sweep
                return error
        assert result is not None, "the caller has handled claimed runs"
        (self.counts.failed if result.manifest.state == "failed" else self.counts.done).append(result.manifest)
        self.counts.by_others += not result.executed_here
        if result.manifest.failure != "lost":
            self.queue.learn(number, cost_of(result.manifest), result.executed_here)
        self.progress.count_ended(run, result.manifest)
        return None


@contextmanager
def _collected_signals() -> Iterator[list[int]]:
    """Collect the signals that ask this process to end, instead of ending; the list is empty until one comes."""
    received: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        received.append(number)

    previous = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        yield received
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
