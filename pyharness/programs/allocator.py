"""The malloc that a program runs on: tcmalloc where the system has it, because ns-3 allocates all the time.

It changes how long a run takes and how much memory it holds, never a byte of what it writes.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # workers of a cluster import this file, too: nothing but the standard library
    from pyharness.programs.description import Description
    from pyharness.programs.program import Program

PRELOAD = "LD_PRELOAD"
SWITCH, OFF = "PUBSUB_MALLOC", "system"
"""PUBSUB_MALLOC=system in the environment: the C library's own."""
QUIET = {"TCMALLOC_LARGE_ALLOC_REPORT_THRESHOLD": str(1 << 62)}
"""Without it tcmalloc reports every large block on standard error, which is an output of the run."""
ENTRY = re.compile(r"libtcmalloc_minimal\.so\S* \(libc6,(?:x86-64|AArch64)[^)]*\) => (\S+)")


def may_change(program: Program, description: Description) -> bool:
    """Whether `program` may run on another malloc: not Python, and no sanitized or debug build."""
    return not program.is_python and description.build == "release"


def allocation(program: Program) -> dict[str, str]:
    """Return what to add to this process's environment for `program`."""
    added = preloaded(os.environ)
    if added and not program.is_python:
        from pyharness.programs.description import describe

        return added if may_change(program, describe(program)) else {}
    return {}


def preloaded(environment: Mapping[str, str]) -> dict[str, str]:
    """Return what to add to `environment` so that a program runs on tcmalloc.

    Nothing where the system has none, where it is switched off, or where another library is preloaded already.
    """
    if environment.get(PRELOAD) or environment.get(SWITCH) == OFF:
        return {}
    library = _tcmalloc()
    return {PRELOAD: library, **QUIET} if library else {}


def name_in(environment: Mapping[str, str]) -> str:
    """Return its name for a manifest: `libtcmalloc_minimal.so.4`, or all that is preloaded; empty: the C library's."""
    return " ".join(Path(each).name for each in re.split(r"[ :]+", environment.get(PRELOAD, "")) if each)


@cache
def _tcmalloc() -> str:
    """Return the path of the library; empty where there is none, or where programs start with a warning."""
    for ldconfig in ("/sbin/ldconfig", "ldconfig"):
        try:
            listed = subprocess.run([ldconfig, "-p"], capture_output=True, text=True, check=True).stdout
            found = ENTRY.search(listed)
            tried = {**os.environ, PRELOAD: found[1]} if found else {}
            warning = subprocess.run(["/bin/true"], env=tried, capture_output=True, check=True).stderr
        except (OSError, subprocess.SubprocessError):
            continue
        return found[1] if found and not warning else ""
    return ""
