"""Numbers from bytes. All arithmetic is in int64, so that compiled code and Python give the same.

The compiler makes each a single load, because the index is unsigned and the bytes are joined in a loop.
"""

from __future__ import annotations

import numpy as np

from spark_analysis.capture.kernels.compiler import compiled


@compiled
def big(data: np.ndarray, at: int, count: int) -> int:
    """The big-endian number in `count` bytes."""
    start, number = np.uint64(at), np.int64(0)
    for i in range(count):
        number = number << 8 | np.int64(data[start + np.uint64(i)])
    return number  # type: ignore[return-value]


@compiled
def little(data: np.ndarray, at: int, count: int) -> int:
    """The little-endian number in `count` bytes, as in radiotap and 802.11."""
    start, number = np.uint64(at), np.int64(0)
    for i in range(count):
        number |= np.int64(data[start + np.uint64(i)]) << (8 * i)
    return number  # type: ignore[return-value]


@compiled
def int64(number: int) -> int:
    """A literal as int64: numba compiles a kernel again for each literal that it begins with."""
    return np.int64(number)  # type: ignore[return-value]


@compiled
def u8(data: np.ndarray, at: int) -> int:
    return big(data, at, 1)


@compiled
def u16(data: np.ndarray, at: int) -> int:
    return big(data, at, 2)


@compiled
def u32(data: np.ndarray, at: int) -> int:
    return big(data, at, 4)


@compiled
def le16(data: np.ndarray, at: int) -> int:
    return little(data, at, 2)


@compiled
def le32(data: np.ndarray, at: int) -> int:
    return little(data, at, 4)
