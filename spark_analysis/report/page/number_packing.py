"""Columns of whole numbers as short text: what a page can carry of a run's traces without being large."""

from __future__ import annotations

from base64 import b64encode

import numpy as np

_CONTINUED = 0x80
_BITS = 7


def pack_numbers(values: np.ndarray) -> str:
    """Differences from value to value, sign in the lowest bit, seven bits a byte, base64: player.js unpacks it.

    `values` are whole numbers, each and each difference below 2^52, as JavaScript counts exactly up to there.
    """
    differences: np.ndarray = np.diff(values.astype(np.int64), prepend=np.int64(0))
    left = ((differences << 1) ^ (differences >> 63)).astype(np.uint64)
    pieces = []
    while True:
        more = left >= _CONTINUED
        pieces.append(((left & np.uint64(_CONTINUED - 1)) | (more.astype(np.uint64) * _CONTINUED)).astype(np.uint8))
        if not more.any():
            break
        left = left >> np.uint64(_BITS)
    octets = np.stack(pieces, axis=1)
    used = np.ones(octets.shape, dtype=bool)
    used[:, 1:] = np.logical_and.accumulate(octets[:, :-1] >= _CONTINUED, axis=1)
    return b64encode(octets[used].tobytes()).decode()
