"""Waiting for what happens in another process."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE_S = 120.0
"""Much longer than anything takes that tests wait for, also on a slow machine that does other work: nothing that
passes waits for so long."""


def wait_until(true: Callable[[], object], what: str, every_s: float = 0.02) -> None:
    """Return as soon as `true()` is; fail with the sentence `what` where it does not become so."""
    deadline = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < deadline, f"waited in vain: {what}"
        time.sleep(every_s)
