"""What is read of a capture, and what is said where it is broken."""

from __future__ import annotations

from dataclasses import astuple, dataclass

import numpy as np


class CorruptCapture(ValueError):
    """In strict mode: the first record that is not good, its number (from 1), its byte, and what was expected."""


@dataclass(frozen=True)
class CaptureQuality:
    """What became of a file's records. Whole ones are `good` or `undecodable`, and each is a row of the columns.

    `undecodable`: a layer that the record announces is malformed or cut; the column `malformed` says which. A frame
    cut by the capture's snapshot length is good if its headers are whole, and so is a frame that carries no message
    of ours: an acknowledgement, ARP, somebody else's packet.
    `truncated`: the file ends inside it, or its compressed stream is cut or broken there.
    `oversized`: its header claims more captured bytes than any frame has, 262,144: where the next begins is not known.
    `bytes_skipped`: behind the last whole record. The file's header, the whole records and these are the file.
    Of a compressed file all bytes are those that it expands to.
    """

    good: int = 0
    truncated: int = 0
    oversized: int = 0
    undecodable: int = 0
    bytes_skipped: int = 0

    def __add__(self, other: CaptureQuality) -> CaptureQuality:
        return CaptureQuality(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True)
class Capture:
    """Columns of equal length, one element per record that is whole: see spark_analysis.capture.COLUMNS."""

    columns: dict[str, np.ndarray]
    quality: CaptureQuality
