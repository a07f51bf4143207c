"""A vectorised reader of captures, usable without Spark: `read_capture(source)` and `read_batches(source)`.

It reads libpcap's format with time stamps in µs and ns, in both byte orders, plain or compressed with gzip or zstd. The
frames are of Ethernet, PPP, raw IP, 802.11 or radiotap; each link layer is one file in `links/`. One compiled pass over
the bytes finds the records and the offset of each layer in them. Every column is then gathered from these offsets.
Reading ends for any bytes, and counts the bytes and records that it cannot use.
"""

from __future__ import annotations

from spark_analysis.capture.columns import COLUMNS, NO_SIGNAL, Column
from spark_analysis.capture.quality import Capture, CaptureQuality, CorruptCapture
from spark_analysis.capture.reader import read_batches, read_capture
from spark_analysis.capture.stream.pcap_format import NotACapture

__all__ = [
    "COLUMNS",
    "NO_SIGNAL",
    "Capture",
    "CaptureQuality",
    "Column",
    "CorruptCapture",
    "NotACapture",
    "read_batches",
    "read_capture",
]
