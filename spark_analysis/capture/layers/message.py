"""Our messages in UDP, as schema.messages describes them."""

from __future__ import annotations

import numpy as np

from schema.messages import CARRIERS, COMMON_BYTES, MAGIC, NAMES, PORT, TYPES, VERSION
from spark_analysis.capture.kernels.byte_numbers import u8, u16
from spark_analysis.capture.kernels.compiler import inlined
from spark_analysis.capture.layers.message_offsets import EVENT_BYTES, TYPE_AT, VERSION_AT
from spark_analysis.capture.layers.places import EVENT, MESSAGE, SOUND

_UNKNOWN, _CONTROL, _EVENT, _CARRIER = range(4)
_KIND = np.zeros(256, np.uint8)
_KIND[list(NAMES)] = _CONTROL
_KIND[list(CARRIERS)] = _CARRIER
_KIND[TYPES["event"]] = _EVENT
_PORT, _MAGIC, _VERSION, _COMMON_BYTES = PORT, MAGIC, VERSION, COMMON_BYTES


@inlined
def message(data: np.ndarray, udp: int, end: int, places: np.ndarray) -> int:
    """Note a message and the event it carries. What does not begin with our magic number is somebody else's."""
    at = udp + 8
    if u16(data, udp + 2) != _PORT or at + 2 > end or u16(data, at) != _MAGIC:
        return SOUND
    if at + _COMMON_BYTES > end or u8(data, at + VERSION_AT) != _VERSION:
        return MESSAGE
    kind = _KIND[u8(data, at + TYPE_AT)]
    if kind == _UNKNOWN:
        return MESSAGE
    event = at + _COMMON_BYTES
    if kind == _CARRIER:
        if event + 2 > end:
            return MESSAGE
        event += 2 + u16(data, event)
    if kind != _CONTROL:
        if event + EVENT_BYTES > end:
            return MESSAGE
        places[EVENT] = event
    places[MESSAGE] = at
    return SOUND
