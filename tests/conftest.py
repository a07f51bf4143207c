"""What every folder of tests may use, and how the tests are spread over processes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import processes
import pytest
from analysis_here import analysis_here  # noqa: F401 (a fixture of several files)
from front_door import door, open_door  # noqa: F401 (fixtures of several files)
from hypothesis import settings
from system_tools import missing_tools, skip_without_tools

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# The same examples everywhere, and no failure because a machine is slow.
settings.register_profile("same", derandomize=True, deadline=None)
settings.load_profile("same")

HERE = Path(__file__).parent


# ---- What the shell that we were started from has decided


PREFERENCES = re.compile(
    r"(C|CPP|CXX|LD)FLAGS|CMAKE_.*|GIT_.*|NS_.*|(PY)?SPARK_.*|HADOOP_.*|SLURM_.*|SBATCH_.*|_?JAVA(_TOOL)?_OPTIONS"
    r"|COLUMNS|LINES|(FORCE|NO)_COLOR|CLICOLOR.*|TZ|MPLBACKEND|NUMBA_DISABLE_JIT|STANDIN_.*|PUBSUB_DIE_WITH_PARENT"
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


# ---- Several processes


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    return processes.number(config)


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> processes.SlowestFirst:
    return processes.scheduler(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    processes.in_order(items, HERE)


# ---- Tools of the system


@pytest.hookimpl(tryfirst=True)  # before the test's fixtures, which may call the tool
def pytest_runtest_setup(item: pytest.Item) -> None:
    skip_without_tools(item)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if line := missing_tools(terminalreporter.getreports("skipped")):
        terminalreporter.write_line(line, yellow=True)


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    """A session with two workers, for all tests of this process: one each would take longer than the tests do."""
    from spark_analysis.run.session import spark_session

    with spark_session("local[2]") as session:
        yield session


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
