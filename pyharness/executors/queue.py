"""Jobs of a cluster's queue, through submitit: submitted many at a time, and all watched by one thread.

The runs' folders, the programs and this checkout have to be on storage that all nodes see under the same paths.
"""

from __future__ import annotations

import shutil
import signal
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pyharness.executors.attempt import Attempted, adopt, give_up
from pyharness.executors.base import Ended, Stopped, Work

if TYPE_CHECKING:
    import submitit

COLLECT_EVERY_S, ASK_EVERY_S = 0.5, 5.0
"""Pause between two looks for results (files), and between two questions to the queue (a command)."""
MOST_AT_ONCE = 500
"""Works of one submission; SLURM takes 1,000 by default."""
ANSWERS_NEEDED = 3
"""Answers in a row that a job has ended, before it counts as ended without a result: file systems are slow."""
SIGN_OF_LIFE = "alive"
"""The file that a living harness touches all the time."""
TIMED_OUT, OUT_OF_MEMORY, STILL_QUEUED = "TIMED_OUT", "OUT_OF_MEMORY", "STILL_QUEUED"


@dataclass(eq=False)
class _Asked:
    """A work on its way through the queue."""

    work: Work
    since: float = field(default_factory=time.monotonic)
    job: submitit.Job[Attempted] | None = None
    ended_answers: int = 0
    answer: Ended | Exception | None = None
    answered: threading.Event = field(default_factory=threading.Event)

    def give(self, answer: Ended | Exception) -> None:
        self.answer = answer
        self.answered.set()


class QueueExecutor(ABC):
    """What all queues have in common."""

    slots = 100
    memory_bytes: int | None = None

    def __init__(self, folder: Path) -> None:
        """`folder` is new, seen by all nodes, and removed by `close`."""
        self._folder = folder
        self._sign_of_life = folder / SIGN_OF_LIFE
        self._sign_of_life.touch()
        self._lock = threading.Lock()
        self._waiting: list[_Asked] = []
        self._submitted: list[_Asked] = []
        self._stopped = self._closed = False
        self._last_question = 0.0
        self._thread = threading.Thread(target=self._watch_jobs, name="queue", daemon=True)
        self._thread.start()

    @abstractmethod
    def submit(self, works: Sequence[Work], sign_of_life: Path) -> list[submitit.Job[Attempted]]:
        """Submit works of the same limits. Raises UsageError with the queue's own sentence where it refuses them."""

    @abstractmethod
    def states(self, jobs: Sequence[submitit.Job[Attempted]]) -> Mapping[str, str]:
        """Return by job id STILL_QUEUED (waiting or running), TIMED_OUT, OUT_OF_MEMORY, or how else the job has ended.

        Jobs that the queue no longer lists are left out. Raises OSError where there is no answer.
        """

    @abstractmethod
    def cancel(self, jobs: Sequence[submitit.Job[Attempted]]) -> None:
        """End those of `jobs` that have not."""

    def execute(self, work: Work) -> Ended:
        """See Executor."""
        asked = _Asked(work)
        with self._lock:
            if self._stopped:
                raise Stopped
            self._waiting.append(asked)
        asked.answered.wait()
        if isinstance(asked.answer, Exception):
            raise asked.answer
        assert asked.answer is not None
        return asked.answer

    def stop(self) -> None:
        """See Executor."""
        with self._lock:
            self._stopped = True
        self._end_all(Stopped())

    def close(self) -> None:
        """See Executor."""
        self._closed = True
        self._thread.join()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _watch_jobs(self) -> None:
        while not self._closed:
            try:
                self._sign_of_life.touch()
                self._submit_waiting()
                self._collect()
            except Exception as error:  # e.g. a full disk: every caller gets an answer
                self._end_all(error)
            time.sleep(COLLECT_EVERY_S)

    def _end_all(self, answer: Exception) -> None:
        with self._lock:
            left, jobs = self._waiting + self._submitted, [_job(each) for each in self._submitted]
            self._waiting, self._submitted = [], []
        if jobs:
            with suppress(OSError):  # no scancel: the jobs notice the missing sign of life, and the answers go out
                self.cancel(jobs)
        for each in left:
            each.give(answer)

    def _submit_waiting(self) -> None:
        """Submit under the lock, so that `stop` ends every submitted job and nothing is submitted after it."""
        with self._lock:
            groups: dict[tuple[float | None, int | None], list[_Asked]] = {}
            for each in self._waiting:
                groups.setdefault((each.work.timeout_s, each.work.memory_bytes), []).append(each)
            self._waiting = []
            for group in groups.values():
                for first in range(0, len(group), MOST_AT_ONCE):
                    self._submit(group[first : first + MOST_AT_ONCE])

    def _submit(self, group: list[_Asked]) -> None:
        try:
            jobs = self.submit([each.work for each in group], self._sign_of_life)
        except Exception as error:
            for each in group:
                each.give(error)
            return
        for each, job in zip(group, jobs, strict=True):
            each.job = job
        self._submitted += group

    def _collect(self) -> None:
        with self._lock:
            submitted = list(self._submitted)
        answers = {each: _result(each) for each in submitted if _job(each).paths.result_pickle.exists()}
        answers |= self._without_result([each for each in submitted if each not in answers])
        with self._lock:
            self._submitted = [each for each in self._submitted if each not in answers]
        for each, answer in answers.items():
            each.give(answer)

    def _without_result(self, asked: list[_Asked]) -> dict[_Asked, Ended]:
        """Return the answers of jobs that have ended without a result."""
        if not asked or time.monotonic() - self._last_question < ASK_EVERY_S:
            return {}
        self._last_question = time.monotonic()
        try:
            states = self.states([_job(each) for each in asked])
        except OSError:
            return {}  # the next question may be answered
        answers = {}
        for each in asked:
            state = states.get(_job(each).job_id, "unknown")
            each.ended_answers = 0 if state == STILL_QUEUED else each.ended_answers + 1
            if each.ended_answers >= ANSWERS_NEEDED:
                answers[each] = _lost(each, state)
        return answers


def _job(asked: _Asked) -> submitit.Job[Attempted]:
    assert asked.job is not None
    return asked.job


def _result(asked: _Asked) -> Ended | Exception:
    """Return the job's answer."""
    try:
        attempted, ended = _job(asked).result()
        if isinstance(ended, Ended):
            adopt(asked.work, attempted)
        return ended
    except OSError as error:
        return error
    except Exception as error:  # the job failed before its work; the text has submitit's traceback
        return _lost(asked, str(error))


def _lost(asked: _Asked, why: str) -> Ended:
    """Return how a work without an answer ended; the reason goes to its standard error."""
    with suppress(OSError):
        give_up(asked.work, f"job {_job(asked).job_id} ended without a result: {why}")
    return Ended(
        -signal.SIGKILL,
        time.monotonic() - asked.since,
        0,
        timed_out=why == TIMED_OUT,
        out_of_memory=why == OUT_OF_MEMORY,
        lost=why not in (TIMED_OUT, OUT_OF_MEMORY),
    )
