"""One column from one place of every record."""

from __future__ import annotations

import numpy as np

from spark_analysis.pcap.compiled import cached
from spark_analysis.pcap.words import number


@cached
def gather(
    data: np.ndarray, places: np.ndarray, offset: int, width: int, big_endian: bool, none: int, out: np.ndarray
) -> None:
    """The number `width` bytes long and `offset` bytes behind each of `places`; `none` where the place is nowhere."""
    for i in range(len(places)):
        place = places[i]
        out[i] = number(data, place + offset, width, big_endian) if place >= 0 else none
