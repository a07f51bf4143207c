"""The records of a piece of a capture, and what columns ask them for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spark_analysis.pcap.gather import gather
from spark_analysis.pcap.layers import LINK, RECORD
from spark_analysis.pcap.limits import RECORD_HEADER

_MOST = 2**31 - 1


@dataclass(frozen=True)
class Records:
    """`data`: uint8; `places`: int32, PLACES x records, offsets into data; `malformed`: uint8, a layer per record."""

    data: np.ndarray
    places: np.ndarray
    malformed: np.ndarray
    big_endian: bool
    fractions: int

    def number(self, place: int, offset: int, width: int, none: int = 0, big_endian: bool = True) -> np.ndarray:
        """int64: an unsigned number of `width` bytes, `offset` bytes behind a place."""
        out = np.empty(len(self.malformed), np.int64)
        gather(self.data, self.places[place], offset, width, big_endian, none, out)
        return out

    def header(self, offset: int) -> np.ndarray:
        """int64: a number of the record's header."""
        return self.number(RECORD, offset, 4, 0, self.big_endian)

    def time_ns(self) -> np.ndarray:
        return np.asarray(self.header(0) * 1_000_000_000 + self.header(4) * (1_000_000_000 // self.fractions))

    def original(self) -> np.ndarray:
        """Bytes before the record was cut. What only a broken header claims is cut to what the column holds."""
        return np.asarray(np.minimum(self.header(12), _MOST))

    def sent(self) -> np.ndarray:
        """Bytes of the frame before it was cut, radiotap not counted in."""
        return np.asarray(self.original() - (self.places[LINK] - self.places[RECORD] - RECORD_HEADER))

    def has(self, place: int) -> np.ndarray:
        return np.asarray(self.places[place] >= 0)

    def octets(self, place: int, offset: int, count: int) -> np.ndarray:
        """Raw bytes, numpy's V<count>: zeros where the place is nowhere."""
        out = np.zeros((len(self.malformed), count), np.uint8)
        there = np.flatnonzero(self.has(place))
        out[there] = self.data[(self.places[place][there] + offset)[:, None] + np.arange(count)]
        return np.asarray(out.view(f"V{count}")[:, 0])
