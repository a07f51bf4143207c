"""Bytes, files and file objects as one stream, expanded if it is compressed."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from spark_analysis.pcap.compression import Gzip, Zstandard

Source = bytes | Path | str | BinaryIO
"""A capture: its bytes, its path, or a file open for reading, which is left open."""
ReadInto = Callable[[memoryview], int]
"""Fills the beginning of a buffer and says how much of it; 0 at the end. Raises BrokenStream."""

_GZIP, _ZSTANDARD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"


@contextmanager
def opened(source: Source) -> Iterator[tuple[str, ReadInto]]:
    """What to call the source, and its stream."""
    if isinstance(source, str | Path):
        with Path(source).open("rb", buffering=0) as file:
            yield str(source), _expanded(file.readinto)
    else:
        stream = io.BytesIO(source) if isinstance(source, bytes) else source
        yield str(getattr(stream, "name", "capture")), _expanded(_read_into(stream))


def _read_into(file: BinaryIO) -> ReadInto:
    direct: ReadInto | None = getattr(file, "readinto", None)
    if direct is not None:
        return direct

    def read_into(buffer: memoryview) -> int:
        data = file.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    return read_into


def _expanded(read_into: ReadInto) -> ReadInto:
    buffer, head = bytearray(4), b""
    while len(head) < 4 and (count := read_into(memoryview(buffer)[len(head) :])):
        head = bytes(buffer[: len(head) + count])
    whole = _behind(head, read_into)
    if head.startswith(_GZIP):
        return Gzip(whole).read_into
    if head.startswith(_ZSTANDARD):
        return Zstandard(whole).read_into
    return whole


def _behind(head: bytes, rest: ReadInto) -> ReadInto:
    """A stream from whose beginning `head` was taken."""

    def read_into(buffer: memoryview) -> int:
        nonlocal head
        if not head:
            return rest(buffer)
        count = min(len(head), len(buffer))
        buffer[:count], head = head[:count], head[count:]
        return count

    return read_into
