"""The offsets of the fields of a message that columns are made of, from schema.messages."""

from __future__ import annotations

from schema.messages import COMMON, COMMON_BYTES, MESSAGES, NUMBER_BYTES


def offset_of(message: str, field: str) -> int:
    """Bytes from the beginning of `message` (empty: any) to its field `field`.

    Raises KeyError where there is no such field, or where a field of variable length stands in front of it.
    """
    at = 0
    for entry in (*COMMON, *(MESSAGES[message].fields if message else ())):
        if entry.name == field:
            return at
        if entry.kind not in NUMBER_BYTES:
            raise KeyError(f"{field} of {message}: {entry.name} in front of it has a variable length")
        at += NUMBER_BYTES[entry.kind]
    raise KeyError(field)


VERSION_AT = offset_of("", "version")
TYPE_AT = offset_of("", "type")
SENDER_AT = offset_of("", "node")
PUBLISHER_IN_EVENT = offset_of("event", "publisher") - COMMON_BYTES
SEQUENCE_IN_EVENT = offset_of("event", "sequence") - COMMON_BYTES
PUBLISHED_IN_EVENT = offset_of("event", "published_ns") - COMMON_BYTES
HOPS_IN_EVENT = offset_of("event", "hops") - COMMON_BYTES
EVENT_BYTES = HOPS_IN_EVENT + 1
"""Bytes of an event that must be there for all of the above."""
