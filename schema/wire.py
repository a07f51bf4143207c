"""The messages on the air: one declarative table per message, the source for every reader of them.

Every message is the payload of an IPv4/UDP broadcast to port PORT and begins with COMMON. Numbers are big-endian.
The vectors that the C++ header test checks itself against come from here (`./waf python -m schema.vectors`).
"""

from __future__ import annotations

import re
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
    """One field. `kind`, and what it is on the wire (its value in Python, where that is not plain):

    u8, u16, u32, u64   a number
    topic, text         u8 length and so much ASCII: a topic or filter (TOPIC); any printable text
    bytes16             u16 length and so many octets ("x" and hexadecimal digits)
    list8, list16       u8 or u16 count and so many `items` (a list)
    counted             `items` whose u8 count is an earlier field, named by `count` (a list)
    sized               u16 length and `items` of that length in all (a dict)
    """

    name: str
    kind: str
    items: tuple[Field, ...] = ()
    help: str = ""
    count: str = ""


COMMON: tuple[Field, ...] = (
    Field("magic", "u16", help="always 0x5053, 'PS'"),
    Field("version", "u8", help="1"),
    Field("type", "u8", help="a message type of TYPES"),
    Field("node", "u32", help="who sends this frame"),
)

FILTERS = (Field("filter", "topic", help="a topic, a last word # for its subtree, [predicates]"),)
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

SMF_NEIGHBOUR: tuple[Field, ...] = (
    Field("node", "u32"),
    Field("link", "u8", help="0: heard, 1: symmetric, 2: symmetric and the sender's multipoint relay"),
    Field("priority", "u16", help="symmetric neighbours it has by its own last HELLO"),
)

EVENT: tuple[Field, ...] = (
    Field("publisher", "u32"),
    Field("sequence", "u32", help="with the publisher, the event's identity"),
    Field("published_ns", "u64", help="simulated time of publication"),
    Field("hops", "u8", help="links crossed so far, this one included"),
    Field("topic", "topic"),
    Field("attributes", "list8", (Field("name", "text"), Field("value", "text")), help="what predicates look at"),
    Field("payload_bytes", "u16", help="length of the payload that follows, zeros"),
)

JOIN_QUERY: tuple[Field, ...] = (
    Field("query_type", "u8", help="1"),
    Field("query_reserved", "u8", help="0"),
    Field("query_ttl", "u8", help="links it may still cross"),
    Field("query_hops", "u8", help="links crossed before this one"),
    Field("group", "u32", help="239.x.y.z"),
    Field("query_sequence", "u32", help="with the source, the query's identity"),
    Field("source", "u32"),
    Field("previous_hop", "u32", help="who sends this copy"),
)
"""The 20 octets of draft-ietf-manet-odmrp-04, section 4.1."""

JOIN_REPLY: tuple[Field, ...] = (
    Field("reply_type", "u8", help="2"),
    Field("entry_count", "u8"),
    Field("flags", "u16", help="0x8000: acknowledgement requested; 0x4000: by a node of the forwarding group"),
    Field("group", "u32", help="239.x.y.z"),
    Field("previous_hop", "u32", help="who sends it"),
    Field("sequence", "u32", help="counted by the sender"),
)
"""The 16 octets of the same draft, section 4.2."""

REPLY_ENTRY = (Field("sender", "u32", help="a source of the group"), Field("next_hop", "u32", help="towards it"))
FILTER_ENTRY = (
    *REPLY_ENTRY,
    Field("hashes", "u8", help="bits that a key sets in the filter"),
    Field("filter", "bytes16", help="Bloom filter of what is wanted of the sender"),
)


def carrier(*header: Field) -> tuple[Field, ...]:
    """A message that carries an event behind a header of its protocol."""
    return Field("header", "sized", header), *EVENT


MESSAGES: dict[str, tuple[Field, ...]] = {
    "event": EVENT,
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
    "join_query": carrier(*JOIN_QUERY),
    "join_reply": (*JOIN_REPLY, Field("entries", "counted", REPLY_ENTRY, count="entry_count")),
    "unreachable": (
        Field("group", "u32", help="239.x.y.z"),
        Field("origin", "u32", help="who cannot reach its next hop"),
        Field("sequence", "u32", help="with the origin, the message's identity"),
        Field("ttl", "u8", help="links it may still cross"),
        Field("sources", "list8", (Field("source", "u32"),), help="that the origin has lost"),
    ),
    "reply_ack": (
        Field("group", "u32", help="239.x.y.z"),
        Field("replier", "u32", help="whose Join Reply it acknowledges"),
        Field("sequence", "u32", help="of the Join Reply"),
        Field("senders", "list8", (Field("sender", "u32"),), help="of the entries it answers for"),
    ),
    "filter_query": (
        *JOIN_QUERY,
        Field("hashes", "u8", help="bits that a key sets in the filter"),
        Field("advertised", "bytes16", help="Bloom filter of what the source publishes; empty: anything"),
    ),
    "filter_reply": (*JOIN_REPLY, Field("entries", "counted", FILTER_ENTRY, count="entry_count")),
    "history_query": carrier(
        *JOIN_QUERY,
        Field("least_degree", "u8", help="of the nodes that have sent it on, 0 to 255; 255: none has"),
        Field("degree_sum", "u16", help="of the same nodes, query_hops in number"),
    ),
    "hint_event": carrier(
        Field("credit", "u8", help="relays left to nodes that come no closer"),
        Field(
            "destinations",
            "list8",
            (Field("node", "u32"), Field("hint", "u8", help="the least on the way so far")),
            help="who wants the event, by id",
        ),
    ),
    "smf_hello": (
        Field("sequence", "u32"),
        Field("neighbours", "list16", SMF_NEIGHBOUR, help="all that the sender hears"),
    ),
}

TYPES: dict[str, int] = {
    "event": 1,
    "beacon": 2,
    "report": 3,
    "report_ack": 4,
    "leave": 5,
    "join": 6,
    "status": 7,
    "join_query": 8,
    "join_reply": 9,
    "unreachable": 10,
    "reply_ack": 11,
    "filter_query": 12,
    "filter_reply": 13,
    "history_query": 14,
    "hint_event": 15,
    "smf_hello": 16,
}
NAMES: dict[int, str] = {number: name for name, number in TYPES.items()}
CARRIERS: tuple[int, ...] = tuple(TYPES[name] for name, fields in MESSAGES.items() if fields[-len(EVENT) :] == EVENT)
"""The types of messages that carry an event: data; all others are control."""
COMMON_BYTES = 8

TOPIC = re.compile(r"(#|[\w-]+(\.[\w-]+)*(\.#)?)(\[[!-Z\\^-~]+\])?", re.ASCII)
"""A topic, words joined by dots, or a filter, which may end in # for the whole subtree and have [predicates].

What the predicates say is not looked at here, but in schema.filters.
"""

_NUMBERS = {"u8": ">B", "u16": ">H", "u32": ">I", "u64": ">Q"}
_COUNTS = {"list8": ">B", "list16": ">H"}


class Malformed(ValueError):
    """Bytes that are not a message of this protocol family."""


def encode(name: str, values: Mapping[str, Value]) -> bytes:
    """The bytes of message `name`; `values` has its fields and `node`. An event's payload is appended as zeros.

    The number of a `counted` list need not be among them.
    """
    common = {"magic": MAGIC, "version": VERSION, "type": TYPES[name], "node": values["node"]}
    data = _encode(COMMON, common) + _encode(MESSAGES[name], values)
    return data + bytes(values.get("payload_bytes", 0))


def decode(data: bytes) -> tuple[str, dict[str, Value]]:
    """Message name and fields of `data`. Raises Malformed on anything that is not exactly one message."""
    common, at = _decode(COMMON, data, 0)
    if common["magic"] != MAGIC or common["version"] != VERSION or common["type"] not in NAMES:
        raise Malformed(
            f"not a message: magic {common['magic']:#x}, version {common['version']}, type {common['type']}"
        )
    name = NAMES[common["type"]]
    values, at = _decode(MESSAGES[name], data, at)
    payload = values.get("payload_bytes", 0)
    if len(data) - at != payload:
        raise Malformed(f"{name}: {len(data) - at} bytes after the fields, expected {payload}")
    return name, {"node": common["node"], **values}


def _encode(fields: tuple[Field, ...], values: Mapping[str, Value]) -> bytes:
    counts = {field.count: len(values[field.name]) for field in fields if field.kind == "counted"}
    return b"".join(_encode_field(field, {**values, **counts}[field.name]) for field in fields)


def _encode_field(field: Field, value: Value) -> bytes:
    if field.kind in _NUMBERS:
        return struct.pack(_NUMBERS[field.kind], int(value))
    if field.kind in ("topic", "text"):
        text = str(value).encode("ascii")
        return struct.pack(">B", len(text)) + text
    if field.kind == "bytes16":
        octets = bytes.fromhex(str(value).removeprefix("x"))
        return struct.pack(">H", len(octets)) + octets
    if field.kind == "sized":
        part = _encode(field.items, value)
        return struct.pack(">H", len(part)) + part
    count = struct.pack(_COUNTS[field.kind], len(value)) if field.kind in _COUNTS else b""
    return count + b"".join(_encode(field.items, as_item(field, item)) for item in value)


def as_item(field: Field, item: Value) -> Mapping[str, Value]:
    """An item of a list by the names of its fields: an item with one field stands there without its name."""
    return item if isinstance(item, Mapping) else {field.items[0].name: item}


def _decode(fields: tuple[Field, ...], data: bytes, at: int) -> tuple[dict[str, Value], int]:
    values: dict[str, Value] = {}
    try:
        for field in fields:
            values[field.name], at = _decode_field(field, data, at, values)
    except (struct.error, IndexError, UnicodeDecodeError) as error:
        raise Malformed(f"{field.name}: cut short or not ASCII") from error
    return values, at


def _decode_field(field: Field, data: bytes, at: int, before: Mapping[str, Value]) -> tuple[Value, int]:
    if field.kind in _NUMBERS:
        (number,) = struct.unpack_from(_NUMBERS[field.kind], data, at)
        return number, at + struct.calcsize(_NUMBERS[field.kind])
    if field.kind == "counted":
        return _decode_list(field, data, at, before[field.count])
    if field.kind in _COUNTS:
        (count,) = struct.unpack_from(_COUNTS[field.kind], data, at)
        return _decode_list(field, data, at + struct.calcsize(_COUNTS[field.kind]), count)
    head = ">B" if field.kind in ("topic", "text") else ">H"
    (length,) = struct.unpack_from(head, data, at)
    start = at + struct.calcsize(head)
    end = start + length
    if end > len(data):
        raise Malformed(f"{field.name}: cut short")
    if field.kind == "sized":
        part, at = _decode(field.items, data, start)
        if at != end:
            raise Malformed(f"{field.name}: {at - start} bytes of fields, {length} announced")
        return part, end
    octets = data[start:end]
    return "x" + octets.hex() if field.kind == "bytes16" else _text(field, octets.decode("ascii")), end


def _text(field: Field, text: str) -> str:
    if not (TOPIC.fullmatch(text) if field.kind == "topic" else text.isprintable()):
        raise Malformed(f"{field.name}: {text!r} is no {field.kind}")
    return text


def _decode_list(field: Field, data: bytes, at: int, count: int) -> tuple[list[Value], int]:
    items: list[Value] = []
    for _ in range(count):
        item, at = _decode(field.items, data, at)
        items.append(item[field.items[0].name] if len(field.items) == 1 else item)
    return items, at
