"""Bytes, files and file objects as one stream of bytes, decompressed where needed."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from spark_analysis.capture.stream.compression import Gzip, Zstandard

CaptureSource = bytes | Path | str | BinaryIO
"""A capture: its bytes, its path, or a file open for reading, which is left open."""
ReadInto = Callable[[memoryview], int]
"""Fills the beginning of a buffer and returns how many bytes; 0 at the end. Raises BrokenStream."""

_GZIP, _ZSTANDARD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"


@dataclass(frozen=True)
class ByteStream:
    """An open source: its name for messages; its bytes, decompressed; their number, 0 where it is not known."""

    name: str
    read_into: ReadInto
    size: int = 0


@contextmanager
def open_stream(source: CaptureSource) -> Iterator[ByteStream]:
    """The stream of `source`, for a `with` statement. Raises OSError."""
    if isinstance(source, bytes):
        yield _expanded("capture", io.BytesIO(source).readinto, len(source))
    elif isinstance(source, str | Path):
        with Path(source).open("rb", buffering=0) as file:
            yield _expanded(str(source), file.readinto, os.fstat(file.fileno()).st_size)
    else:
        yield _expanded(str(getattr(source, "name", "capture")), _read_into(source), 0)


def _read_into(file: BinaryIO) -> ReadInto:
    direct: ReadInto | None = getattr(file, "readinto", None)
    if direct is not None:
        return direct

    def read_into(buffer: memoryview) -> int:
        data = file.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    return read_into


def _expanded(name: str, read_into: ReadInto, size: int) -> ByteStream:
    buffer, head = bytearray(4), b""
    while len(head) < 4 and (count := read_into(memoryview(buffer)[len(head) :])):
        head = bytes(buffer[: len(head) + count])
    whole = _behind(head, read_into)
    if head.startswith(_GZIP):
        return ByteStream(name, Gzip(whole).read_into)
    if head.startswith(_ZSTANDARD):
        return ByteStream(name, Zstandard(whole).read_into)
    return ByteStream(name, whole, size)


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
