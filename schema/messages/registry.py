"""The registry of message types, and the common header that every message begins with.

 0       2       3       4               8
+-------+-------+-------+---------------+----------------------------+
| magic |version| type  | node          | fields of the message type |
+-------+-------+-------+---------------+----------------------------+
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from schema.messages.codec import NUMBER_BYTES, CutShort, Field, Malformed, Value, decode_fields, encode_fields

PORT = 9999
"""UDP and TCP port of every message."""
MAGIC = 0x5053
VERSION = 1
"""Of the layouts, as in C++'s CommonMessage. schema/messages/__init__.py states when it changes."""

COMMON: tuple[Field, ...] = (
    Field("magic", "u16", help="always 0x5053, 'PS'"),
    Field("version", "u8", help="1"),
    Field("type", "u8", help="a message type of TYPES"),
    Field("node", "u32", help="who sends this frame"),
)
COMMON_BYTES = sum(NUMBER_BYTES[field.kind] for field in COMMON)


class DuplicateMessage(ValueError):
    """Two message types with one number or one name."""


@dataclass(frozen=True)
class MessageType:
    """A type of message: its name, its number on the wire, and its fields behind the common header."""

    name: str
    number: int
    """1 to 255. A number that was ever used for another layout is not used again."""
    fields: tuple[Field, ...]
    carries_event: bool = False
    """True for data: an event, alone or behind a protocol's header. False for control."""
    module: str = "pubsub-manet"
    """The ns-3 module whose suite compares its C++ struct with this table."""


class MessageRegistry:
    """Message types by name and by number."""

    def __init__(self) -> None:
        self._types: dict[str, MessageType] = {}

    def __iter__(self) -> Iterator[MessageType]:
        """The types by number."""
        return iter(sorted(self._types.values(), key=lambda message: message.number))

    def __getitem__(self, name: str) -> MessageType:
        return self._types[name]

    def add(self, message: MessageType) -> MessageType:
        """Register `message`. Raises DuplicateMessage where its number or its name is taken."""
        for known in self._types.values():
            if message.number == known.number or message.name == known.name:
                raise DuplicateMessage(
                    f"message {message.name!r} has type number {message.number}, but {known.name!r} has {known.number}"
                )
        if not 0 < message.number < 256:
            raise ValueError(f"message {message.name!r} has type number {message.number}, expected 1 to 255")
        self._types[message.name] = message
        return message

    def encode(self, name: str, values: Mapping[str, Value]) -> bytes:
        """The bytes of message `name`; `values` has its fields and `node`. An event's payload is appended as zeros.

        The count of a `counted` list may be left out.
        """
        message = self._types[name]
        common = {"magic": MAGIC, "version": VERSION, "type": message.number, "node": values["node"]}
        data = encode_fields(COMMON, common) + encode_fields(message.fields, values)
        return data + bytes(values.get("payload_bytes", 0))

    def decode(self, data: bytes) -> tuple[str, dict[str, Value]]:
        """Message name and fields of `data`. Raises Malformed on anything that is not exactly one message."""
        message, values, end = self._decode_fields(data, 0)
        payload = values.get("payload_bytes", 0)
        if len(data) - end != payload:
            raise Malformed(f"{message.name}: {len(data) - end} bytes after the fields, expected {payload}")
        return message.name, values

    def decode_first(self, data: bytes, at: int = 0) -> tuple[MessageType, dict[str, Value], int]:
        """The type and fields of the message that begins at `at`, and the offset behind it and its payload.

        Raises CutShort where `data` ends before the message does, Malformed where no message begins there.
        """
        message, values, end = self._decode_fields(data, at)
        end += values.get("payload_bytes", 0)
        if end > len(data):
            raise CutShort(f"{message.name}: {end - len(data)} bytes of the payload are missing")
        return message, values, end

    def _decode_fields(self, data: bytes, at: int) -> tuple[MessageType, dict[str, Value], int]:
        common, at = decode_fields(COMMON, data, at)
        numbers = {message.number: message for message in self._types.values()}
        if common["magic"] != MAGIC or common["version"] != VERSION or common["type"] not in numbers:
            raise Malformed(
                f"not a message: magic {common['magic']:#x}, version {common['version']}, type {common['type']}"
            )
        message = numbers[common["type"]]
        values, at = decode_fields(message.fields, data, at)
        return message, {"node": common["node"], **values}, at


REGISTRY = MessageRegistry()
"""The message types of this project. The modules of schema.messages.families add to it when they are imported."""
