"""One attempt at a command on a machine of a cluster, which may be lost at any moment and yet go on writing.

So no two attempts write into the same folder: each has one of its own within the work's, and what the one that counts
has written is moved up by the harness. Runs on the workers, with the standard library alone.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from pyharness.executors.base import Ended, Work
from pyharness.executors.local import LocalExecutor

PREFIX = ".attempt-"


def attempt(work: Work) -> tuple[str, Ended]:
    """Execute `work` in a new folder; its name, and how the command ended. Raises OSError where it cannot be written.

    The command dies with this process, which must have one thread.
    """
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=work.log.parent))
    return folder.name, LocalExecutor(tie=True).execute(work.within(folder))


def adopt(work: Work, name: str) -> None:
    """Make what attempt `name` has written the work's; what other attempts have written goes."""
    here = work.log.parent
    for path in list((here / name).iterdir()):
        path.rename(here / path.name)
    for folder in here.glob(f"{PREFIX}*"):
        shutil.rmtree(folder, ignore_errors=True)
