"""The Python that is committed is as ruff and mypy want it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["mypy", "schema", "pyharness", "spark_analysis", "benchmarks", "scenarios"],
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_the_checkers_have_nothing_to_say(checkout: Path, command: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=checkout, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
