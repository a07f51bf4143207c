"""The same capture in other pieces, columns, byte orders and wrappings is the same capture; strict mode."""

from __future__ import annotations

import gzip
import io
import struct
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_captures import capture, captures, ethernet, radiotap
from mutated_captures import mutations
from record_accounting import check_accounting

from spark_analysis.capture import (
    COLUMNS,
    Capture,
    CaptureQuality,
    CorruptCapture,
    NotACapture,
    read_batches,
    read_capture,
)
from spark_analysis.capture.__main__ import tables

MADE = captures()
WHOLE = MADE["radiotap"]
BROKEN = [data for data in mutations(200, seed=7) if check_accounting(data) is not None]


def joined(batches: Iterable[Capture]) -> Capture:
    parts = list(batches)
    columns = {name: np.concatenate([part.columns[name] for part in parts]) for name in parts[0].columns}
    return Capture(columns, sum((part.quality for part in parts), CaptureQuality()))


def assert_same(one: Capture, other: Capture, names: Sequence[str] = tuple(COLUMNS)) -> None:
    assert one.quality == other.quality
    for name in names:
        assert one.columns[name].dtype == other.columns[name].dtype
        assert np.array_equal(one.columns[name], other.columns[name]), name


@settings(max_examples=150)
@given(st.sampled_from([*MADE.values(), *BROKEN]), st.integers(1, 5000))
def test_pieces_of_any_size_are_the_whole(data: bytes, batch_bytes: int) -> None:
    assert_same(joined(read_batches(data, batch_bytes=batch_bytes)), read_capture(data))


@settings(max_examples=100)
@given(st.sampled_from([*MADE.values(), *BROKEN]), st.lists(st.sampled_from(list(COLUMNS)), unique=True))
def test_columns_alone_are_what_they_are_among_all(data: bytes, names: list[str]) -> None:
    read = read_capture(data, names)
    assert list(read.columns) == names
    assert_same(read, read_capture(data), names)


@settings(max_examples=100)
@given(st.data())
def test_both_byte_orders_and_both_units_say_the_same(data: st.DataObject) -> None:
    frames = data.draw(st.lists(st.sampled_from([*radiotap(), *ethernet()]), max_size=6))
    link, cut = data.draw(st.sampled_from([1, 127])), data.draw(st.integers(0, 200))
    little, big = (read_capture(capture(link, frames, order, True, cut)) for order in "<>")
    assert_same(little, big)
    in_us = read_capture(capture(link, frames, ">", False, cut))
    assert_same(in_us, big, [name for name in COLUMNS if name != "time_ns"])
    fraction, seconds = big.columns["time_ns"] % 10**9, big.columns["time_ns"] // 10**9
    assert np.array_equal(in_us.columns["time_ns"], seconds * 10**9 + fraction * 1000)


class Trickle(io.RawIOBase):
    """A file that cannot seek and gives few bytes at a time; as a BinaryIO it has read alone."""

    def __init__(self, data: bytes, most: int) -> None:
        self._file, self._most = io.BytesIO(data), most

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        return self._file.readinto(buffer[: self._most])


class ReadOnly:
    """A file object with read alone, as some clients of object stores give."""

    def __init__(self, data: bytes) -> None:
        self._file = io.BytesIO(data)

    def read(self, size: int) -> bytes:
        return self._file.read(size)


def zstd(data: bytes) -> bytes:
    return bytes(pa.compress(data, codec="zstd", asbytes=True))


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstd], ids=["plain", "gzip", "zstd"])
def test_every_kind_of_source_gives_the_same(pack: object, tmp_path: Path) -> None:
    data = {bytes: WHOLE, gzip.compress: gzip.compress(WHOLE), zstd: zstd(WHOLE)}[pack]
    (tmp_path / "a.pcap").write_bytes(data)
    expected = read_capture(WHOLE)
    sources: list[BinaryIO] = [io.BytesIO(data), Trickle(data, 1), Trickle(data, 7), ReadOnly(data)]  # type: ignore[list-item]
    with (tmp_path / "a.pcap").open("rb") as file:
        for source in (data, tmp_path / "a.pcap", str(tmp_path / "a.pcap"), file, *sources):
            assert_same(read_capture(source), expected)
        assert not file.closed


def test_members_of_gzip_and_frames_of_zstd_follow_each_other() -> None:
    expected, parts = read_capture(WHOLE), (WHOLE[:100], WHOLE[100:111], b"", WHOLE[111:])
    assert_same(read_capture(b"".join(map(gzip.compress, parts))), expected)
    assert_same(read_capture(b"".join(map(gzip.compress, parts)) + bytes(500)), expected)
    assert_same(read_capture(b"".join(map(zstd, parts))), expected)


def test_a_cut_gzip_stream_keeps_its_good_prefix() -> None:
    packed = gzip.compress(WHOLE, mtime=0)
    before, rows = -1, len(read_capture(WHOLE).columns["type"])
    for kept in range(60, len(packed)):
        try:
            read = read_capture(packed[:kept])
        except NotACapture:  # not even the capture's header can be expanded yet
            assert before < 0
            continue
        assert read.quality.truncated == 1
        assert before <= len(read.columns["type"]) <= rows
        before = len(read.columns["type"])
    assert before == rows


def test_a_broken_gzip_stream_keeps_what_came_before_the_break() -> None:
    packed = bytearray(gzip.compress(WHOLE, mtime=0, compresslevel=0))  # stored: where a byte is, is plain to see
    packed[-6] ^= 0xFF  # of the checksum, behind all that was expanded
    read = read_capture(bytes(packed))
    assert_same(Capture(read.columns, CaptureQuality()), Capture(read_capture(WHOLE).columns, CaptureQuality()))
    assert read.quality.truncated == 1
    with pytest.raises(CorruptCapture, match="expected a sound gzip stream"):
        read_capture(bytes(packed), strict=True)


def test_a_cut_zstd_stream_keeps_what_its_whole_blocks_hold() -> None:
    data = capture(1, [np.random.default_rng(at).bytes(1000) for at in range(1000)])
    packed = zstd(data)
    assert_same(read_capture(packed), read_capture(data))
    read = read_capture(packed[: len(packed) // 2])
    assert read.quality.truncated == 1
    assert len(read.columns["type"]) > 300  # of some 500: blocks are of 128 KiB


def test_strict_names_file_record_byte_and_what_was_expected(tmp_path: Path) -> None:
    frames = radiotap()[:3]
    file = tmp_path / "a.pcap"
    second = 24 + 16 + len(frames[0])

    def refused(data: bytes) -> str:
        file.write_bytes(data)
        with pytest.raises(CorruptCapture) as caught:
            read_capture(file, ["time_ns"], strict=True)
        return str(caught.value).removeprefix(f"{file}: ")

    data = bytearray(capture(127, frames))
    assert len(read_capture(bytes(data), strict=True).columns["type"]) == 3
    assert refused(bytes(data[:-1])).startswith("record 3 at byte ")
    assert refused(bytes(data[:-1])).endswith("expected the rest of it")
    data[second + 16 + 2 : second + 16 + 4] = struct.pack("<H", 5000)  # radiotap's length
    assert refused(bytes(data)) == f"record 2 at byte {second}: expected a radiotap header with its fields in it"
    struct.pack_into("<I", data, second + 8, 262_145)
    assert refused(bytes(data)) == f"record 2 at byte {second}: expected at most 262144 bytes captured"


def test_what_is_no_capture_says_what_was_expected(tmp_path: Path) -> None:
    with pytest.raises(NotACapture, match=r"editcap -F pcap"):
        read_capture(bytes.fromhex("0a0d0d0a") + bytes(60))
    with pytest.raises(NotACapture, match=r"link type 195, expected one of 1 \(Ethernet\), 9 \(PPP\), 101 \(raw IP\)"):
        read_capture(capture(195, []))
    with pytest.raises(FileNotFoundError):
        read_capture(tmp_path / "none.pcap")
    with pytest.raises(NotACapture, match="expected a pcap file"):
        read_capture(gzip.compress(b"text"))


def test_the_page_on_captures_has_the_columns_that_there_are(checkout: Path) -> None:
    assert f"\n{tables()}\n" in (checkout / "docs" / "captures.md").read_text()


def test_the_reader_needs_neither_spark_nor_pandas_nor_a_compiler_to_be_imported() -> None:
    loaded = "import sys, spark_analysis.capture; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout.split()
    assert not {"pyspark", "pandas", "matplotlib", "numba", "pyarrow"} & set(modules)
