"""The part of a stream that is in memory."""

from __future__ import annotations

import numpy as np

from spark_analysis.capture.stream.byte_stream import ReadInto
from spark_analysis.capture.stream.compression import BrokenStream
from spark_analysis.capture.stream.pcap_format import MAX_FRAME_BYTES, PADDING_BYTES, RECORD_HEADER_BYTES


class Window:
    """A moving part of a stream: `data[at:end]` is not yet used. `broken` is the reason of an early end, or empty."""

    def __init__(self, read_into: ReadInto, size: int) -> None:
        self._read_into = read_into
        self.size = size
        self.data = np.empty(size + MAX_FRAME_BYTES + RECORD_HEADER_BYTES + PADDING_BYTES, np.uint8)
        self._bytes = memoryview(self.data.data)
        self.at = self.end = 0
        self._moved = 0
        self.broken = ""

    @property
    def offset(self) -> int:
        """The offset of `at` in the stream."""
        return self._moved + self.at

    @property
    def read(self) -> int:
        """Bytes of the stream that have been read."""
        return self._moved + self.end

    def left(self) -> int:
        """Bytes that are not yet used."""
        return self.end - self.at

    def advance(self) -> int:
        """Drop the used bytes and read up to `size` more: their number, 0 at the end of the stream."""
        left = self.left()
        self.data[:left] = self.data[self.at : self.end]
        self._moved += self.at
        self.at, self.end = 0, left
        try:
            while self.end < left + self.size:
                got = self._read_into(self._bytes[self.end : left + self.size])
                if not got:
                    break
                self.end += got
        except BrokenStream as error:
            self.broken = str(error)
        return self.end - left

    def skip_rest(self) -> int:
        """Go to the end of the stream: the number of bytes on the way."""
        start = self.offset
        self.at = self.end
        while self.advance():
            self.at = self.end
        return self.offset - start
