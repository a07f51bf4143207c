"""gzip and zstd, decompressed piece by piece. The bytes in front of a break in the stream are kept."""

from __future__ import annotations

import zlib
from collections.abc import Callable

_PIECE = 1 << 14
"""Bytes read at once. In a broken gzip stream these are decompressed one by one."""


class BrokenStream(ValueError):
    """A compressed stream that is cut or broken; its message is what was expected. Earlier bytes were returned."""


class Gzip:
    """A gzip stream of one member or several (RFC 1952); zeros behind the last are padding."""

    def __init__(self, read_into: Callable[[memoryview], int]) -> None:
        self._read_into = read_into
        self._piece = bytearray(_PIECE)
        self._compressed = b""
        self._member = zlib.decompressobj(wbits=31)
        self._salvaged = b""
        self._broken = ""

    def read_into(self, buffer: memoryview) -> int:
        """Write at least one byte to `buffer`: the number of bytes, 0 at the end. Raises BrokenStream."""
        while not self._salvaged and not self._broken:
            expanded = self._expand(len(buffer))
            if expanded:
                buffer[: len(expanded)] = expanded
                return len(expanded)
            if not self._compressed and not self._more():
                if not self._member.eof:
                    self._broken = "the end of a gzip stream"
                    break
                return 0
        count = min(len(buffer), len(self._salvaged))
        if not count:
            raise BrokenStream(self._broken)
        buffer[:count], self._salvaged = self._salvaged[:count], self._salvaged[count:]
        return count

    def _more(self) -> int:
        count = self._read_into(memoryview(self._piece))
        self._compressed = bytes(self._piece[:count])
        return count

    def _expand(self, most: int) -> bytes:
        """Up to `most` bytes; none where more compressed bytes are needed."""
        if self._member.eof:
            self._compressed = self._compressed.lstrip(b"\0")
            if not self._compressed:
                return b""
            self._member = zlib.decompressobj(wbits=31)
        before = self._member.copy()
        try:
            expanded = self._member.decompress(self._compressed, most)
        except zlib.error as error:
            self._broken = f"a sound gzip stream ({error})"
            self._salvaged = _up_to_the_break(before, self._compressed)
            return b""
        self._compressed = self._member.unused_data if self._member.eof else self._member.unconsumed_tail
        return expanded


def _up_to_the_break(member: zlib._Decompress, compressed: bytes) -> bytes:
    """The bytes in front of the break. zlib does not return those of a broken piece, so it gets single bytes."""
    expanded = bytearray()
    for at in range(len(compressed)):
        try:
            expanded += member.decompress(compressed[at : at + 1])
        except zlib.error:
            break
    return bytes(expanded)


class Zstandard:
    """A zstd stream (RFC 8878), through Arrow."""

    def __init__(self, read_into: Callable[[memoryview], int]) -> None:
        import pyarrow

        self._stream = pyarrow.CompressedInputStream(pyarrow.PythonFile(_Readable(read_into), mode="r"), "zstd")

    def read_into(self, buffer: memoryview) -> int:
        """Write at least one byte to `buffer`: the number of bytes, 0 at the end. Raises BrokenStream.

        Arrow loses the bytes of a read that ends in a break, so each read is small.
        """
        try:
            data = self._stream.read(min(len(buffer), 4096))
        except OSError as error:
            raise BrokenStream(f"a sound zstd stream ({error})") from error
        buffer[: len(data)] = data
        return len(data)


class _Readable:
    """The part of a file object that Arrow needs."""

    closed = False

    def __init__(self, read_into: Callable[[memoryview], int]) -> None:
        self._read_into = read_into

    def read(self, size: int) -> bytes:
        piece = bytearray(size)
        return bytes(piece[: self._read_into(memoryview(piece))])

    def close(self) -> None:
        pass
