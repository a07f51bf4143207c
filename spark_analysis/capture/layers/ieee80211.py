"""IEEE 802.11-2020, clauses 9.2 and 9.3: the fields of a frame's header, and where its body begins.

     0         2         4               10              16              22        24
    +---------+---------+---------------+---------------+---------------+---------+- - - - - - - -+- - - -+- - - -+
    | frame   |duration | first address | second address| third address |sequence | fourth address|QoS    |HT     |
    | control |         |               |               |               |control  | (6)           |(2)    |(4)    |
    +---------+---------+---------------+---------------+---------------+---------+- - - - - - - -+- - - -+- - - -+

Control frames end after the first or the second address. The fourth address is there in frames between two access
points, the QoS and HT control in QoS data frames; management frames with the order bit have HT control, too.
"""

from __future__ import annotations

import numpy as np

from spark_analysis.capture.kernels.byte_numbers import le16, u8
from spark_analysis.capture.kernels.compiler import inlined
from spark_analysis.capture.layers.places import (
    FIRST_ADDRESS,
    FOURTH_ADDRESS,
    IEEE80211,
    NOWHERE,
    QOS_CONTROL,
    SECOND_ADDRESS,
    SEQUENCE_CONTROL,
    SOUND,
    THIRD_ADDRESS,
)

_CONTROL_BYTES = 2
_FIRST_ADDRESS_AT, _SECOND_ADDRESS_AT, _THIRD_ADDRESS_AT = 4, 10, 16
_SEQUENCE_CONTROL_AT = 22
_HEADER_BYTES = 24
_ADDRESS_BYTES, _QOS_BYTES, _HT_BYTES = 6, 2, 4

_MANAGEMENT, _CONTROL, _DATA = 0, 1, 2
_WRAPPER, _BLOCK_ACK_REQUEST, _CTS, _ACK = 7, 8, 12, 13
_NO_DATA, _QOS, _BOTH_WAYS, _MORE_FRAGMENTS = 0x0040, 0x0080, 0x0300, 0x0400
_PROTECTED, _ORDER = 0x4000, 0x8000
_MAX_FRAGMENTED_BYTES = 1 << 16
"""All fragments of a frame together have no more bytes."""
_AGGREGATE = 0x80
"""QoS control: the body is several MSDUs, each with a header of its own. They are not looked at."""


@inlined
def ieee80211(data: np.ndarray, mac: int, end: int, sent_end: int, places: np.ndarray) -> tuple[int, int, int]:
    """Write the places of the frame at `mac`, whose FCS is not in data[mac:end].

    Returns the layer that is malformed or SOUND, where LLC follows or NOWHERE, and where that ends, which may be in a
    later fragment.
    """
    if mac + _CONTROL_BYTES > end:
        return IEEE80211, NOWHERE, sent_end
    places[IEEE80211] = mac
    control = le16(data, mac)
    kind, subtype = control >> 2 & 3, control >> 4 & 15
    if control & 3 != 0:
        return IEEE80211, NOWHERE, sent_end
    if kind > _DATA:
        return SOUND, NOWHERE, sent_end
    if mac + _SECOND_ADDRESS_AT <= end:
        places[FIRST_ADDRESS] = mac + _FIRST_ADDRESS_AT
    if kind == _CONTROL:
        return _control(mac, end, subtype, places), NOWHERE, sent_end
    if mac + _THIRD_ADDRESS_AT <= end:
        places[SECOND_ADDRESS] = mac + _SECOND_ADDRESS_AT
    if mac + _SEQUENCE_CONTROL_AT <= end:
        places[THIRD_ADDRESS] = mac + _THIRD_ADDRESS_AT
    if mac + _HEADER_BYTES > end:
        return IEEE80211, NOWHERE, sent_end
    places[SEQUENCE_CONTROL] = mac + _SEQUENCE_CONTROL_AT
    if kind == _MANAGEMENT:
        has_ht_control = control >> 15
        sound = mac + _HEADER_BYTES + _HT_BYTES * has_ht_control <= end
        return SOUND if sound else IEEE80211, NOWHERE, sent_end
    wrong, body = _data(data, mac + _HEADER_BYTES, end, sent_end, control, places)
    if control & _MORE_FRAGMENTS != 0:
        sent_end += _MAX_FRAGMENTED_BYTES
    return wrong, body, sent_end


@inlined
def _control(mac: int, end: int, subtype: int, places: np.ndarray) -> int:
    """Write the second address of a control frame that has one."""
    if subtype in (_CTS, _ACK, _WRAPPER):
        return SOUND if mac + _SECOND_ADDRESS_AT <= end else IEEE80211
    if mac + _THIRD_ADDRESS_AT <= end:
        places[SECOND_ADDRESS] = mac + _SECOND_ADDRESS_AT
        return SOUND
    return IEEE80211 if subtype >= _BLOCK_ACK_REQUEST or mac + _SECOND_ADDRESS_AT > end else SOUND


@inlined
def _data(data: np.ndarray, at: int, end: int, sent_end: int, control: int, places: np.ndarray) -> tuple[int, int]:
    """Write the places of a data frame's header from `at`, behind the sequence control."""
    aggregate = False
    if control & _BOTH_WAYS == _BOTH_WAYS:
        if at + _ADDRESS_BYTES > end:
            return IEEE80211, NOWHERE
        places[FOURTH_ADDRESS] = at
        at += _ADDRESS_BYTES
    if control & _QOS != 0:
        if at + _QOS_BYTES > end:
            return IEEE80211, NOWHERE
        places[QOS_CONTROL] = at
        aggregate = u8(data, at) & _AGGREGATE != 0
        at += _QOS_BYTES
        if control & _ORDER != 0:
            at += _HT_BYTES
            if at > end:
                return IEEE80211, NOWHERE
    later_fragment = u8(data, places[SEQUENCE_CONTROL]) & 15 != 0
    if control & (_NO_DATA | _PROTECTED) != 0 or aggregate or later_fragment or at == sent_end:
        return SOUND, NOWHERE
    return SOUND, at
