"""A child process that ends when its parent does, however the parent ends."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable

PR_SET_PDEATHSIG = 1


def die_with_parent(signal_number: int) -> Callable[[], None]:
    """Return a `preexec_fn`: Linux sends the child `signal_number` when the thread that started it ends.

    The child calls nothing but `prctl` and `getppid`, because other threads of the parent may hold locks at the fork.
    """
    prctl, parent = ctypes.CDLL(None).prctl, os.getpid()

    def request_signal() -> None:
        prctl(PR_SET_PDEATHSIG, signal_number)
        if os.getppid() != parent:  # the parent has ended before the request
            os._exit(1)

    return request_signal
