"""What every folder of tests may use."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples everywhere, and no failure because a machine is slow.
settings.register_profile("same", derandomize=True, deadline=None)
settings.load_profile("same")


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
