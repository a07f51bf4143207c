"""Fields of messages, and their encoding: a message is a tuple of Field, from which every reader is derived.

Numbers are big-endian. The fields of a message follow each other without padding.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Value = Any
"""int, bool, str, or a list of ints, strs or dicts, as the field's kind requires."""


@dataclass(frozen=True)
class Field:
    """One field of a message.

    `kind` gives the encoding. The value in Python is in parentheses where it is not plain:

    u8, u16, u32, u64   a number
    topic, text         u8 length, then that many ASCII characters: a topic or filter (TOPIC); any printable text
    bytes16             u16 length, then that many octets ("x" and hexadecimal digits)
    list8, list16       u8 or u16 count, then that many `items` (a list)
    counted             `items` whose u8 count is an earlier field, named by `count` (a list)
    sized               u16 length, then `items` of that length in all (a dict)
    """

    name: str
    kind: str
    items: tuple[Field, ...] = ()
    help: str = ""
    count: str = ""


TOPIC = re.compile(r"(#|[\w-]+(\.[\w-]+)*(\.#)?)(\[[!-Z\\^-~]+\])?", re.ASCII)
"""A topic, words joined by dots, or a filter, which may end in # for the whole subtree and have [predicates].

schema.filters parses the predicates.
"""

NUMBER_BYTES: Mapping[str, int] = {"u8": 1, "u16": 2, "u32": 4, "u64": 8}
"""Kind -> width, for the kinds of fixed width."""
_NUMBERS = {"u8": ">B", "u16": ">H", "u32": ">I", "u64": ">Q"}
_COUNTS = {"list8": ">B", "list16": ">H"}


class Malformed(ValueError):
    """Bytes that are not a message of this project; the message names the field."""


class CutShort(Malformed):
    """The beginning of a message: it ends before its fields or its payload do."""


def encode_fields(fields: tuple[Field, ...], values: Mapping[str, Value]) -> bytes:
    """The bytes of `fields`, whose values are in `values` by name. The count of a `counted` list may be left out."""
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
        part = encode_fields(field.items, value)
        return struct.pack(">H", len(part)) + part
    count = struct.pack(_COUNTS[field.kind], len(value)) if field.kind in _COUNTS else b""
    return count + b"".join(encode_fields(field.items, as_item(field, item)) for item in value)


def as_item(field: Field, item: Value) -> Mapping[str, Value]:
    """An item of list `field` as a mapping from field names; an item with one field is written without its name."""
    return item if isinstance(item, Mapping) else {field.items[0].name: item}


def decode_fields(fields: tuple[Field, ...], data: bytes, at: int) -> tuple[dict[str, Value], int]:
    """The values of `fields` in `data` from offset `at`, and the offset behind them. Raises Malformed."""
    values: dict[str, Value] = {}
    try:
        for field in fields:
            values[field.name], at = _decode_field(field, data, at, values)
    except struct.error as error:
        raise CutShort(f"{field.name}: cut short") from error
    except UnicodeDecodeError as error:
        raise Malformed(f"{field.name}: not ASCII") from error
    return values, at


def _decode_field(field: Field, data: bytes, at: int, earlier: Mapping[str, Value]) -> tuple[Value, int]:
    if field.kind in _NUMBERS:
        (number,) = struct.unpack_from(_NUMBERS[field.kind], data, at)
        return number, at + NUMBER_BYTES[field.kind]
    if field.kind == "counted":
        return _decode_list(field, data, at, earlier[field.count])
    if field.kind in _COUNTS:
        (count,) = struct.unpack_from(_COUNTS[field.kind], data, at)
        return _decode_list(field, data, at + struct.calcsize(_COUNTS[field.kind]), count)
    length_format = ">B" if field.kind in ("topic", "text") else ">H"
    (length,) = struct.unpack_from(length_format, data, at)
    start = at + struct.calcsize(length_format)
    end = start + length
    if end > len(data):
        raise CutShort(f"{field.name}: cut short")
    if field.kind == "sized":
        part, at = decode_fields(field.items, data, start)
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
        item, at = decode_fields(field.items, data, at)
        items.append(item[field.items[0].name] if len(field.items) == 1 else item)
    return items, at
