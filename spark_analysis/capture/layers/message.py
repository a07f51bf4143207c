"""Messages of schema.messages in UDP, up to the identity of the event that they carry or of the request they belong to.

 0       2       3       4               8               begin of an event, or of a protocol's header:
+-------+-------+-------+---------------+------------+
| magic |version| type  | node          | ...        |   EVENT            publisher, sequence, published_ns, hops, …
+-------+-------+-------+---------------+------------+   CARRIER          u16 length, header, then an event
                                                         REQUEST          client, request, …
                                                         ANSWER           u16 length, client, request, …, then an event
"""

from __future__ import annotations

import numpy as np

from schema.messages import CARRIERS, COMMON_BYTES, MAGIC, NAMES, PORT, TYPES, VERSION
from spark_analysis.capture.kernels.byte_numbers import u8, u16
from spark_analysis.capture.kernels.compiler import inlined
from spark_analysis.capture.layers.message_offsets import (
    ANSWER_TYPES,
    EVENT_BYTES,
    HEADER_LENGTH_BYTES,
    REQUEST_BYTES,
    REQUEST_TYPES,
    TYPE_AT,
    VERSION_AT,
)
from spark_analysis.capture.layers.places import EVENT, MESSAGE, SOUND
from spark_analysis.capture.layers.transport import UDP_BYTES

_UNKNOWN, _CONTROL, _REQUEST, _EVENT, _CARRIER, _ANSWER = range(6)
_KIND_OF_TYPE = np.zeros(256, np.uint8)
_KIND_OF_TYPE[list(NAMES)] = _CONTROL
_KIND_OF_TYPE[list(CARRIERS)] = _CARRIER
_KIND_OF_TYPE[TYPES["event"]] = _EVENT
_KIND_OF_TYPE[list(REQUEST_TYPES)] = _REQUEST
_KIND_OF_TYPE[list(ANSWER_TYPES)] = _ANSWER
_MAGIC_BYTES = 2
_DESTINATION_PORT_AT = 2


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
    if kind >= _CARRIER:
        if event + HEADER_LENGTH_BYTES > end:
            return MESSAGE
        header_bytes = u16(data, event)
        if kind == _ANSWER and header_bytes < REQUEST_BYTES:
            return MESSAGE
        event += HEADER_LENGTH_BYTES + header_bytes
    if kind >= _EVENT:
        if event + EVENT_BYTES > end:
            return MESSAGE
        places[EVENT] = event
    elif kind == _REQUEST and event + REQUEST_BYTES > end:
        return MESSAGE
    places[MESSAGE] = at
    return SOUND
