"""Wireshark's reader of the messages, from the same description as ours: `./waf python -m schema.dissector`.

Writes schema/pubsub.lua: what schema/dissector.lua.in does with any message, and the fields of schema.wire for it.
A field is `pubsub.<message>.<field>`, with the names of the lists and parts it is in between.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from schema import wire

TEMPLATE = Path(__file__).parent / "dissector.lua.in"
DISSECTOR = Path(__file__).parent / "pubsub.lua"
NOTE = "-- Written by `./waf python -m schema.dissector` from schema/wire.py and schema/dissector.lua.in: do not edit."


def dissector() -> str:
    """The Lua program."""
    text = TEMPLATE.read_text(encoding="ascii").replace("@NOTE@", NOTE)
    text = text.replace("@CONSTANTS@", f"{wire.PORT}, {wire.MAGIC:#x}, {wire.VERSION}")
    names = ", ".join(f"[{number}] = {_lua(name)}" for number, name in wire.NAMES.items())
    text = text.replace("@NAMES@", f"{{{names}}}")
    return text.replace("@FIELDS@", "\n".join(_tables()))


def _tables() -> Iterator[str]:
    yield "local COMMON = {"
    yield from _fields(wire.COMMON, "pubsub", "  ")
    yield "}"
    yield "local MESSAGES = {"
    for name, fields in wire.MESSAGES.items():
        yield f"  [{wire.TYPES[name]}] = {{"
        yield f"    name = {_lua(name)},"
        yield f'    itself = field("pubsub.{name}", "message", nil),'
        if any(field.name == "payload_bytes" for field in fields):
            yield f'    payload = field("pubsub.{name}.payload", "payload", nil),'
        yield "    fields = {"
        yield from _fields(fields, f"pubsub.{name}", "      ")
        yield "    },"
        yield "  },"
    yield "}"


def _fields(fields: tuple[wire.Field, ...], prefix: str, indent: str) -> Iterator[str]:
    for field in fields:
        path = f"{prefix}.{field.name}"
        words = ", ".join(map(_lua, (path, field.kind, field.help)))
        if not field.items:
            yield f"{indent}field({words}),"
            continue
        yield f"{indent}field({words}, {{"
        yield from _fields(field.items, path, f"{indent}  ")
        yield f"{indent}}}, {_lua(field.count)}),"


def _lua(text: str) -> str:
    return json.dumps(text) if text else "nil"


if __name__ == "__main__":
    DISSECTOR.write_text(dissector(), encoding="ascii")
    print(f"{DISSECTOR.name}: {len(wire.MESSAGES)} messages")
