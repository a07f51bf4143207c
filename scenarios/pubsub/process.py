"""What a scenario's process has to be before C++ is loaded into it: as docs/run-contract.md wants it."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1
"""Of prctl(2)."""

ENVIRONMENT = {
    "PYTHONHASHSEED": "0",  # a set of texts has one order in all runs
    "EXTRA_CLING_ARGS": "-O2",  # and not for the processor that is here: the same floating-point results on all
    "CLING_REBUILD_PCH": "0",  # headers compiled ahead are there since ./waf bindings
    "CPPYY_CRASH_QUIET": "1",
}
"""Some of it is read as Python starts, so it cannot be set later."""

FATAL = (signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGSEGV, signal.SIGINT)


def prepare() -> None:
    """Die with the parent where that is asked for, and start again where the environment is another."""
    _die_with_parent()
    if any(os.environ.get(name) != value for name, value in ENVIRONMENT.items()):
        os.environ.update(ENVIRONMENT)
        if hasattr(sys.modules["__main__"], "__file__"):  # a script, and nobody's interactive session
            sys.stdout.flush()
            os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def let_go() -> None:
    """Undo what Python and its bindings do to a process: a crash is a crash, Ctrl-C ends it, lines come in order."""
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    for number in FATAL:
        signal.signal(number, signal.SIG_DFL)


def _die_with_parent() -> None:
    """As ScenarioParameters::Parse does, which comes seconds later."""
    parent = os.environ.get("PUBSUB_DIE_WITH_PARENT")
    if parent is not None:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if parent.isdecimal() and int(parent) > 1 and os.getppid() != int(parent):
            os._exit(1)  # it has died before we asked
