"""Captures of any size, read piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from spark_analysis.capture.column_builder import ColumnBuilder
from spark_analysis.capture.columns import COLUMNS, Column
from spark_analysis.capture.fields import ByteOrder, RecordField, field_table
from spark_analysis.capture.layers.places import MALFORMED, RECORD
from spark_analysis.capture.quality import Capture, CaptureQuality, CorruptCapture
from spark_analysis.capture.stream.byte_stream import ByteStream, CaptureSource, open_stream
from spark_analysis.capture.stream.pcap_format import (
    FILE_HEADER_BYTES,
    MAX_FRAME_BYTES,
    FileHeader,
    read_file_header,
)
from spark_analysis.capture.stream.window import Window
from spark_analysis.capture.transmissions import TransmissionRule, with_direction

BATCH_BYTES = 1 << 21
"""Few enough to stay in the processor's cache while its columns are read."""
_BYTES_PER_RECORD = 64
"""Rows are allocated for records of so many bytes on average; where records are smaller, a batch has fewer bytes."""
_MALFORMED, _RECORD = RecordField(MALFORMED, order=ByteOrder.PLACE), RecordField(RECORD, order=ByteOrder.PLACE)


def read_capture(
    source: CaptureSource,
    columns: Iterable[str] = COLUMNS,
    strict: bool = False,
    rule: TransmissionRule | None = None,
) -> Capture:
    """Read `columns` of a capture, all if none are named, into arrays in memory.

    `rule` defines the column `is_tx` of a capture without radiotap; with None that column is masked there.

    Raises NotACapture where the source does not begin like a capture, CorruptCapture at the first record that is not
    good if `strict`, KeyError for an unknown column, OSError where the source cannot be read.
    """
    wanted, quality = {name: COLUMNS[name] for name in columns}, CaptureQuality()
    with _open_capture(source, BATCH_BYTES, strict) as capture:
        builder = ColumnBuilder(capture.columns(wanted, rule))
        for rows, more in capture.pieces(builder.fields):
            builder.append(rows, capture.share_read)
            quality += more
    return Capture(builder.take(), quality)


def read_batches(
    source: CaptureSource,
    columns: Iterable[str] = COLUMNS,
    *,
    strict: bool = False,
    batch_bytes: int = BATCH_BYTES,
    rule: TransmissionRule | None = None,
) -> Iterator[Capture]:
    """The same in pieces of some `batch_bytes`, in memory of a few times that: at least one piece of the capture.

    The qualities of the pieces add up to the capture's; the last one accounts for a broken end.
    """
    for piece in read_pieces(source, {name: COLUMNS[name] for name in columns}, strict, batch_bytes, rule):
        yield piece.capture


@dataclass(frozen=True)
class CapturePiece:
    """Some records of a capture with the bytes they are in; both are valid until the next piece is asked for."""

    capture: Capture
    data: np.ndarray
    """uint8. Columns of places (ByteOrder.PLACE) are offsets into it."""


def read_pieces(
    source: CaptureSource,
    columns: Mapping[str, Column],
    strict: bool = False,
    batch_bytes: int = BATCH_BYTES,
    rule: TransmissionRule | None = None,
) -> Iterator[CapturePiece]:
    """As `read_batches`, for columns that need not be among COLUMNS, and with the bytes of the records."""
    with _open_capture(source, batch_bytes, strict) as capture:
        builder = ColumnBuilder(capture.columns(columns, rule))
        for rows, quality in capture.pieces(builder.fields):
            builder.append(rows, 1.0)
            yield CapturePiece(Capture(builder.take(), quality), capture.window.data)


@contextmanager
def _open_capture(source: CaptureSource, batch_bytes: int, strict: bool) -> Iterator[_OpenCapture]:
    with open_stream(source) as stream:
        window = Window(stream.read_into, batch_bytes)
        while window.left() < FILE_HEADER_BYTES and window.advance():
            pass
        header = read_file_header(bytes(window.data[: min(FILE_HEADER_BYTES, window.end)]), stream.name)
        window.at += FILE_HEADER_BYTES
        yield _OpenCapture(stream, window, header, strict)


class _OpenCapture:
    """A capture whose header has been read. Raises NotACapture for a link type that no link layer has."""

    def __init__(self, stream: ByteStream, window: Window, header: FileHeader, strict: bool) -> None:
        import spark_analysis.capture.scan  # noqa: F401  (imports numba, which takes a second; registers link layers)
        from spark_analysis.capture.links.link_layer import link_layer_of

        self._stream, self.window, self._header, self._strict = stream, window, header, strict
        self._has_direction = link_layer_of(header.link_type, stream.name).has_direction

    @property
    def share_read(self) -> float:
        """The share of the capture's bytes that have been read, 0 where its size is not known."""
        return min(1.0, self.window.read / self._stream.size) if self._stream.size else 0.0

    def columns(self, wanted: Mapping[str, Column], rule: TransmissionRule | None) -> dict[str, Column]:
        """`wanted` with the definition of `is_tx` for this capture."""
        return with_direction(wanted, self._has_direction, rule)

    def pieces(self, fields: Iterable[RecordField]) -> Iterator[tuple[np.ndarray, CaptureQuality]]:
        """The fields (int64, fields x records) of one piece after another, each valid until the next is asked for."""
        from spark_analysis.capture.scan import FULL, OVERSIZED, scan

        window, header = self.window, self._header
        asked = field_table((_MALFORMED, _RECORD, *fields), header.big_endian)
        rows = np.empty((len(asked), max(16, window.size // _BYTES_PER_RECORD)), np.int64)
        layout = header.big_endian, header.fractions, header.link_type
        done = 0
        while True:
            count, at, why = map(int, scan(window.data, window.at, window.end, *layout, asked, rows))
            undecodable = int(np.count_nonzero(rows[0, :count]))
            if self._strict and undecodable:
                self._refuse_malformed(rows[:, :count], done)
            if count:
                yield rows[2:, :count], CaptureQuality(good=count - undecodable, undecodable=undecodable)
            done, window.at = done + count, at
            if why == OVERSIZED or (why != FULL and not window.advance()):
                break
        expected = f"at most {MAX_FRAME_BYTES} bytes captured" if why == OVERSIZED else window.broken
        if not expected and window.left():
            expected = "the rest of it"
        if expected and self._strict:
            raise CorruptCapture(f"{self._stream.name}: record {done + 1} at byte {window.offset}: expected {expected}")
        if expected or not done:
            oversized = int(why == OVERSIZED)
            truncated = int(bool(expected)) - oversized
            yield (
                rows[2:, :0],
                CaptureQuality(truncated=truncated, oversized=oversized, bytes_skipped=window.skip_rest()),
            )

    def _refuse_malformed(self, rows: np.ndarray, done: int) -> None:
        from spark_analysis.capture.links.link_layer import malformed_layers

        index = int(np.flatnonzero(rows[0])[0])
        at = self.window.offset - self.window.at + int(rows[1, index])
        _, expected = malformed_layers()[int(rows[0, index])]
        raise CorruptCapture(f"{self._stream.name}: record {done + index + 1} at byte {at}: expected {expected}")
