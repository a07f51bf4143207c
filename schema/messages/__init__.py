"""The messages on the wire: one declarative table per message type, the source for every reader of them.

A message is the payload of a UDP datagram, or a part of a TCP stream, to port PORT. It begins with the common header
(schema.messages.registry). Each module of schema.messages.families registers the message types of one protocol family.
A new module there needs no other entry: this package imports every module of that folder.

The tables are the source of Wireshark's dissector (`./waf python -m schema.dissector`), of the golden captures
(`./waf python -m schema.captures`) and of the test vectors for C++ (`./waf python -m schema.vectors`). The C++ structs
are written by hand; the suite `pubsub-message` compares them with the vectors. `./waf python -m schema.messages` prints
every layout.

Adding a field
    The C++ struct and the table must list the field at the same place.
    A field that the capture reader makes a column of must stand before the first field of variable length (a text, a
    list, a sized part), because the reader finds it at a fixed offset. Other fields may stand anywhere, but the count
    of a `counted` list must stand before the list, and `payload_bytes` is the last field of an event.

When VERSION must change
    VERSION changes with the first release of the project in which the layout of an existing message type differs from
    the release before: a field was added, removed, moved, or got another kind. A reader of the older release would
    otherwise misread the new bytes. Between releases a field is a change of two files, the table and the C++ struct,
    and results with the older layout must be made again: their program has another digest, so `./waf sweep` does so.
    A new message type needs no new VERSION: a reader that does not have its number refuses it. VERSION is in
    schema/messages/registry.py and in the C++ struct CommonMessage; the vectors fail where the two differ.
"""

from __future__ import annotations

import importlib
import pkgutil

from schema.messages import families
from schema.messages.codec import NUMBER_BYTES, TOPIC, CutShort, Field, Malformed, Value, as_item
from schema.messages.registry import (
    COMMON,
    COMMON_BYTES,
    MAGIC,
    PORT,
    REGISTRY,
    VERSION,
    DuplicateMessage,
    MessageRegistry,
    MessageType,
)

for _family in pkgutil.iter_modules(families.__path__, f"{families.__name__}."):
    importlib.import_module(_family.name)

MESSAGES: dict[str, MessageType] = {message.name: message for message in REGISTRY}
"""Name -> type, by number."""
TYPES: dict[str, int] = {message.name: message.number for message in REGISTRY}
"""Name -> type number."""
NAMES: dict[int, str] = {message.number: message.name for message in REGISTRY}
"""Type number -> name."""
CARRIERS: tuple[int, ...] = tuple(message.number for message in REGISTRY if message.carries_event)
"""Numbers of the types that carry an event: data. All others are control."""
encode = REGISTRY.encode
decode = REGISTRY.decode
decode_first = REGISTRY.decode_first

__all__ = [
    "CARRIERS",
    "COMMON",
    "COMMON_BYTES",
    "MAGIC",
    "MESSAGES",
    "NAMES",
    "NUMBER_BYTES",
    "PORT",
    "REGISTRY",
    "TOPIC",
    "TYPES",
    "VERSION",
    "CutShort",
    "DuplicateMessage",
    "Field",
    "Malformed",
    "MessageRegistry",
    "MessageType",
    "Value",
    "as_item",
    "decode",
    "decode_first",
    "encode",
]
