"""A stretch of a stream in memory, which moves on."""

from __future__ import annotations

import numpy as np

from spark_analysis.capture.stream.byte_stream import ReadInto
from spark_analysis.capture.stream.compression import BrokenStream
from spark_analysis.capture.stream.pcap_format import MAX_FRAME_BYTES, PADDING_BYTES, RECORD_HEADER_BYTES


class Window:
    """`data[at:end]` is what is not yet used up; `broken` says why the stream came to an end before its time."""

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
        """Of `at` in the stream."""
        return self._moved + self.at

    @property
    def read(self) -> int:
        """Bytes of the stream that have been read."""
        return self._moved + self.end

    def left(self) -> int:
        return self.end - self.at

    def advance(self) -> int:
        """Forget what is used up, read `size` bytes more: how many there were, 0 at the end of the stream."""
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
        """Go to the end of the stream: how many bytes were left."""
        start = self.offset
        self.at = self.end
        while self.advance():
            self.at = self.end
        return self.offset - start
