"""Sample messages that compare the C++ structs with schema.messages: `./waf python -m schema.vectors`.

Writes contrib/<module>/test/wire-vectors.txt for each ns-3 module that has messages. The suites `pubsub-message` and
`broker-message` read them. A line is a message's name, its bytes in hexadecimal, and its values in wire order, lists as
their count followed by their items.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path

from schema.messages import REGISTRY, Field, MessageRegistry, Value, as_item

MODULES = tuple(sorted({message.module for message in REGISTRY}))
"""The ns-3 modules that have messages."""
_LIMITS = {"u8": 2**8 - 1, "u16": 2**16 - 1, "u32": 2**32 - 1, "u64": 2**64 - 1}
_PREDICATES = ("[speed>=3,unit=ta*]", "[a=-0.5..12]", "[x-9>1,x-9<=2]", "[unit=*]")
_WORDS = ("enemy", "troop", "status", "a", "x-9", "long_word_of_a_topic")


def vectors_of(module: str) -> Path:
    """The file of `module`."""
    return Path(__file__).parent.parent / f"contrib/{module}/test/wire-vectors.txt"


def lines(
    per_message: int = 12, seed: int = 1, registry: MessageRegistry = REGISTRY, module: str | None = None
) -> Iterator[str]:
    """The lines of one module's file, or with None of all messages.

    They are `per_message` random messages of each type, the first with empty lists and smallest numbers.
    """
    draw = random.Random(seed)
    for message in registry:
        if module not in (None, message.module):
            continue
        for number in range(per_message):
            values = draw_values(draw, message.fields, smallest=number == 0)
            node = draw.randrange(1000)
            data = registry.encode(message.name, {"node": node, **values})
            yield f"{message.name} {data.hex()} {' '.join([str(node), *_flat(message.fields, values)])}"


def draw_values(draw: random.Random, fields: tuple[Field, ...], smallest: bool) -> dict[str, Value]:
    """Values of each of `fields`: empty lists and smallest numbers, or any, with up to three items in a list."""
    values = {field.name: _value(draw, field, smallest) for field in fields}
    return values | {field.count: len(values[field.name]) for field in fields if field.kind == "counted"}


def _value(draw: random.Random, field: Field, smallest: bool) -> Value:
    if field.name == "payload_bytes":
        return 0 if smallest else draw.randrange(64)
    if field.kind in _LIMITS:
        return 0 if smallest else draw.randint(0, _LIMITS[field.kind])
    if field.kind == "text":
        return draw.choice(_WORDS) if smallest else draw.choice((*_WORDS, "-12.5", "<=>"))
    if field.kind == "bytes16":
        return "x" + draw.randbytes(0 if smallest else draw.randrange(1, 40)).hex()
    if field.kind == "sized":
        return draw_values(draw, field.items, smallest)
    if field.kind == "topic":
        topic = ".".join(draw.choices(_WORDS, k=1 if smallest else draw.randint(1, 4)))
        if field.name != "filter" or smallest:
            return topic
        return topic + draw.choice(("", "", ".#")) + draw.choice(("", "", *_PREDICATES))
    items = [draw_values(draw, field.items, smallest) for _ in range(0 if smallest else draw.randrange(4))]
    return [item[field.items[0].name] if len(field.items) == 1 else item for item in items]


def _flat(fields: tuple[Field, ...], values: Mapping[str, Value]) -> Iterator[str]:
    for field in fields:
        value = values[field.name]
        if field.kind == "sized":
            yield from _flat(field.items, value)
            continue
        if not field.items:
            yield str(value)
            continue
        if field.kind != "counted":
            yield str(len(value))
        for item in value:
            yield from _flat(field.items, as_item(field, item))


if __name__ == "__main__":
    for name in MODULES:
        text = [f"{line}\n" for line in lines(module=name)]
        vectors_of(name).write_text("".join(text), encoding="ascii")
        print(f"{name}: {len(text)} messages")
