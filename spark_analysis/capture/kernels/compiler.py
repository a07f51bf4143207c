"""How the kernels are compiled: with numba, which leaves them Python where NUMBA_DISABLE_JIT=1."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numba
from numba import njit

from spark_analysis.capture.kernels.archive_cache import LOCATORS

Kernel = TypeVar("Kernel", bound=Callable[..., object])

if ".zip" in __file__:
    numba.config.CACHE_LOCATOR_CLASSES = ",".join(LOCATORS)  # type: ignore[attr-defined]


def compiled(kernel: Kernel) -> Kernel:
    """Machine code on first use."""
    return cast(Kernel, njit(nogil=True)(kernel))


def inlined(kernel: Kernel) -> Kernel:
    """The same as part of the kernel that calls it: four times quicker for a layer, and to compile a call each."""
    return cast(Kernel, njit(nogil=True, inline="always")(kernel))


def cached(kernel: Kernel) -> Kernel:
    """The same, kept on disk. The key is the kernel's own code and what it closes over: not the kernels it calls."""
    try:
        return cast(Kernel, njit(nogil=True, cache=True)(kernel))
    except RuntimeError:  # no folder of this user's can be written
        return compiled(kernel)
