"""One harness at a time in an experiment's folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from pyharness.errors import UsageError

LOCK = ".lock"
"""The file stays; the lock on it is the operating system's and ends with the process that holds it."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold experiment folder `folder`, made if need be. Raises UsageError when another harness holds it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / LOCK)
        lock.acquire(timeout=0)
    except Timeout as error:
        raise UsageError(f"{folder}: another harness is at work in this folder, wait for it or end it") from error
    except OSError as error:
        raise UsageError(f"{folder}: cannot hold results ({error.strerror})") from error
    try:
        yield
    finally:
        lock.release()


def is_locked(folder: Path) -> bool:
    """Whether a harness is at work in `folder` now."""
    if not (folder / LOCK).exists():
        return False
    try:
        with locked(folder):
            return False
    except UsageError:
        return True
