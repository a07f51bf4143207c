"""IP without a link layer (link type 101): the record begins with the IP header, whose version tells IPv4 from IPv6."""

from __future__ import annotations

import numpy as np

from spark_analysis.capture.kernels.byte_numbers import u8
from spark_analysis.capture.kernels.compiler import inlined
from spark_analysis.capture.layers.ethertypes import NOTHING, TYPE_IPV4, TYPE_IPV6
from spark_analysis.capture.layers.places import IPV4, SOUND
from spark_analysis.capture.links.link_layer import LinkLayer, register_link_layer


@inlined
def _locate(data: np.ndarray, at: int, end: int, sent_end: int, places: np.ndarray) -> tuple[int, int, int, int, int]:
    version = u8(data, at) >> 4 if at < end else 0
    if version == 6:
        return SOUND, TYPE_IPV6, at, end, sent_end
    if version == 4:
        return SOUND, TYPE_IPV4, at, end, sent_end
    return IPV4, NOTHING, at, end, sent_end


register_link_layer(LinkLayer(101, "raw IP", _locate))
