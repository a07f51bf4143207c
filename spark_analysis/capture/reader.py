"""Captures of any size, read piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from spark_analysis.capture.column_builder import Growing
from spark_analysis.capture.columns import COLUMNS
from spark_analysis.capture.fields import Field, Order, table
from spark_analysis.capture.layers.places import EXPECTED, MALFORMED, RECORD
from spark_analysis.capture.quality import Capture, CaptureQuality, CorruptCapture
from spark_analysis.capture.stream.byte_stream import Source, opened
from spark_analysis.capture.stream.limits import FILE_HEADER, MAX_FRAME
from spark_analysis.capture.stream.pcap_format import read_header
from spark_analysis.capture.stream.window import Window

BATCH_BYTES = 1 << 21
"""Little enough to stay in the processor's cache while its columns are read."""
_LEAST_RECORD = 64
"""Bytes of a record on average for which there is room; where they are less, a batch is of less bytes."""
_MALFORMED, _RECORD = Field(MALFORMED, order=Order.PLACE), Field(RECORD, order=Order.PLACE)


def read_capture(source: Source, columns: Iterable[str] = COLUMNS, strict: bool = False) -> Capture:
    """Read `columns` of a capture, all if none are named, into arrays in memory.

    Raises NotACapture where it does not begin like one, CorruptCapture at the first record that is not good if
    `strict`, KeyError for a column that there is not, OSError where the source cannot be read.
    """
    growing, quality = Growing({name: COLUMNS[name] for name in columns}), CaptureQuality()
    with opened(source) as stream:
        window = Window(stream.read_into, BATCH_BYTES)
        for rows, more in _pieces(window, stream.name, growing.fields, strict):
            growing.append(rows, min(1.0, window.read / stream.size) if stream.size else 0.0)
            quality += more
    return Capture(growing.take(), quality)


def read_batches(
    source: Source, columns: Iterable[str] = COLUMNS, *, strict: bool = False, batch_bytes: int = BATCH_BYTES
) -> Iterator[Capture]:
    """The same some `batch_bytes` at a time, in memory of a few times that: at least one piece of the capture.

    The qualities of the pieces add up to the capture's; what is wrong with its end is in the last.
    """
    growing = Growing({name: COLUMNS[name] for name in columns})
    with opened(source) as stream:
        for rows, quality in _pieces(Window(stream.read_into, batch_bytes), stream.name, growing.fields, strict):
            growing.append(rows, 1.0)
            yield Capture(growing.take(), quality)


def _pieces(
    window: Window, name: str, fields: Sequence[Field], strict: bool
) -> Iterator[tuple[np.ndarray, CaptureQuality]]:
    """The fields (int64, fields x records) of one piece after another, each good until the next is asked for."""
    from spark_analysis.capture.scan import FULL, OVERSIZED, scan  # compiling, and numba itself, can wait until here

    while window.left() < FILE_HEADER and window.advance():
        pass
    header = read_header(bytes(window.data[: min(FILE_HEADER, window.end)]), name)
    window.at += FILE_HEADER
    asked = table((_MALFORMED, _RECORD, *fields), header.big_endian)
    rows = np.empty((len(asked), max(16, window.size // _LEAST_RECORD)), np.int64)
    done = 0
    while True:
        layout = header.big_endian, header.fractions, header.link
        count, at, why = map(int, scan(window.data, window.at, window.end, *layout, asked, rows))
        undecodable = int(np.count_nonzero(rows[0, :count]))
        if strict and undecodable:
            _refuse_malformed(rows[:, :count], name, done, window)
        if count:
            yield rows[2:, :count], CaptureQuality(good=count - undecodable, undecodable=undecodable)
        done, window.at = done + count, at
        if why == OVERSIZED or (why != FULL and not window.advance()):
            break
    expected = f"at most {MAX_FRAME} bytes captured" if why == OVERSIZED else window.broken
    if not expected and window.left():
        expected = "the rest of it"
    if expected and strict:
        raise CorruptCapture(f"{name}: record {done + 1} at byte {window.offset}: expected {expected}")
    if expected or not done:
        over = int(why == OVERSIZED)
        end = CaptureQuality(truncated=int(bool(expected)) - over, oversized=over, bytes_skipped=window.skip_rest())
        yield rows[2:, :0], end


def _refuse_malformed(rows: np.ndarray, name: str, done: int, window: Window) -> None:
    index = int(np.flatnonzero(rows[0])[0])
    at = window.offset - window.at + int(rows[1, index])
    raise CorruptCapture(f"{name}: record {done + index + 1} at byte {at}: expected {EXPECTED[int(rows[0, index])]}")
