"""Which of several harnesses may do what in one experiment's folder.

The locks are the operating system's, on single bytes of one file. They end with the process that holds them, however it
ends, so a killed harness leaves none behind. (Linux's open-file-description locks; they work over NFS as well.)
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from schema.errors import UsageError

LOCK = ".lock"
"""The file stays."""
PLAN, AT_WORK, REPORT, FIRST_CLAIM = range(4)
"""Bytes: replacing the plan; sweeping (shared); writing tables and report; and from FIRST_CLAIM on, executing a run."""
TRY_EVERY_S = 0.05


class FolderLock:
    """An experiment folder's lock file, open. `take` returns at once."""

    def __init__(self, folder: Path) -> None:
        self._descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._descriptor)

    def take(self, byte: int, shared: bool = False) -> bool:
        """Lock `byte`, or change the own lock on it from shared to exclusive or back. Return whether that worked."""
        try:
            self._control(fcntl.F_OFD_SETLK, fcntl.F_RDLCK if shared else fcntl.F_WRLCK, byte)
        except (BlockingIOError, PermissionError):
            return False
        return True

    def release(self, byte: int) -> None:
        """Unlock `byte`."""
        self._control(fcntl.F_OFD_SETLK, fcntl.F_UNLCK, byte)

    def is_taken(self, byte: int) -> bool:
        """Whether another harness holds a lock on `byte`."""
        return self._control(fcntl.F_OFD_GETLK, fcntl.F_WRLCK, byte) != fcntl.F_UNLCK

    def note_start(self) -> None:
        """Note now as the time when the harness came to be at work."""
        self._write(f"{time.time():.3f}")

    def note_expected_end(self, seconds: float) -> None:
        """Note that the harnesses at work will be done in `seconds`."""
        began, _ = self.noted_times()
        self._write(f"{began:.3f} {time.time() + seconds:.3f}")

    def noted_times(self) -> tuple[float, float | None]:
        """Return when a harness came to be at work and when it expects to be done, in seconds since 1970.

        The second is None where it is not known. Both hold only while a harness is at work.
        """
        try:
            began, *ends = map(float, os.pread(self._descriptor, 100, 0).split())
        except ValueError:  # no harness ever was; or read while it was written
            return 0.0, None
        return began, ends[0] if ends else None

    def _write(self, text: str) -> None:
        os.pwrite(self._descriptor, f"{text:<40}".encode(), 0)

    @contextmanager
    def held(self, byte: int) -> Iterator[None]:
        """Wait for `byte`, and hold it."""
        while not self.take(byte):
            time.sleep(TRY_EVERY_S)
        try:
            yield
        finally:
            self.release(byte)

    def _control(self, command: int, kind: int, byte: int) -> int:
        asked = struct.pack(_FLOCK, kind, os.SEEK_SET, byte, 1, 0)
        answer: int = struct.unpack(_FLOCK, fcntl.fcntl(self._descriptor, command, asked))[0]
        return answer


_FLOCK = "hh4xqqi4x"
"""`struct flock` of 64-bit Linux: type, whence, start, length, process."""


def claim_on(run: str) -> int:
    """Return the byte of a run. Two runs with one byte (probability 2^-62) only wait for each other."""
    return FIRST_CLAIM + int.from_bytes(hashlib.sha256(run.encode()).digest()[:8]) % (1 << 62)


def open_lock(folder: Path) -> FolderLock:
    """Open the lock of experiment folder `folder`, which is made if need be. Raises UsageError where that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return FolderLock(folder)
    except OSError as error:
        raise UsageError(f"{folder}: cannot hold results ({error.strerror})") from error
