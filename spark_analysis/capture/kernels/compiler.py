"""The decorators that compile kernels with numba. With NUMBA_DISABLE_JIT=1 the kernels stay Python."""

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
    """Compile `kernel` on first use."""
    return cast(Kernel, njit(nogil=True)(kernel))


def inlined(kernel: Kernel) -> Kernel:
    """Compile `kernel` as a part of each kernel that calls it: a layer is four times as fast, but compiled per call."""
    return cast(Kernel, njit(nogil=True, inline="always")(kernel))


def cached(kernel: Kernel) -> Kernel:
    """Compile `kernel` and keep it on disk. The key has its own code and closure, not the kernels that it calls."""
    try:
        return cast(Kernel, njit(nogil=True, cache=True)(kernel))
    except RuntimeError:  # this user can write to no folder
        return compiled(kernel)
