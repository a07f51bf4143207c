"""Runs on a Spark cluster, or on Spark in this process: every command is a job of one task.

The runs' folders, the programs and this checkout have to be on storage that all workers see under the same paths.
"""

from __future__ import annotations

import re
import signal
import threading
import time
import uuid
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

from pyharness.executors.attempt import Attempted, adopt, attempt, give_up
from pyharness.executors.base import Ended, Stopped, Work
from pyharness.executors.local import LocalExecutor
from pyharness.executors.ram_budget import free_for_runs
from pyharness.executors.registry import ExecutorOption, register_executor
from schema.errors import UsageError
from schema.spark.master import answering, spelled
from schema.spark.session_start import first_line, spark_session

if TYPE_CHECKING:
    from pyspark import SparkContext

ATTEMPTS = 4
"""Attempts of Spark at one task. Each but the last was lost with its worker."""
SETTLED_S, WORKERS_WITHIN_S = 1.0, 60.0
"""The cluster is complete when no core was added for the first time, and has no worker after the second."""
SPARK_SETTINGS = {
    "spark.task.maxFailures": str(ATTEMPTS),
    "spark.speculation": "false",  # two attempts at once are of no use
    "spark.python.task.killTimeout": "200ms",  # stop() should not take long
}


class SparkExecutor:
    """One Spark session from here to `close`. A worker that is lost costs its unfinished runs: Spark itself has them
    run again elsewhere, each in a folder of its own, since the lost one may still be writing."""

    def __init__(self, master: str) -> None:
        """Raises UsageError where there is no Spark at `master`, or none of its workers is free."""
        self._group = f"runs-{uuid.uuid4()}"
        self._master = master
        self._stopped = threading.Event()
        with answering(master), ExitStack() as held:
            spark = held.enter_context(spark_session(_with_retries(master), SPARK_SETTINGS))
            self._context: SparkContext = spark.sparkContext
            if not master.startswith("local"):
                self._wait_for_workers(master)
            self.slots = self._context.defaultParallelism
            self.memory_bytes = free_for_runs() if master.startswith("local") else None
            self._held = held.pop_all()

    def execute(self, work: Work) -> Ended:
        """See Executor."""
        from py4j.protocol import Py4JError

        if self._stopped.is_set():
            raise Stopped
        started = time.monotonic()
        try:
            # The group is this thread's: PySpark has a thread of the JVM for each of ours.
            self._context.setJobGroup(self._group, "a run", interruptOnCancel=True)
            ((attempted, ended),) = self._context.parallelize([work], 1).map(_attempt).collect()
        except (Py4JError, ConnectionError) as error:
            if self._stopped.is_set():
                raise Stopped from error
            if self._is_gone():
                raise UsageError(f"--master {self._master}: Spark has ended there; what was done is kept") from error
            give_up(work, f"Spark gave up: {first_line(error)}")
            return Ended(-signal.SIGKILL, time.monotonic() - started, 0, lost=True)
        if isinstance(ended, OSError):
            raise ended
        if self._stopped.is_set():
            raise Stopped
        adopt(work, attempted)
        return ended

    def stop(self) -> None:
        """See Executor. The workers kill the Python process of a cancelled task, and with it the command."""
        if not self._stopped.is_set():
            self._stopped.set()
            with suppress(Exception):  # where Spark is gone, its workers are, too
                self._context._jsc.sc().cancelJobGroupAndFutureJobs(self._group)

    def close(self) -> None:
        """See Executor. The session ends, so that another one, with other settings, can begin."""
        with suppress(Exception):  # what py4j makes of a Spark that is gone
            self._held.close()

    def _is_gone(self) -> bool:
        try:
            return bool(self._context._jsc.sc().isStopped())
        except Exception:  # Spark does not answer any more
            return True

    def _wait_for_workers(self, master: str) -> None:
        began = changed = time.monotonic()
        cores = 0
        while cores == 0 or time.monotonic() - changed < SETTLED_S:
            if cores == 0 and time.monotonic() - began > WORKERS_WITHIN_S:
                raise UsageError(f"--master {master}: no worker has a core to spare, waited {WORKERS_WITHIN_S:g} s")
            time.sleep(0.1)
            now = self._cores()
            cores, changed = (now, time.monotonic()) if now != cores else (cores, changed)

    def _cores(self) -> int:
        executors = len(self._context._jsc.sc().statusTracker().getExecutorInfos()) - 1  # the driver is none
        return self._context.defaultParallelism if executors else 0


def _attempt(work: Work) -> Attempted:
    """On a worker."""
    try:
        attempted = attempt(work)
        return attempted, LocalExecutor(tie=True).execute(attempted)
    except OSError as error:
        return work, error


def _with_retries(master: str) -> str:
    """Return `local[4,4]` for `local[4]`: a lost Python worker of this process is retried, too."""
    within = re.fullmatch(r"local(?:\[([^,\]]+)\])?", master)
    return f"local[{within[1] or 1},{ATTEMPTS}]" if within else master


register_executor(
    ExecutorOption(
        name="--master",
        metavar="URL",
        help="Spark master for runs and analysis, e.g. local[4] or spark://host:7077 (default: runs without Spark).",
        start=lambda master, _folder: SparkExecutor(master),
        validate=spelled,
        serves_analysis=True,
    )
)
