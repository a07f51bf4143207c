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
PREFIX = ".attempt-"


def attempt(work: Work) -> Work:
    """The same work, in a new folder of its own. Raises OSError where that cannot be made."""
    return work.within(Path(tempfile.mkdtemp(prefix=PREFIX, dir=work.log.parent)))


def adopt(work: Work, attempted: Work) -> None:
    """Make what an attempt has written the work's; what others have written goes."""
    here = work.log.parent
    for path in list(attempted.log.parent.iterdir()):
        path.rename(here / path.name)
    for folder in here.glob(f"{PREFIX}*"):
        shutil.rmtree(folder, ignore_errors=True)
