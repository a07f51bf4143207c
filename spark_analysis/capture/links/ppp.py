"""PPP (RFC 1661), link type 9: with and without the address and control of HDLC.

    +---------+---------+----------------+------------+
    | address | control | protocol       | information|
    | 0xFF    | 0x03    | 1 or 2 octets  |            |
    +---------+---------+----------------+------------+

Address and control may be missing. A protocol number has one octet if the first is odd, else two.
"""

from __future__ import annotations

import numpy as np

from spark_analysis.capture.kernels.byte_numbers import u8, u16
from spark_analysis.capture.kernels.compiler import inlined
from spark_analysis.capture.layers.ethertypes import NOTHING, TYPE_IPV4, TYPE_IPV6
from spark_analysis.capture.layers.places import PPP, SOUND
from spark_analysis.capture.links.link_layer import LinkLayer, register_link_layer

_ADDRESS_AND_CONTROL = 0xFF03
_PPP_IPV4, _PPP_IPV6 = 0x0021, 0x0057


@inlined
def _locate(data: np.ndarray, at: int, end: int, sent_end: int, places: np.ndarray) -> tuple[int, int, int, int, int]:
    if at + 2 <= end and u16(data, at) == _ADDRESS_AND_CONTROL:
        at += 2
    if at >= end:
        return PPP, NOTHING, at, end, sent_end
    protocol, length = u8(data, at), 1
    if protocol & 1 == 0:
        if at + 2 > end:
            return PPP, NOTHING, at, end, sent_end
        protocol, length = u16(data, at), 2
    if protocol == _PPP_IPV4:
        return SOUND, TYPE_IPV4, at + length, end, sent_end
    return SOUND, TYPE_IPV6 if protocol == _PPP_IPV6 else NOTHING, at + length, end, sent_end


register_link_layer(LinkLayer(9, "PPP", _locate, PPP, "a PPP protocol number"))
