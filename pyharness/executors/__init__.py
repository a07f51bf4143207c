"""Where runs are executed: one small interface, and the places that honour it."""

from pyharness.executors.base import CANNOT_START, Ended, Executor, Stopped, Work
from pyharness.executors.local import LocalExecutor

__all__ = ["CANNOT_START", "Ended", "Executor", "LocalExecutor", "Stopped", "Work"]
