"""How a child's end is told, whatever its end."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

import psutil
import pytest

from pyharness.executor import CANNOT_START, Ended, LocalExecutor, Stopped


def python(code: str, log: Path, timeout_s: float | None = None) -> Ended:
    return LocalExecutor().execute([sys.executable, "-c", code], log, timeout_s)


def test_both_outputs_go_to_the_log(tmp_path: Path) -> None:
    ended = python("import sys; print('out', flush=True); print('err', file=sys.stderr)", tmp_path / "log")
    assert ended.exit_status == 0 and (tmp_path / "log").read_text() == "out\nerr\n"


def test_exit_status_and_signal(tmp_path: Path) -> None:
    assert python("raise SystemExit(7)", tmp_path / "log").exit_status == 7
    assert python("import os; os.kill(os.getpid(), 11)", tmp_path / "log").exit_status == -11


def test_reads_nothing(tmp_path: Path) -> None:
    assert python("import sys; assert sys.stdin.read() == ''", tmp_path / "log").exit_status == 0


def test_a_command_that_cannot_start(tmp_path: Path) -> None:
    ended = LocalExecutor().execute([str(tmp_path / "gone")], tmp_path / "log", None)
    assert ended.exit_status == CANNOT_START and "No such file" in (tmp_path / "log").read_text()


def test_timeout_ends_grandchildren_too(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys, time; child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']);"
        "print(child.pid, flush=True); time.sleep(60)"
    )
    started = time.monotonic()
    ended = python(code, tmp_path / "log", timeout_s=1.5)
    assert ended.timed_out and ended.exit_status == -9 and time.monotonic() - started < 20
    grandchild = int((tmp_path / "log").read_text())
    deadline = time.monotonic() + 5
    while psutil.pid_exists(grandchild) and psutil.Process(grandchild).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_memory_is_the_childs_own(tmp_path: Path) -> None:
    ballast = bytearray(150 << 20)  # in this process: must not be told of a small child
    small = python("import time; time.sleep(0.8)", tmp_path / "log").peak_memory_bytes
    del ballast
    big = python("x = bytearray(400 << 20); import time; time.sleep(0.8)", tmp_path / "log").peak_memory_bytes
    assert 1 << 20 < small < 100 << 20
    assert 400 << 20 < big < 600 << 20


def test_stop_ends_what_runs_and_what_comes_after(tmp_path: Path) -> None:
    executor = LocalExecutor()
    raised: list[BaseException] = []

    def wait() -> None:
        try:
            executor.execute([sys.executable, "-c", "import time; time.sleep(60)"], tmp_path / "log", None)
        except Stopped as stopped:
            raised.append(stopped)

    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(0.5)
    executor.stop()
    thread.join(timeout=10)
    assert len(raised) == 1
    with pytest.raises(Stopped):
        executor.execute([sys.executable, "-c", ""], tmp_path / "log", None)
