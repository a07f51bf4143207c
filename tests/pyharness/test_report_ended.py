"""A report that is asked to end takes its Spark with it, at whatever moment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from harness_bench import ROOT
from waiting import PATIENCE_S, wait_until

from pyharness.command_line import main

COMMAND = [sys.executable, "-m", "pyharness"]


def jvms(harness: int) -> list[psutil.Process]:
    """The JVMs below a process."""
    found = []
    for process in psutil.Process(harness).children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if process.name().startswith("java"):
                found.append(process)
    return found


@pytest.mark.parametrize(
    ("number", "after_s"),
    [
        (signal.SIGINT, 0.3),
        pytest.param(signal.SIGINT, 3.0, marks=pytest.mark.long),
        pytest.param(signal.SIGTERM, 5.0, marks=pytest.mark.long),
    ],
)
def test_asked_to_end(
    real_program: Callable[[str], Path], tmp_path: Path, number: signal.Signals, after_s: float
) -> None:
    """`after_s` counts from the moment that the JVM is there."""
    real_program("topsim-paper")
    folder = tmp_path / "paper"
    paper = str(ROOT / "scenarios" / "radio" / "topsim-paper.toml")
    assert main(["sweep", paper, "--no-report", "--replications", "2", "--results", str(folder)]) == 0
    harness = subprocess.Popen(
        [*COMMAND, "report", str(folder)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    wait_until(lambda: jvms(harness.pid), "the JVM starts")
    started = psutil.Process(harness.pid).children(recursive=True)
    time.sleep(after_s)
    os.killpg(harness.pid, number)
    said, _ = harness.communicate(
        timeout=PATIENCE_S
    )  # the JVM has our standard output: it is closed when both are gone
    assert (harness.returncode, said.splitlines()[-1]) == (128 + number, "ended.")
    assert "Traceback" not in said and "Exception" not in said
    _, left = psutil.wait_procs(started, timeout=PATIENCE_S)  # a process that was ended needs a moment to go
    assert not left
