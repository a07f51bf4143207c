"""How the scenario tests reach the built programs."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyharness.programs.checkout import Checkout

Program = Callable[..., subprocess.CompletedProcess[str]]
"""`program("manet", "--nodes=5")` runs it to its end."""

Recorded = Callable[..., Path]
"""`recorded("manet", "--nodes=5")` is the folder of such a run, made once in a session."""


def executable(name: str) -> str:
    """The path of a built program; a test that needs one fails where it is not built."""
    path = Checkout.here().programs / name
    if not path.exists():
        pytest.fail(f"{path} is not there: ./waf build makes it")
    return str(path)
