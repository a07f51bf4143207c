"""Numbers from bytes. All arithmetic is in int64, so that it is the same compiled and in Python."""

from __future__ import annotations

import numpy as np

from spark_analysis.pcap.compiled import compiled


@compiled
def u8(data: np.ndarray, at: int) -> int:
    return np.int64(data[at])  # type: ignore[return-value]


@compiled
def u16(data: np.ndarray, at: int) -> int:
    """Big-endian, as on networks."""
    return u8(data, at) << 8 | u8(data, at + 1)


@compiled
def u32(data: np.ndarray, at: int) -> int:
    return u16(data, at) << 16 | u16(data, at + 2)


@compiled
def le16(data: np.ndarray, at: int) -> int:
    """Little-endian, as in radiotap and 802.11."""
    return u8(data, at) | u8(data, at + 1) << 8


@compiled
def le32(data: np.ndarray, at: int) -> int:
    return le16(data, at) | le16(data, at + 2) << 16


@compiled
def number(data: np.ndarray, at: int, width: int, big_endian: bool) -> int:
    """An unsigned number of 1 to 8 bytes; of 8 bytes the same bits as int64."""
    if width == 1:
        return u8(data, at)
    if width == 2:
        return u16(data, at) if big_endian else le16(data, at)
    if width == 4:
        return u32(data, at) if big_endian else le32(data, at)
    if width == 6 and big_endian:
        return u16(data, at) << 32 | u32(data, at + 2)
    value = 0
    for i in range(width):
        value = value << 8 | u8(data, at + i if big_endian else at + width - 1 - i)
    return value
