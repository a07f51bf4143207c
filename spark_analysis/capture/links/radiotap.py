"""Radiotap (radiotap.org): fields in the order of the bits that say they are there, each aligned to its size."""

from __future__ import annotations

import numpy as np

from spark_analysis.capture.kernels.byte_numbers import le16, le32, u8
from spark_analysis.capture.kernels.compiler import inlined
from spark_analysis.capture.layers.places import CHANNEL, FLAGS, MCS, NOISE, NOWHERE, RADIOTAP, RATE, SIGNAL, TSFT

_ALIGN = np.array([8, 1, 1, 2, 2, 1, 1, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 4, 1, 4, 2, 8, 2, 2, 2, 1, 2])
_SIZE = np.array([8, 1, 1, 4, 2, 1, 1, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 8, 3, 8, 12, 12, 12, 12, 6, 1, 4])
_PLACE = np.full(len(_SIZE), NOWHERE)
_PLACE[[0, 1, 2, 3, 5, 6, 19]] = TSFT, FLAGS, RATE, CHANNEL, SIGNAL, NOISE, MCS
_KNOWN = len(_SIZE)
_RADIOTAP, _VENDOR, _MORE = 29, 30, 31
_FCS_AT_END = 0x10


@inlined
def _fields(data: np.ndarray, tap: int, word: int, at: int, end: int, places: np.ndarray) -> int:
    """Note the fields that `word` announces, from `at` on. Where they end; beyond `end` where they do not fit.

    Whatever stands behind a field of unknown size cannot be found: NOWHERE.
    """
    word &= (1 << _RADIOTAP) - 1
    bit = 0
    while word >> bit != 0:
        if word >> bit & 1 == 1:
            if bit >= _KNOWN:
                return NOWHERE
            at += (tap - at) & (_ALIGN[bit] - 1)
            place = _PLACE[bit]
            if place != NOWHERE and places[place] == NOWHERE and at + _SIZE[bit] <= end:
                places[place] = at
            at += _SIZE[bit]
            if at > end:
                return at
        bit += 1
    return at


@inlined
def radiotap(data: np.ndarray, tap: int, end: int, places: np.ndarray) -> tuple[int, int, bool]:
    """Length of the header at `tap`, 0 if it has none that fits; bytes of FCS behind the frame; whether all is sound.

    A field that is there for several antennas is the first of them.
    """
    if tap + 8 > end or u8(data, tap) != 0:
        return 0, 0, False
    length = le16(data, tap + 2)
    if length < 8 or tap + length > end:
        return 0, 0, False
    places[RADIOTAP] = tap
    end = tap + length
    at = tap + 8
    while u8(data, at - 1) >> 7 == 1:
        at += 4
        if at > end:
            return length, 0, False
    word_at = tap + 4
    first_fields = at
    space, known = _RADIOTAP, True
    while word_at < first_fields and at != NOWHERE:
        word = le32(data, word_at)
        if space == _RADIOTAP and known:
            at = _fields(data, tap, word, at, end, places)
        elif space == _RADIOTAP and word & ((1 << _RADIOTAP) - 1) != 0:
            break  # bits that radiotap has not defined
        if at > end:
            return length, 0, False
        known = False
        if word >> _RADIOTAP & 1 == 1:
            space, known = _RADIOTAP, True
        elif word >> _VENDOR & 1 == 1 and at != NOWHERE:
            space = _VENDOR
            at += (tap - at) & 1
            if at + 6 > end:
                return length, 0, False
            at += 6 + le16(data, at + 4)
            if at > end:
                return length, 0, False
        word_at += 4
    fcs = 0
    if places[FLAGS] != NOWHERE and u8(data, places[FLAGS]) & _FCS_AT_END != 0:
        fcs = 4
    return length, fcs, True
