"""What every folder of tests may use."""

from __future__ import annotations

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
