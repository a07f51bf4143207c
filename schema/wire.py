"""The messages on the air: one declarative table per message, the source for every reader of them.

Every message is the payload of an IPv4/UDP broadcast to port PORT and begins with COMMON. Numbers are big-endian.
The vectors that the C++ header test checks itself against come from here (`./waf python -m schema.vectors`).
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

PORT = 9999
MAGIC = 0x5053
VERSION = 1

Value = Any
"""int, bool, str, or a list of ints, strs or dicts, as the field's kind says."""


@dataclass(frozen=True)
class Field:
    """One field: `kind` is u8 … u64, topic (u8 length + ASCII), or list8/list16 (u8/u16 count + `items`)."""

    name: str
    kind: str
    items: tuple[Field, ...] = ()
    help: str = ""


COMMON: tuple[Field, ...] = (
    Field("magic", "u16", help="always 0x5053, 'PS'"),
    Field("version", "u8", help="1"),
    Field("type", "u8", help="a message type of TYPES"),
    Field("node", "u32", help="who sends this frame"),
)

FILTERS = (Field("filter", "topic", help="topic filter; a last word # covers the subtree"),)
WEIGHTED = (Field("filter", "topic"), Field("count", "u16"))

TREE_ENTRY: tuple[Field, ...] = (
    Field("root", "u32", help="the publisher this tree belongs to"),
    Field("root_sequence", "u32", help="bumped by the root at every beacon: how fresh the path is"),
    Field("parent", "u32", help="0xFFFFFFFF: none"),
    Field("path", "list8", (Field("node", "u32"),), help="nodes from the parent to the root; empty at the root"),
    Field("attached", "u8", help="1: the sender has a path to the root now"),
    Field("proxied", "list16", WEIGHTED, help="s'_i: each filter with the number of children that want it"),
    Field("advertised", "list16", WEIGHTED, help="E: topics the root publishes, each with its weight"),
)

MESSAGES: dict[str, tuple[Field, ...]] = {
    "event": (
        Field("publisher", "u32"),
        Field("sequence", "u32", help="with the publisher, the event's identity"),
        Field("published_ns", "u64", help="simulated time of publication"),
        Field("hops", "u8", help="links crossed so far, this one included"),
        Field("topic", "topic"),
        Field("payload_bytes", "u16", help="length of the payload that follows, zeros"),
    ),
    "beacon": (
        Field("sequence", "u32"),
        Field("inherent", "list16", FILTERS, help="s_i"),
        Field("trees", "list8", TREE_ENTRY),
    ),
    "report": (
        Field("root", "u32"),
        Field("parent", "u32", help="whose child the sender is"),
        Field("sequence", "u32", help="acknowledged by number"),
        Field("effective", "list16", FILTERS, help="S_i"),
    ),
    "report_ack": (Field("root", "u32"), Field("child", "u32"), Field("sequence", "u32")),
    "leave": (Field("root", "u32"), Field("parent", "u32", help="whose child the sender no longer is")),
    "join": (
        Field("root", "u32"),
        Field("sequence", "u32"),
        Field("candidates", "list8", (Field("node", "u32"),), help="TopSim's set C"),
    ),
    "status": (
        Field("root", "u32"),
        Field("joiner", "u32"),
        Field("sequence", "u32", help="of the JOIN it answers"),
        Field("topics", "list16", FILTERS, help="TopSim's topic_list"),
    ),
}

TYPES: dict[str, int] = {"event": 1, "beacon": 2, "report": 3, "report_ack": 4, "leave": 5, "join": 6, "status": 7}
NAMES: dict[int, str] = {number: name for name, number in TYPES.items()}
DATA_TYPE = TYPES["event"]
COMMON_BYTES = 8

_NUMBERS = {"u8": ">B", "u16": ">H", "u32": ">I", "u64": ">Q"}


class Malformed(ValueError):
    """Bytes that are not a message of this protocol family."""


def encode(name: str, values: Mapping[str, Value]) -> bytes:
    """The bytes of message `name`; `values` has its fields and `node`. An event's payload is appended as zeros."""
    common = {"magic": MAGIC, "version": VERSION, "type": TYPES[name], "node": values["node"]}
    data = _encode(COMMON, common) + _encode(MESSAGES[name], values)
    return data + bytes(values["payload_bytes"]) if name == "event" else data


def decode(data: bytes) -> tuple[str, dict[str, Value]]:
    """Message name and fields of `data`. Raises Malformed on anything that is not exactly one message."""
    common, at = _decode(COMMON, data, 0)
    if common["magic"] != MAGIC or common["version"] != VERSION or common["type"] not in NAMES:
        raise Malformed(
            f"not a message: magic {common['magic']:#x}, version {common['version']}, type {common['type']}"
        )
    name = NAMES[common["type"]]
    values, at = _decode(MESSAGES[name], data, at)
    payload = values["payload_bytes"] if name == "event" else 0
    if len(data) - at != payload:
        raise Malformed(f"{name}: {len(data) - at} bytes after the fields, expected {payload}")
    return name, {"node": common["node"], **values}


def _encode(fields: tuple[Field, ...], values: Mapping[str, Value]) -> bytes:
    parts = []
    for field in fields:
        value = values[field.name]
        if field.kind in _NUMBERS:
            parts.append(struct.pack(_NUMBERS[field.kind], value))
        elif field.kind == "topic":
            text = value.encode("ascii")
            parts.append(struct.pack(">B", len(text)) + text)
        else:
            parts.append(struct.pack(">B" if field.kind == "list8" else ">H", len(value)))
            parts.extend(
                _encode(field.items, item if isinstance(item, Mapping) else {field.items[0].name: item})
                for item in value
            )
    return b"".join(parts)


def _decode(fields: tuple[Field, ...], data: bytes, at: int) -> tuple[dict[str, Value], int]:
    values: dict[str, Value] = {}
    try:
        for field in fields:
            if field.kind in _NUMBERS:
                (values[field.name],) = struct.unpack_from(_NUMBERS[field.kind], data, at)
                at += struct.calcsize(_NUMBERS[field.kind])
            elif field.kind == "topic":
                length = data[at]
                text = data[at + 1 : at + 1 + length]
                if len(text) < length:
                    raise Malformed(f"{field.name}: cut short")
                values[field.name] = text.decode("ascii")
                at += 1 + length
            else:
                values[field.name], at = _decode_list(field, data, at)
    except (struct.error, IndexError, UnicodeDecodeError) as error:
        raise Malformed(f"{field.name}: cut short or not ASCII") from error
    return values, at


def _decode_list(field: Field, data: bytes, at: int) -> tuple[list[Value], int]:
    form = ">B" if field.kind == "list8" else ">H"
    (count,) = struct.unpack_from(form, data, at)
    at += struct.calcsize(form)
    items: list[Value] = []
    for _ in range(count):
        item, at = _decode(field.items, data, at)
        items.append(item[field.items[0].name] if len(field.items) == 1 else item)
    return items, at
