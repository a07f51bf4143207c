"""The runs of a sweep, from the first that is started to the last that is written down."""

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
from pyharness.scheduling.run_execution import Outcome, Refused, Task, carry_out
from pyharness.store.folder_lock import claim_on
from schema.errors import Interrupted, UsageError
from schema.manifest import Manifest

if TYPE_CHECKING:
    from pyharness.scheduling.run_queue import Line

NOTE_EVERY_S = 1.0
"""How often it is noted for ./waf status when the end is to be expected."""
LISTEN_EVERY_S = 0.2
"""How soon a signal is answered, and runs of another harness are looked at."""


class CannotStore(Exception):
    """Results cannot be written: a full disk, a folder without permission. Exit status 1."""


@dataclass(frozen=True)
class Settings:
    """How to go about a sweep."""

    jobs: int
    """Runs executed at a time."""
    retries: int
    """Starts of a run beyond the first, where it died from outside."""
    fail_fast: bool = False
    """Stop at the first failed run."""
    memory_bytes: int | None = None
    """What runs that are executed at a time are expected to hold together, at most; no limit if None."""
    memory_free: Callable[[], int | None] | None = None
    """What the machine has left just now, where that counts."""


@dataclass
class Tally:
    """What a sweep has come to."""

    already: int
    done: list[Manifest] = field(default_factory=list)
    failed: list[Manifest] = field(default_factory=list)
    by_others: int = 0
    """Of `done` and `failed`, how many another harness executed meanwhile."""
    not_started: int = 0
    """Left out after the first failure."""


def conduct(task: Task, line: Line, settings: Settings, console: Console, tally: Tally) -> None:
    """Every run of `line` through a pool of threads, twice as many as run at a time, so that results are written down
    while the next ones run. Drains the pool whatever happens.

    Raises Interrupted, UsageError, CannotStore.
    """
    ending = False
    with (
        _signals() as received,
        Progress(console, len(line.runs)) as progress,
        ThreadPoolExecutor(max_workers=2 * settings.jobs) as pool,
    ):
        runs = _Runs(task, line, 2 * settings.jobs, tally, progress, pool)
        while runs.pending or (not ending and (runs.claimed or len(line))):
            if not ending:
                runs.start()
                runs.foresee()
            runs.listen()
            if received or runs.stop_reason or (settings.fail_fast and tally.failed):
                task.executor.stop()  # what is left ends at once with Stopped
                ending = True
            elif not runs.pending and not len(line):
                runs.take_over()
    if received:
        raise Interrupted(received[0])
    if runs.stop_reason:
        raise runs.stop_reason
    tally.not_started = len(line.runs) - len(tally.done) - len(tally.failed)


@dataclass
class _Runs:
    """Those that are being carried out, by their numbers in `line`. For one thread, which hears of the others'."""

    task: Task
    line: Line
    most: int
    """At a time, with those that are being written down."""
    tally: Tally
    progress: Progress
    pool: ThreadPoolExecutor
    heard: SimpleQueue[tuple[int, Future[Outcome | None] | None]] = field(default_factory=SimpleQueue)
    """A run without a future: its program has ended; with one: all is written down."""
    pending: set[int] = field(default_factory=set)
    claimed: list[int] = field(default_factory=list)
    """Other harnesses are about these."""
    stop_reason: BaseException | None = None
    noted: float = 0.0

    def start(self) -> None:
        """As many as there is room for."""
        while len(self.pending) < self.most and (chosen := self.line.next()) is not None:
            run, told = chosen
            if told:
                self.progress.tell(told)
            self.pending.add(run)
            future = self.pool.submit(carry_out, self.task, self.line.runs[run], partial(self._hear, run))
            future.add_done_callback(partial(self._hear, run))

    def foresee(self) -> None:
        """Tell when all will have ended, here and to whoever asks in another shell."""
        left_s, now = self.line.left_s, time.monotonic()
        self.progress.foresee(self.line.under_way, left_s)
        if left_s is not None and now - self.noted > NOTE_EVERY_S:
            self.noted = now
            self.task.lock.foresee(left_s)

    def listen(self) -> None:
        """Wait a moment for one of them."""
        try:
            run, future = self.heard.get(timeout=LISTEN_EVERY_S)
        except Empty:
            return
        if future is None:
            self.line.freed(run)
            return
        self.pending.discard(run)
        self.line.leave(run)
        if future.exception() is None and future.result() is None:
            self.claimed.append(run)
        else:
            self.stop_reason = self._count(run, future) or self.stop_reason

    def take_over(self) -> None:
        """What no other harness is about any more, whatever came of it, waits again."""
        held = {run for run in self.claimed if self.task.lock.is_taken(claim_on(self.line.runs[run].label))}
        for run in self.claimed:
            if run not in held:
                self.line.wait(run)
        self.claimed = [run for run in self.claimed if run in held]

    def _hear(self, run: int, future: Future[Outcome | None] | None = None) -> None:
        """In any thread."""
        self.heard.put((run, future))

    def _count(self, number: int, future: Future[Outcome | None]) -> BaseException | None:
        """Enter one ended run in the tally; returns why the sweep cannot go on, if it cannot."""
        run = self.line.runs[number]
        match future.exception():
            case None:
                outcome = future.result()
            case Stopped():
                return None
            case Refused() as refusal:
                return UsageError(str(refusal))
            case OSError() as error:
                return CannotStore(f"{run.place}: cannot be written ({error.strerror})")
            case error:  # ours: shown when the children are gone, not after the whole sweep
                return error
        assert outcome is not None, "told apart by the caller"
        (self.tally.failed if outcome.manifest.state == "failed" else self.tally.done).append(outcome.manifest)
        self.tally.by_others += not outcome.ours
        if outcome.manifest.failure != "lost":
            self.line.learn(number, cost_of(outcome.manifest), outcome.ours)
        self.progress.ended(run, outcome.manifest)
        return None


@contextmanager
def _signals() -> Iterator[list[int]]:
    """Collects the signals that ask us to end, instead of dying of them; the list is empty until one comes."""
    received: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        received.append(number)

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
