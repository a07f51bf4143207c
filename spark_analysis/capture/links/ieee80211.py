"""IEEE 802.11-2020, clause 9.2 and 9.3: which fields a frame's header has, where its body begins."""

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

_MANAGEMENT, _CONTROL, _DATA = 0, 1, 2
_WRAPPER, _BLOCK_ACK_REQUEST, _CTS, _ACK = 7, 8, 12, 13
_NO_DATA, _QOS, _BOTH_WAYS, _MORE_FRAGMENTS = 0x0040, 0x0080, 0x0300, 0x0400
_PROTECTED, _ORDER = 0x4000, 0x8000
_MOST = 1 << 16
"""Bytes that all fragments of a frame have at most."""
_AGGREGATE = 0x80
"""QoS control: the body is several MSDUs, each with a header of its own. They are not looked at."""


@inlined
def ieee80211(data: np.ndarray, mac: int, end: int, sent_end: int, places: np.ndarray) -> tuple[int, int, int]:
    """Note the places of the frame at `mac`, its FCS not counted in: what is malformed, where LLC follows,
    and where that ends, be it in a later fragment."""
    if mac + 2 > end:
        return IEEE80211, NOWHERE, sent_end
    places[IEEE80211] = mac
    control = le16(data, mac)
    kind, subtype = control >> 2 & 3, control >> 4 & 15
    if control & 3 != 0:
        return IEEE80211, NOWHERE, sent_end
    if kind > _DATA:
        return SOUND, NOWHERE, sent_end
    if mac + 10 <= end:
        places[FIRST_ADDRESS] = mac + 4
    if kind == _CONTROL:
        return _control(mac, end, subtype, places), NOWHERE, sent_end
    if mac + 16 <= end:
        places[SECOND_ADDRESS] = mac + 10
    if mac + 22 <= end:
        places[THIRD_ADDRESS] = mac + 16
    if mac + 24 > end:
        return IEEE80211, NOWHERE, sent_end
    places[SEQUENCE_CONTROL] = mac + 22
    if kind == _MANAGEMENT:
        return SOUND if mac + 24 + 4 * (control >> 15) <= end else IEEE80211, NOWHERE, sent_end
    wrong, body = _data(data, mac + 24, end, sent_end, control, places)
    if control & _MORE_FRAGMENTS != 0:
        sent_end += _MOST
    return wrong, body, sent_end


@inlined
def _control(mac: int, end: int, subtype: int, places: np.ndarray) -> int:
    if subtype in (_CTS, _ACK, _WRAPPER):
        return SOUND if mac + 10 <= end else IEEE80211
    if mac + 16 <= end:
        places[SECOND_ADDRESS] = mac + 10
        return SOUND
    return IEEE80211 if subtype >= _BLOCK_ACK_REQUEST or mac + 10 > end else SOUND


@inlined
def _data(data: np.ndarray, at: int, end: int, sent_end: int, control: int, places: np.ndarray) -> tuple[int, int]:
    """The rest of a data frame's header, from `at`."""
    aggregate = False
    if control & _BOTH_WAYS == _BOTH_WAYS:
        if at + 6 > end:
            return IEEE80211, NOWHERE
        places[FOURTH_ADDRESS] = at
        at += 6
    if control & _QOS != 0:
        if at + 2 > end:
            return IEEE80211, NOWHERE
        places[QOS_CONTROL] = at
        aggregate = u8(data, at) & _AGGREGATE != 0
        at += 2
        if control & _ORDER != 0:
            at += 4
            if at > end:
                return IEEE80211, NOWHERE
    later_fragment = u8(data, places[SEQUENCE_CONTROL]) & 15 != 0
    if control & (_NO_DATA | _PROTECTED) != 0 or aggregate or later_fragment or at == sent_end:
        return SOUND, NOWHERE
    return SOUND, at
