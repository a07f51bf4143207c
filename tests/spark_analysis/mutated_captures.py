"""Broken captures without end, the same in every run.

`mutated_captures.py COUNT` prints a digest of what is read of each. By these the compiled kernels are held
against the same kernels as Python (NUMBA_DISABLE_JIT=1).
"""

from __future__ import annotations

import gzip
import hashlib
import random
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
from made_captures import captures

from spark_analysis.capture import NotACapture, read_capture

_MAGICS = (0xA1B2C3D4, 0xD4C3B2A1, 0xA1B23C4D, 0x4D3CB2A1, 0x0A0D0D0A)
_LENGTHS = (0, 1, 15, 16, 255, 1500, 65535, 65536, 262_144, 262_145, 2**31 - 1, 2**31, 2**32 - 1)
_LINKS = (1, 9, 101, 105, 127)


def seeds() -> list[bytes]:
    """Sound captures of all kinds, small ones."""
    golden = sorted((Path(__file__).parents[1] / "golden").glob("*.pcap"))
    return [*captures().values(), *(file.read_bytes() for file in golden if file.stat().st_size < 3000)]


def mutations(count: int, seed: int = 1) -> Iterator[bytes]:
    """`count` captures, each broken in one to four ways, some compressed, and those broken again."""
    draw, sound = random.Random(seed), seeds()
    for _ in range(count):
        data = bytearray(draw.choice(sound))
        for _ in range(draw.randint(1, 4)):
            draw.choice(_WAYS)(data, draw)
        if draw.random() < 0.2:
            data = bytearray(compressed(bytes(data), draw))
            if draw.random() < 0.7:
                draw.choice((_flip, _cut))(data, draw)
        yield bytes(data)


def compressed(data: bytes, draw: random.Random) -> bytes:
    """gzip of one or two members, or zstd."""
    if draw.random() < 0.3:
        return bytes(pa.compress(data, codec="zstd", asbytes=True))
    half = draw.randint(0, len(data))
    return gzip.compress(data[:half], mtime=0) + gzip.compress(data[half:], mtime=0)


def _flip(data: bytearray, draw: random.Random) -> None:
    for _ in range(draw.randint(1, 8)):
        if data:
            data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)


def _cut(data: bytearray, draw: random.Random) -> None:
    del data[draw.randint(0, len(data)) :]


def _set_length(data: bytearray, draw: random.Random) -> None:
    """A length in a record's header, wherever the records still are."""
    at, starts = 24, []
    while at + 16 <= len(data):
        starts.append(at)
        at += 16 + int(struct.unpack_from("<I", data, at + 8)[0])
    if starts:
        struct.pack_into("<I", data, draw.choice(starts) + draw.choice((8, 12)), draw.choice(_LENGTHS))


def _set_number(data: bytearray, draw: random.Random) -> None:
    """A length somewhere in a layer."""
    if len(data) > 26:
        number = draw.choice((0, 1, 7, 8, 20, 255, 0x7FFF, 0xFFFF))
        struct.pack_into(draw.choice("<>") + "H", data, draw.randrange(24, len(data) - 1), number)


def _set_magic(data: bytearray, draw: random.Random) -> None:
    if len(data) >= 24:
        struct.pack_into("<I", data, 0, draw.choice(_MAGICS))


def _set_link(data: bytearray, draw: random.Random) -> None:
    if len(data) >= 24:
        struct.pack_into(draw.choice("<>") + "I", data, 20, draw.choice(_LINKS))


def _repeat(data: bytearray, draw: random.Random) -> None:
    start, end = sorted(draw.randint(0, len(data)) for _ in range(2))
    data[end:end] = data[start : min(end, start + 2000)]


def _drop(data: bytearray, draw: random.Random) -> None:
    start = draw.randint(0, len(data))
    del data[start : start + draw.randint(1, 40)]


_WAYS: tuple[Callable[[bytearray, random.Random], None], ...] = (
    *(_flip, _cut, _set_length, _set_length, _set_number, _set_number),
    *(_set_magic, _set_link, _repeat, _drop),
)


def digest(data: bytes) -> str:
    """Of all columns and counts, or of why there are none."""
    code = hashlib.sha256()
    try:
        capture = read_capture(data)
        code.update(repr(capture.quality).encode())
        for values in capture.columns.values():
            code.update(values.tobytes())
    except NotACapture as error:
        code.update(str(error).encode())
    return code.hexdigest()


if __name__ == "__main__":
    for each in mutations(int(sys.argv[1])):
        print(digest(each))
