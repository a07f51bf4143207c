"""Fields: numbers at a fixed distance from a place in a record. Columns are made of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from spark_analysis.capture.layers.places import NOWHERE


class Order(Enum):
    """Of a field's bytes."""

    BIG = "that of networks"
    LITTLE = "that of radiotap and 802.11"
    FILE = "the capture file's own"
    PLACE = "no bytes are read: the field is the place itself"


@dataclass(frozen=True)
class Field:
    """`bits` bits, the lowest but `low`, of a number of `width` bytes (1 to 8), `offset` bytes behind `place`."""

    place: int
    offset: int = 0
    width: int = 8
    none: int = 0
    order: Order = Order.BIG
    low: int = 0
    bits: int = 64

    def row(self, big_endian: bool) -> tuple[int, ...]:
        """As the scan takes it, `big_endian` being the file's order."""
        big = self.order is Order.BIG or (self.order is Order.FILE and big_endian)
        shift = self.low + (64 - 8 * self.width if big else 0)
        bits = min(self.bits, 8 * self.width - self.low)
        mask = -1 if bits == 64 else (1 << bits) - 1
        if self.order is Order.PLACE:
            return self.place, 0, -1, 0, 0, 0, NOWHERE
        return self.place, self.offset, 0, big, shift, mask, self.none


def table(fields: Iterable[Field], big_endian: bool) -> np.ndarray:
    """int64, fields x 7."""
    return np.array([field.row(big_endian) for field in fields], np.int64).reshape(-1, 7)
