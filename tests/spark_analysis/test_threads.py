"""The analysis computes in one thread a process: a sum is the same on any machine, and no thread waits for another."""

from __future__ import annotations

import scipy.linalg  # noqa: F401 (it brings linear algebra of its own)
from threadpoolctl import threadpool_info


def test_linear_algebra_has_one_thread() -> None:
    threads = [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]
    assert threads and set(threads) == {1}
