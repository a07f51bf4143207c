"""One attempt at a command on a machine of a cluster, which may be lost at any moment and yet go on writing.

So no two attempts write into the same folder: each has one of its own within the work's, and what the one that counts
has written is moved up by the harness. Imported by the workers, too: nothing but the standard library.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from pyharness.executors.base import Ended, Work

Attempted = tuple[Work, Ended | OSError]
"""What a worker answers: the attempt and how it ended. That a folder cannot be written is an answer, too: the queue or
Spark would only try it again."""
ATTEMPT_PREFIX = ".attempt-"


def attempt(work: Work) -> Work:
    """The same work, in a new folder of its own. Raises OSError where that cannot be made."""
    return work.within(Path(tempfile.mkdtemp(prefix=ATTEMPT_PREFIX, dir=work.folder)))


def adopt(work: Work, attempted: Work) -> None:
    """Make what an attempt has written the work's; what others have written goes."""
    for path in list(attempted.folder.iterdir()):
        path.rename(work.folder / path.name)
    _remove_attempts(work)


def give_up(work: Work, why: str) -> None:
    """No attempt counts; standard error says why."""
    _remove_attempts(work)
    work.stderr.write_text(f"{why}\n")


def _remove_attempts(work: Work) -> None:
    for folder in work.folder.glob(f"{ATTEMPT_PREFIX}*"):
        shutil.rmtree(folder, ignore_errors=True)
