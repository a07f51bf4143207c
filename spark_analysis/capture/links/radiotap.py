"""Radiotap (radiotap.org) in front of an 802.11 frame, link type 127.

     0      1      2         4                 8
    +------+------+---------+-----------------+- - - - - - - - +-------------------------------------+
    | 0    | pad  | length  | present bits    | more present.. | fields, each aligned to its size    |
    +------+------+---------+-----------------+- - - - - - - - +-------------------------------------+

Bit n of the present bits states that field n is there. Bit 31 states that another word of present bits follows.
"""

from __future__ import annotations

import numpy as np

from spark_analysis.capture.kernels.byte_numbers import le16, le32, u8
from spark_analysis.capture.kernels.compiler import inlined
from spark_analysis.capture.layers.ethertypes import IEEE80211_FOLLOWS, NOTHING
from spark_analysis.capture.layers.places import (
    CHANNEL,
    FLAGS,
    LINK,
    MCS,
    NOISE,
    NOWHERE,
    RADIOTAP,
    RATE,
    SIGNAL,
    SOUND,
    TSFT,
)
from spark_analysis.capture.links.link_layer import LinkLayer, register_link_layer

_LENGTH_AT, _PRESENT_AT = 2, 4
_HEADER_BYTES = 8
_WORD_BYTES = 4
_VENDOR_BYTES = 6
"""Of a vendor's name space: its organisation (3), a selector (1), the bytes to skip (2)."""
_ALIGN = np.array([8, 1, 1, 2, 2, 1, 1, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 4, 1, 4, 2, 8, 2, 2, 2, 1, 2])
_SIZE = np.array([8, 1, 1, 4, 2, 1, 1, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 8, 3, 8, 12, 12, 12, 12, 6, 1, 4])
_PLACE = np.full(len(_SIZE), NOWHERE)
_PLACE[[0, 1, 2, 3, 5, 6, 19]] = TSFT, FLAGS, RATE, CHANNEL, SIGNAL, NOISE, MCS
_FIELDS = len(_SIZE)
_RADIOTAP, _VENDOR = 29, 30
"""Bits: the next word is of radiotap's fields again, or of a vendor's."""
_FCS_AT_END = 0x10
_FCS_BYTES = 4


@inlined
def _fields(data: np.ndarray, tap: int, word: int, at: int, end: int, places: np.ndarray) -> int:
    """Write the places of the fields that `word` announces, from `at` on.

    Returns where they end: beyond `end` where they do not fit, NOWHERE behind a field of unknown size.
    """
    word &= (1 << _RADIOTAP) - 1
    bit = 0
    while word >> bit != 0:
        if word >> bit & 1 == 1:
            if bit >= _FIELDS:
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
def _header(data: np.ndarray, tap: int, end: int, places: np.ndarray) -> tuple[int, int, bool]:
    """Length of the header at `tap`, 0 where none fits; bytes of FCS behind the frame; whether the header is sound.

    Of a field that is there for several antennas, the first is used.
    """
    if tap + _HEADER_BYTES > end or u8(data, tap) != 0:
        return 0, 0, False
    length = le16(data, tap + _LENGTH_AT)
    if length < _HEADER_BYTES or tap + length > end:
        return 0, 0, False
    places[RADIOTAP] = tap
    end = tap + length
    at = tap + _HEADER_BYTES
    while u8(data, at - 1) >> 7 == 1:
        at += _WORD_BYTES
        if at > end:
            return length, 0, False
    word_at = tap + _PRESENT_AT
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
            if at + _VENDOR_BYTES > end:
                return length, 0, False
            at += _VENDOR_BYTES + le16(data, at + 4)
            if at > end:
                return length, 0, False
        word_at += _WORD_BYTES
    fcs = 0
    if places[FLAGS] != NOWHERE and u8(data, places[FLAGS]) & _FCS_AT_END != 0:
        fcs = _FCS_BYTES
    return length, fcs, True


@inlined
def _locate(data: np.ndarray, at: int, end: int, sent_end: int, places: np.ndarray) -> tuple[int, int, int, int, int]:
    length, fcs, sound = _header(data, at, end, places)
    if length == 0:
        return RADIOTAP, NOTHING, at, end, sent_end
    at += length
    places[LINK] = at
    sent_end -= fcs
    return SOUND if sound else RADIOTAP, IEEE80211_FOLLOWS, at, min(end, sent_end), sent_end


register_link_layer(
    LinkLayer(127, "radiotap", _locate, RADIOTAP, "a radiotap header with its fields in it", has_direction=True)
)
