"""A vectorised reader of captures, usable without Spark: `read_capture(source)` and `read_batches(source)`.

libpcap's format with stamps in µs and ns, in both byte orders, gzip and zstd; frames of Ethernet, PPP, raw IP, 802.11
and radiotap. One compiled pass over the bytes finds the records and where in each is what, and every column is then
gathered from its places. Whatever the bytes are, reading ends, and says what it could not use.
"""

from __future__ import annotations

from spark_analysis.capture.columns import COLUMNS, NO_SIGNAL, NOBODY, Column
from spark_analysis.capture.quality import Capture, CaptureQuality, CorruptCapture
from spark_analysis.capture.reader import read_batches, read_capture
from spark_analysis.capture.stream.pcap_format import NotACapture

__all__ = [
    "COLUMNS",
    "NOBODY",
    "NO_SIGNAL",
    "Capture",
    "CaptureQuality",
    "Column",
    "CorruptCapture",
    "NotACapture",
    "read_batches",
    "read_capture",
]
