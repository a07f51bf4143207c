"""One attempt at a command on a machine of a cluster, which may be lost at any moment and still go on writing.

Each attempt writes into a new folder within the work's, and the harness moves the files of the one that counts up.
Workers import this file, too: nothing but the standard library.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from pyharness.executors.base import Ended, Work

Attempted = tuple[Work, Ended | OSError]
"""The answer of a worker: the attempt and how it ended. A folder that cannot be written is an answer, because the queue
or Spark would only try again."""
ATTEMPT_PREFIX = ".attempt-"


def attempt(work: Work) -> Work:
    """Return the same work in a new folder. Raises OSError where that cannot be made."""
    return work.within(Path(tempfile.mkdtemp(prefix=ATTEMPT_PREFIX, dir=work.folder)))


def adopt(work: Work, attempted: Work) -> None:
    """Move the files of an attempt into the work's folder and remove all other attempts."""
    for path in list(attempted.folder.iterdir()):
        path.rename(work.folder / path.name)
    _remove_attempts(work)


def give_up(work: Work, why: str) -> None:
    """Remove all attempts and write the reason to the work's standard error."""
    _remove_attempts(work)
    work.stderr.write_text(f"{why}\n")


def _remove_attempts(work: Work) -> None:
    for folder in work.folder.glob(f"{ATTEMPT_PREFIX}*"):
        shutil.rmtree(folder, ignore_errors=True)
