"""Where runs are executed: one small interface, and an executor in each file that registers one."""

from pyharness.executors.base import CANNOT_START, STDERR, STDOUT, Ended, Executor, Stopped, Work
from pyharness.executors.local import LocalExecutor

__all__ = ["CANNOT_START", "STDERR", "STDOUT", "Ended", "Executor", "LocalExecutor", "Stopped", "Work"]
