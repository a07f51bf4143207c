"""What every folder of tests may use, and how the tests are spread over processes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from hypothesis import settings
from system_tools import missing_tools, skip_without_tools

# The same examples everywhere, and no failure because a machine is slow.
settings.register_profile("same", derandomize=True, deadline=None)
settings.load_profile("same")

HERE = Path(__file__).parent
WORKER_BYTES = 2 << 30
"""What one process of tests may hold, with the Java of its Spark."""
NOT_COSTLY = {"checkout", "program", "real_program"}
"""Fixtures of a session that take no time to make."""


# ---- What the shell that we were started from has decided


PREFERENCES = re.compile(
    r"(C|CPP|CXX|LD)FLAGS|CMAKE_.*|GIT_.*|NS_.*|(PY)?SPARK_.*|HADOOP_.*|SLURM_.*|SBATCH_.*|_?JAVA(_TOOL)?_OPTIONS"
    r"|COLUMNS|LINES|(FORCE|NO)_COLOR|CLICOLOR.*|TZ|MPLBACKEND|NUMBA_DISABLE_JIT|STANDIN_BUILD|PUBSUB_DIE_WITH_PARENT"
)
"""Variables with which users decide what programs do that tests call: compilers, Git, ns-3, Spark, terminals."""
PLAIN_GIT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_COUNT": "1",  # the checkout may be another user's, in a container for one
    "GIT_CONFIG_KEY_0": "safe.directory",
    "GIT_CONFIG_VALUE_0": "*",
}


def pytest_configure() -> None:
    _restore_signals()
    for name in filter(PREFERENCES.fullmatch, list(os.environ)):
        del os.environ[name]
    os.environ.update(PLAIN_GIT, PYTHONPATH=str(HERE.parent))


def _restore_signals() -> None:
    """Make signals do what they do by default, also in the programs that tests start.

    A shell starts what runs in the background with SIGINT ignored, nohup with SIGHUP, and a child inherits that.
    """
    for number in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM, signal.SIGCHLD, signal.SIGUSR1, signal.SIGUSR2):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


# ---- Several processes (pytest-xdist)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One process more than there are processors, as many tests wait; none besides this one for files that are named,
    so that what they print is seen and a debugger works."""
    if config.args_source is pytest.Config.ArgsSource.ARGS and not any(map(os.path.isdir, config.args)):
        return 0
    processors = len(os.sched_getaffinity(0))
    room = int(psutil.virtual_memory().available // WORKER_BYTES)
    return max(1, min(processors + 1, room))


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep tests together that share something costly; begin with those of the whole project, which take longest.

    pytest-xdist itself begins with the largest groups.
    """
    for item in items:
        if group := _group(item):
            item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=lambda item: item.path.parent != HERE)


def _group(item: pytest.Item) -> str:
    """A name that all tests have in common which share a costly fixture; empty for a test that shares none."""
    assert isinstance(item, pytest.Function)
    definitions = item._fixtureinfo.name2fixturedefs
    shared = [
        name
        for name, (*_, fixture) in definitions.items()
        if fixture.scope in ("module", "session") and fixture.baseid.startswith("tests") and name not in NOT_COSTLY
    ]
    if not shared:
        return ""
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    return " ".join([item.path.stem, *(str(parameters[name]) for name in shared if name in parameters)])


# ---- Tools of the system


@pytest.hookimpl(tryfirst=True)  # before the test's fixtures, which may call the tool
def pytest_runtest_setup(item: pytest.Item) -> None:
    skip_without_tools(item)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if line := missing_tools(terminalreporter.getreports("skipped")):
        terminalreporter.write_line(line, yellow=True)


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The root of the checkout under test."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def sanitized(checkout: Path) -> Path:
    """The folder of the programs that the sanitizers watch, built where they are not up to date."""
    done = subprocess.run(
        [sys.executable, checkout / "waf", "build", "--sanitize"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return checkout / "build" / "asan" / "bin"
