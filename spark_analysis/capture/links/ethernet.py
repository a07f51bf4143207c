"""Ethernet (IEEE 802.3, tags of 802.1Q and 802.1ad), link type 1.

     0               6              12              14
    +---------------+---------------+---------------+-----------------+
    | destination   | source        | type or length| payload         |
    +---------------+---------------+---------------+-----------------+

A number below 0x0600 is the length of the payload, which then begins with LLC. The numbers 0x8100 and 0x88A8 begin a
tag of 4 octets; another type or length follows it:

    +---------------+---------------+---------------+
    | 0x8100        | tag, VLAN in  | type or length|
    |               | its low 12 bit|               |
    +---------------+---------------+---------------+
"""

from __future__ import annotations

import numpy as np

from spark_analysis.capture.kernels.byte_numbers import u16
from spark_analysis.capture.kernels.compiler import inlined
from spark_analysis.capture.layers.ethertypes import LLC_FOLLOWS, NOTHING
from spark_analysis.capture.layers.places import (
    ETHERNET,
    ETHERTYPE,
    FIRST_ADDRESS,
    NOWHERE,
    SECOND_ADDRESS,
    SOUND,
    VLAN,
)
from spark_analysis.capture.links.link_layer import LinkLayer, register_link_layer

_SOURCE_AT = 6
_TYPE_AT = 12
_HEADER_BYTES = 14
_TAG, _SERVICE_TAG = 0x8100, 0x88A8
_TAG_BYTES = 4
_FIRST_TYPE = 0x0600
"""A smaller number is a length."""


@inlined
def _locate(data: np.ndarray, at: int, end: int, sent_end: int, places: np.ndarray) -> tuple[int, int, int, int, int]:
    if at + _SOURCE_AT <= end:
        places[FIRST_ADDRESS] = at
    if at + _TYPE_AT <= end:
        places[SECOND_ADDRESS] = at + _SOURCE_AT
    if at + _HEADER_BYTES > end:
        return ETHERNET, NOTHING, at, end, sent_end
    at += _HEADER_BYTES
    number = u16(data, at - 2)
    while number in (_TAG, _SERVICE_TAG):
        if at + _TAG_BYTES > end:
            return ETHERNET, NOTHING, at, end, sent_end
        if places[VLAN] == NOWHERE:
            places[VLAN] = at
        number = u16(data, at + 2)
        at += _TAG_BYTES
    if number >= _FIRST_TYPE:
        places[ETHERTYPE] = at - 2
        return SOUND, number, at, end, sent_end
    if at + number > sent_end:
        return ETHERNET, LLC_FOLLOWS, at, end, sent_end
    return SOUND, LLC_FOLLOWS, at, min(end, at + number), at + number


register_link_layer(LinkLayer(1, "Ethernet", _locate, ETHERNET, "an Ethernet header and a length that the frame has"))
