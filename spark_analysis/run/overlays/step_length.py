"""How long the steps are in which an overlay's traffic was counted."""

from __future__ import annotations

import numpy as np


def step_length(starts: np.ndarray, otherwise: int) -> int:
    """Return the largest length, ns, that all distances between starts of steps are a multiple of.

    Steps in which nothing was sent have no rows, so that neighbouring starts may be several steps apart. `otherwise` is
    the answer where there are fewer than two starts.
    """
    different = np.unique(starts)
    return int(np.gcd.reduce(np.diff(different))) if len(different) > 1 else max(1, otherwise)
