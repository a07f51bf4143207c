"""The event, which every protocol forwards, and the shape of a message that carries one behind a header of its own.

An event (type 1), behind the common header, and its payload of zeros:

    +-----------+-----------+--------------+------+-------+------------+---------------+-----------+
    | publisher | sequence  | published_ns | hops | topic | attributes | payload_bytes | payload   |
    | u32       | u32       | u64          | u8   | text  | list8      | u16           | zeros     |
    +-----------+-----------+--------------+------+-------+------------+---------------+-----------+

A carrier, behind the common header. The length lets a reader step over a header that it does not have a table for:

    +---------------+-----------------------+-------------------------------+
    | header length | header, protocol's own| an event, from publisher on   |
    | u16           |                       |                               |
    +---------------+-----------------------+-------------------------------+
"""

from __future__ import annotations

from schema.messages.codec import Field
from schema.messages.registry import REGISTRY, MessageType

EVENT: tuple[Field, ...] = (
    Field("publisher", "u32"),
    Field("sequence", "u32", help="with the publisher, the event's identity"),
    Field("published_ns", "u64", help="simulated time of publication"),
    Field("hops", "u8", help="links crossed so far, this one included"),
    Field("topic", "topic"),
    Field("attributes", "list8", (Field("name", "text"), Field("value", "text")), help="what predicates look at"),
    Field("payload_bytes", "u16", help="length of the payload that follows, zeros"),
)


def event_carrier(name: str, number: int, *header: Field, module: str = "pubsub-manet") -> MessageType:
    """A message type that carries an event behind the fields `header`."""
    return MessageType(name, number, (Field("header", "sized", header), *EVENT), carries_event=True, module=module)


REGISTRY.add(MessageType("event", 1, EVENT, carries_event=True))
