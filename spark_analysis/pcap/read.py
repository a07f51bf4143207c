"""Captures of any size, read piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from spark_analysis.pcap.capture import Capture, CaptureQuality, CorruptCapture
from spark_analysis.pcap.columns import COLUMNS
from spark_analysis.pcap.header import read_header
from spark_analysis.pcap.layers import EXPECTED, NOWHERE, PLACES, RECORD
from spark_analysis.pcap.limits import FILE_HEADER, MAX_FRAME
from spark_analysis.pcap.source import Source, opened
from spark_analysis.pcap.window import Window

if TYPE_CHECKING:
    from spark_analysis.pcap.records import Records

BATCH_BYTES = 1 << 20
"""Little enough to stay in the processor's cache while its columns are read."""
_LEAST_RECORD = 64
"""Bytes of a record on average for which there is room; where they are less, a batch is of less bytes."""


def read_capture(source: Source, columns: Iterable[str] = COLUMNS, strict: bool = False) -> Capture:
    """Read `columns` of a capture, all if none are named, into arrays in memory.

    Raises NotACapture where it does not begin like one, CorruptCapture at the first record that is not good if
    `strict`, KeyError for a column that there is not, OSError where the source cannot be read.
    """
    batches = list(read_batches(source, columns, strict=strict))
    if len(batches) == 1:
        return batches[0]
    whole = {name: np.concatenate([batch.columns[name] for batch in batches]) for name in batches[0].columns}
    return Capture(whole, sum((batch.quality for batch in batches), CaptureQuality()))


def read_batches(
    source: Source, columns: Iterable[str] = COLUMNS, *, strict: bool = False, batch_bytes: int = BATCH_BYTES
) -> Iterator[Capture]:
    """The same some `batch_bytes` at a time, in memory of a few times that: at least one piece of the capture.

    The qualities of the pieces add up to the capture's; what is wrong with its end is in the last.
    """
    wanted = {name: COLUMNS[name] for name in columns}
    with opened(source) as (name, read_into):
        for records, quality in _pieces(Window(read_into, batch_bytes), name, strict):
            values = {name: column.read(records).astype(column.dtype, copy=False) for name, column in wanted.items()}
            yield Capture(values, quality)


def _pieces(window: Window, name: str, strict: bool) -> Iterator[tuple[Records, CaptureQuality]]:
    """Records of one piece after another; they are only to be used before the next is asked for."""
    from spark_analysis.pcap.records import Records
    from spark_analysis.pcap.scan import FULL, OVERSIZED, scan

    while window.left() < FILE_HEADER and window.advance():
        pass
    header = read_header(bytes(window.data[: min(FILE_HEADER, window.end)]), name)
    window.at += FILE_HEADER
    places = np.full((PLACES, max(16, window.size // _LEAST_RECORD)), NOWHERE, np.int32)
    malformed = np.empty(places.shape[1], np.uint8)
    layout = header.big_endian, header.fractions, header.link
    done = 0
    while True:
        count, at, why = scan(window.data, window.at, window.end, *layout, places, malformed)
        records = Records(window.data, places[:, :count], malformed[:count], header.big_endian, header.fractions)
        undecodable = int(np.count_nonzero(records.malformed))
        if strict and undecodable:
            _refuse_malformed(records, name, done, window)
        if count:
            yield records, CaptureQuality(good=count - undecodable, undecodable=undecodable)
            places[:, :count] = NOWHERE
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
        yield Records(window.data, places[:, :0], malformed[:0], header.big_endian, header.fractions), end


def _refuse_malformed(records: Records, name: str, done: int, window: Window) -> None:
    index = int(np.flatnonzero(records.malformed)[0])
    at = window.offset - window.at + int(records.places[RECORD, index])
    expected = EXPECTED[int(records.malformed[index])]
    raise CorruptCapture(f"{name}: record {done + index + 1} at byte {at}: expected {expected}")
