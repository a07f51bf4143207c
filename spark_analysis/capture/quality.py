"""The result of reading a capture, and the errors and counts of a broken one."""

from __future__ import annotations

from dataclasses import astuple, dataclass

import numpy as np


class CorruptCapture(ValueError):
    """The first record that is not good, in strict mode. The message has its 1-based number, its byte and what was
    expected."""


@dataclass(frozen=True)
class CaptureQuality:
    """The numbers of good and bad records of a capture. Whole records are `good` or `undecodable`; each is a row.

    The file's header, the whole records and `bytes_skipped` add up to the file's size, decompressed.
    """

    good: int = 0
    """Records in which every layer that is announced is whole. A frame that the snapshot length cut is good if its
    headers are whole, and so is a frame without a message of this project: an acknowledgement, ARP, another packet."""
    truncated: int = 0
    """Records in which the file ends, or its compressed stream is cut or broken."""
    oversized: int = 0
    """Records whose header claims more than 262,144 captured bytes, so that the next one cannot be found."""
    undecodable: int = 0
    """Records with a layer that is malformed or cut; the column `malformed` has its number."""
    bytes_skipped: int = 0
    """Bytes behind the last whole record."""

    def __add__(self, other: CaptureQuality) -> CaptureQuality:
        return CaptureQuality(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True)
class Capture:
    """Columns of equal length, one element per record that is whole: see spark_analysis.capture.COLUMNS."""

    columns: dict[str, np.ndarray]
    quality: CaptureQuality
