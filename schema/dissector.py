"""Generator of the Wireshark dissector: `./waf python -m schema.dissector`.

It writes schema/pubsub.lua from the template schema/dissector.lua.in and the tables of schema.messages. A field is
called `pubsub.<message>.<field>`, with the names of the lists and parts that contain it in between. The headers with
routes of switches are from schema.routes, with the names `pubsub_route.<field>`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from schema import routes
from schema.messages import COMMON, MAGIC, PORT, REGISTRY, VERSION, Field, MessageRegistry
from schema.routes.headers import BIT_FIELDS, FILTER_AT, FILTER_FIELDS, RouteField

TEMPLATE = Path(__file__).parent / "dissector.lua.in"
DISSECTOR = Path(__file__).parent / "pubsub.lua"
NOTE = "-- Written by `./waf python -m schema.dissector` from schema/messages and schema/dissector.lua.in: do not edit."


def dissector(registry: MessageRegistry = REGISTRY) -> str:
    """The Lua program for the messages of `registry`."""
    text = TEMPLATE.read_text(encoding="ascii").replace("@NOTE@", NOTE)
    text = text.replace("@CONSTANTS@", f"{PORT}, {MAGIC:#x}, {VERSION}")
    names = ", ".join(f"[{message.number}] = {_lua(message.name)}" for message in registry)
    text = text.replace("@NAMES@", f"{{{names}}}").replace("@ROUTES@", "\n".join(_routes()))
    return text.replace("@FIELDS@", "\n".join(_tables(registry)))


def _tables(registry: MessageRegistry) -> Iterator[str]:
    yield "local COMMON = {"
    yield from _fields(COMMON, "pubsub", "  ")
    yield "}"
    yield "local MESSAGES = {"
    for message in registry:
        name = message.name
        yield f"  [{message.number}] = {{"
        yield f"    name = {_lua(name)},"
        yield f'    itself = field("pubsub.{name}", "message", nil),'
        if any(field.name == "payload_bytes" for field in message.fields):
            yield f'    payload = field("pubsub.{name}.payload", "payload", nil),'
        yield "    fields = {"
        yield from _fields(message.fields, f"pubsub.{name}", "      ")
        yield "    },"
        yield "  },"
    yield "}"


def _fields(fields: tuple[Field, ...], prefix: str, indent: str) -> Iterator[str]:
    for field in fields:
        path = f"{prefix}.{field.name}"
        words = ", ".join(map(_lua, (path, field.kind, field.help)))
        if not field.items:
            yield f"{indent}field({words}),"
            continue
        yield f"{indent}field({words}, {{"
        yield from _fields(field.items, path, f"{indent}  ")
        yield f"{indent}}}, {_lua(field.count)}),"


_ROUTE_NUMBERS = (
    *("IPV6_IN_IPV6", "IPV6_BYTES", "BIER_OPTION", "BIER_NIBBLE", "BIER_IPV6"),
    *("OPTION_HEADER_BYTES", "BIT_STRING_AT", "FEWEST_BITS_CODE", "MOST_BITS_CODE"),
)
"""Of schema.routes, as the program calls them, too."""


def _routes() -> Iterator[str]:
    numbers = {name: getattr(routes, name) for name in _ROUTE_NUMBERS} | {"FILTER_AT": FILTER_AT}
    for name, number in numbers.items():
        yield f"local {name} = {number}"
    yield from _route_fields("FILTER_FIELDS", FILTER_FIELDS)
    yield from _route_fields("BIT_FIELDS", BIT_FIELDS)


def _route_fields(name: str, fields: tuple[RouteField, ...]) -> Iterator[str]:
    yield f"local {name} = {{"
    for field in fields:
        yield f"  {{{_lua(field.name)}, {field.first}, {field.bits}, {_lua(field.help)}}},"
    yield "}"


def _lua(text: str) -> str:
    return json.dumps(text) if text else "nil"


if __name__ == "__main__":
    DISSECTOR.write_text(dissector(), encoding="ascii")
    print(f"{DISSECTOR.name}: {len(list(REGISTRY))} messages")
