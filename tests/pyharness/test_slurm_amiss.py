"""What SLURM's commands may do to the harness; they are scripts here, the cluster itself is in test_executors.py."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest
from waiting import PATIENCE_S, wait_until

from pyharness.executors import Stopped, Work
from pyharness.executors.slurm import LEFT_AFTER_S, SlurmExecutor
from schema.errors import UsageError

LONG_AGO = time.time() - LEFT_AFTER_S - 60


def commands(folder: Path, monkeypatch: pytest.MonkeyPatch, sbatch: str) -> None:
    """An sbatch and an srun on PATH, and no scancel."""
    monkeypatch.setenv("PATH", str(folder))
    for name, text in {"sbatch": sbatch, "srun": ""}.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)


def test_left_is_what_shows_no_sign_of_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands(tmp_path, monkeypatch, "")
    for name in (".slurm-dead", ".slurm-alive"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "alive").touch()
        os.utime(tmp_path / name, (LONG_AGO, LONG_AGO))
    os.utime(tmp_path / ".slurm-dead" / "alive", (LONG_AGO, LONG_AGO))
    SlurmExecutor("", tmp_path).close()
    assert [path.name for path in tmp_path.glob(".slurm-*")] == [".slurm-alive"]


def test_no_scancel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands(tmp_path, monkeypatch, "echo Submitted batch job 7")
    executor = SlurmExecutor("", tmp_path)
    answers: list[BaseException] = []

    def ask() -> None:
        try:
            executor.execute(Work(("/bin/true",), tmp_path))
        except Stopped as stopped:
            answers.append(stopped)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    wait_until(lambda: executor._submitted, "the job is submitted")
    executor.stop()
    asking.join(PATIENCE_S)
    executor.close()
    assert answers


def test_a_refusal_of_sbatch_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    commands(tmp_path, monkeypatch, "echo 'sbatch: error: Batch job submission failed: no controller' >&2; exit 1")
    executor = SlurmExecutor("", tmp_path)
    with pytest.raises(UsageError, match=r"sbatch refuses the job: Batch job submission failed: no controller$"):
        executor.execute(Work(("/bin/true",), tmp_path))
    executor.close()
    assert capfd.readouterr().err == ""
