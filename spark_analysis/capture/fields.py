"""Fields: numbers at a fixed offset from a place in a record. Columns are made of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from spark_analysis.capture.layers.places import NOWHERE


class ByteOrder(Enum):
    """The order of a field's bytes."""

    BIG = "that of networks"
    LITTLE = "that of radiotap and 802.11"
    FILE = "the capture file's own"
    PLACE = "no bytes are read: the field is the place itself"


@dataclass(frozen=True)
class RecordField:
    """`bits` bits, without the lowest `low`, of a number of `width` bytes (1 to 8), `offset` bytes behind `place`.

    `none` is its value in a record without that place.
    """

    place: int
    offset: int = 0
    width: int = 8
    none: int = 0
    order: ByteOrder = ByteOrder.BIG
    low: int = 0
    bits: int = 64

    def row(self, big_endian: bool) -> tuple[int, ...]:
        """As the scan takes it, `big_endian` being the file's order."""
        big = self.order is ByteOrder.BIG or (self.order is ByteOrder.FILE and big_endian)
        shift = self.low + (64 - 8 * self.width if big else 0)
        bits = min(self.bits, 8 * self.width - self.low)
        mask = -1 if bits == 64 else (1 << bits) - 1
        if self.order is ByteOrder.PLACE:
            return self.place, 0, -1, 0, 0, 0, NOWHERE
        return self.place, self.offset, 0, big, shift, mask, self.none


def field_table(fields: Iterable[RecordField], big_endian: bool) -> np.ndarray:
    """The fields as the scan takes them: int64, fields x 7."""
    return np.array([field.row(big_endian) for field in fields], np.int64).reshape(-1, 7)
