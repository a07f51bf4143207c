"""Where the fields of our messages are, worked out from the description of the wire."""

from __future__ import annotations

from schema.messages import COMMON, COMMON_BYTES, MESSAGES

_WIDTHS = {"u8": 1, "u16": 2, "u32": 4, "u64": 8}


def offset_of(message: str, field: str) -> int:
    """Bytes from a message's beginning to one of its fields; all before it must be of fixed length."""
    at = 0
    for entry in (*COMMON, *(MESSAGES[message].fields if message else ())):
        if entry.name == field:
            return at
        at += _WIDTHS[entry.kind]
    raise KeyError(field)


VERSION_AT = offset_of("", "version")
TYPE_AT = offset_of("", "type")
SENDER_AT = offset_of("", "node")
PUBLISHER_IN_EVENT = offset_of("event", "publisher") - COMMON_BYTES
SEQUENCE_IN_EVENT = offset_of("event", "sequence") - COMMON_BYTES
PUBLISHED_IN_EVENT = offset_of("event", "published_ns") - COMMON_BYTES
HOPS_IN_EVENT = offset_of("event", "hops") - COMMON_BYTES
EVENT_BYTES = HOPS_IN_EVENT + 1
"""What must be there of an event for all of the above."""
