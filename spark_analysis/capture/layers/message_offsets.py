"""The offsets of the fields of a message that columns are made of, from schema.messages."""

from __future__ import annotations

from schema.messages import COMMON, COMMON_BYTES, MESSAGES, NUMBER_BYTES, Field, MessageType


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

REQUEST_IDENTITY = ("client", "request")
"""The first fields of a request and of each answer to it: together they name the request."""
CLIENT_IN_REQUEST, NUMBER_IN_REQUEST = 0, 4
REQUEST_BYTES = 8
"""Bytes of a request's identity."""
HEADER_LENGTH_BYTES = 2
"""Of the length in front of a carrier's header."""


def _begins_with_request(fields: tuple[Field, ...]) -> bool:
    return tuple((field.name, field.kind) for field in fields[:2]) == tuple((name, "u32") for name in REQUEST_IDENTITY)


def _header_of(message: MessageType) -> tuple[Field, ...]:
    """The fields of a carrier's header; none of another message."""
    return message.fields[0].items if message.carries_event and message.fields[0].kind == "sized" else ()


REQUEST_TYPES = tuple(message.number for message in MESSAGES.values() if _begins_with_request(message.fields))
"""Numbers of the types that have a request's identity right behind the common header."""
ANSWER_TYPES = tuple(message.number for message in MESSAGES.values() if _begins_with_request(_header_of(message)))
"""Numbers of the types that carry an event, and have a request's identity at the begin of their own header."""
