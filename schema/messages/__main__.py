"""`./waf python -m schema.messages` prints the layout of every message."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from schema.messages import COMMON, NUMBER_BYTES, REGISTRY, Field


def layouts() -> Iterator[str]:
    """The lines of the listing: for each field its offset from the message's beginning, its kind, name and meaning.

    The offset is `?` behind a field of variable length. Fields of a list or a sized part are indented under it.
    """
    yield "every message"
    offset = yield from _lines(COMMON, 0, "  ")
    for message in REGISTRY:
        yield f"\n{message.name} (type {message.number}, {'data' if message.carries_event else 'control'})"
        yield from _lines(message.fields, offset, "  ")


def _lines(fields: tuple[Field, ...], offset: int | None, indent: str) -> Generator[str, None, int | None]:
    """The lines of `fields` from `offset` on; returns the offset behind them, None where it varies."""
    for field in fields:
        place = "?" if offset is None else str(offset)
        yield f"{indent}{place:>3}  {field.kind:<8} {field.name:<16} {field.help}".rstrip()
        inside = offset + 2 if offset is not None and field.kind == "sized" else None
        yield from _lines(field.items, inside, f"{indent}     ")
        width = NUMBER_BYTES.get(field.kind)
        offset = None if offset is None or width is None else offset + width
    return offset


if __name__ == "__main__":
    print("\n".join(layouts()))
