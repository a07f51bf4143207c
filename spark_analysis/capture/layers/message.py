"""Messages of schema.messages in UDP, up to the identity of the event that they carry.

 0       2       3       4               8               begin of an event, or of a protocol's header:
+-------+-------+-------+---------------+------------+
| magic |version| type  | node          | ...        |   EVENT            publisher, sequence, published_ns, hops, …
+-------+-------+-------+---------------+------------+   CARRIER          u16 length, header, then an event
"""

from __future__ import annotations

import numpy as np

from schema.messages import CARRIERS, COMMON_BYTES, MAGIC, NAMES, PORT, TYPES, VERSION
from spark_analysis.capture.kernels.byte_numbers import u8, u16
from spark_analysis.capture.kernels.compiler import inlined
from spark_analysis.capture.layers.message_offsets import EVENT_BYTES, TYPE_AT, VERSION_AT
from spark_analysis.capture.layers.places import EVENT, MESSAGE, SOUND
from spark_analysis.capture.layers.transport import UDP_BYTES

_UNKNOWN, _CONTROL, _EVENT, _CARRIER = range(4)
_KIND_OF_TYPE = np.zeros(256, np.uint8)
_KIND_OF_TYPE[list(NAMES)] = _CONTROL
_KIND_OF_TYPE[list(CARRIERS)] = _CARRIER
_KIND_OF_TYPE[TYPES["event"]] = _EVENT
_MAGIC_BYTES = 2
_DESTINATION_PORT_AT = 2
_LENGTH_BYTES = 2
"""Of the length in front of a carrier's header."""


@inlined
def message(data: np.ndarray, udp: int, end: int, places: np.ndarray) -> int:
    """Write the places of a message and of its event, or return MESSAGE where it is malformed.

    A datagram to another port, or one that does not begin with the magic number, is no message.
    """
    at = udp + UDP_BYTES
    if u16(data, udp + _DESTINATION_PORT_AT) != PORT or at + _MAGIC_BYTES > end or u16(data, at) != MAGIC:
        return SOUND
    if at + COMMON_BYTES > end or u8(data, at + VERSION_AT) != VERSION:
        return MESSAGE
    kind = _KIND_OF_TYPE[u8(data, at + TYPE_AT)]
    if kind == _UNKNOWN:
        return MESSAGE
    event = at + COMMON_BYTES
    if kind == _CARRIER:
        if event + _LENGTH_BYTES > end:
            return MESSAGE
        event += _LENGTH_BYTES + u16(data, event)
    if kind != _CONTROL:
        if event + EVENT_BYTES > end:
            return MESSAGE
        places[EVENT] = event
    places[MESSAGE] = at
    return SOUND
