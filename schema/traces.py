"""The trace tables a run writes, and the compact file format they share.

A table is one file `<table>.trace` in the run's folder, little-endian throughout:

    "PSTRACE1"                          8 bytes
    header length                       u32
    header                              JSON {"table": ..., "columns": [[name, type], ...]}
    rows                                fixed width, columns packed in the order of the header
    dictionary                          JSON list of the strings that `str` columns index into
    dictionary length                   u32
    row count                           u64
    "PSTREND1"                          8 bytes

The trailer makes a table that was cut short recognisable; nothing has to be guessed from its size.
docs/run-contract.md says where it lies; benchmarks/trace_format.py measures it against CSV and Parquet.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

MAGIC = b"PSTRACE1"
END = b"PSTREND1"
NO_NODE = 0xFFFFFFFF
"""In a node column: nobody (a broadcast's next hop, a node without a parent)."""
UNREACHABLE = 0xFFFF
"""In a hops column: there is no path."""

_DTYPES = {"u8": "u1", "u16": "<u2", "u32": "<u4", "u64": "<u8", "i64": "<i8", "f64": "<f8", "str": "<u4"}

TABLES: dict[str, tuple[tuple[str, str], ...]] = {
    "nodes": (("node", "u32"), ("name", "str"), ("mac", "str"), ("ipv4", "str")),
    "positions": (("time_ns", "i64"), ("node", "u32"), ("x_m", "f64"), ("y_m", "f64")),
    "subscriptions": (("time_ns", "i64"), ("node", "u32"), ("filter", "str"), ("active", "u8")),
    "publications": (
        ("time_ns", "i64"),
        ("publisher", "u32"),
        ("sequence", "u32"),
        ("topic", "str"),
        ("attributes", "str"),
        ("payload_bytes", "u32"),
    ),
    "due": (("publisher", "u32"), ("sequence", "u32"), ("node", "u32"), ("shortest_hops", "u16")),
    "transmissions": (
        ("time_ns", "i64"),
        ("node", "u32"),
        ("type", "u8"),
        ("publisher", "u32"),
        ("sequence", "u32"),
        ("bytes", "u32"),
        ("next_hop", "u32"),
    ),
    "deliveries": (
        ("time_ns", "i64"),
        ("node", "u32"),
        ("publisher", "u32"),
        ("sequence", "u32"),
        ("wanted", "u8"),
        ("hops", "u16"),
        ("age_ns", "i64"),
    ),
    "drops": (("time_ns", "i64"), ("node", "u32"), ("reason", "str"), ("bytes", "u32")),
    "parents": (
        ("time_ns", "i64"),
        ("node", "u32"),
        ("root", "u32"),
        ("old_parent", "u32"),
        ("new_parent", "u32"),
        ("metric", "f64"),
        ("similarity", "f64"),
    ),
}
"""Table -> (column, type). Times are nanoseconds of simulated time, positions metres, `bytes` the UDP payload.

`due` holds one row per event and receiver to which it was due when it was published: every node but the publisher
whose inherent subscription matched. `shortest_hops` is the length of the shortest path at that moment, from the
positions and the radio's nominal range, or UNREACHABLE. `transmissions.type` is a message type of schema.messages; its
publisher and sequence name the event and are NO_NODE and 0 for control. `parents.metric` and `similarity` are NaN
where a protocol has none. `subscriptions.filter` is a text of schema.filters; `publications.attributes` is such as
`speed=3,unit=tank`, empty for an event without.
"""


class CorruptTrace(ValueError):
    """A trace file that is not whole, or not of the schema; the message names the file."""


@dataclass(frozen=True)
class Trace:
    """One table of one run: `rows` is a structured array, `str` columns hold indices into `strings`."""

    table: str
    rows: np.ndarray
    strings: tuple[str, ...]

    def column(self, name: str) -> np.ndarray:
        """The column as numbers, or as an object array of str where the schema says `str`."""
        values = self.rows[name]
        if dict(TABLES[self.table])[name] != "str":
            return values
        return np.array(self.strings, dtype=object)[values] if len(values) else np.empty(0, dtype=object)


def row_dtype(table: str) -> np.dtype[Any]:
    """The packed numpy type of one row of `table`."""
    return np.dtype([(name, _DTYPES[kind]) for name, kind in TABLES[table]])


def read_trace(path: Path) -> Trace:
    """Read one `<table>.trace` whole. Raises CorruptTrace with the file's name and what was expected."""
    data = path.read_bytes()
    trailer = 4 + 8 + len(END)
    if len(data) < len(MAGIC) + 4 + trailer or data[: len(MAGIC)] != MAGIC:
        raise CorruptTrace(f"{path}: not a trace file (expected it to begin with {MAGIC.decode()})")
    if data[-len(END) :] != END:
        raise CorruptTrace(f"{path}: cut short (expected it to end with {END.decode()})")
    (header_length,) = struct.unpack_from("<I", data, len(MAGIC))
    dictionary_length, row_count = struct.unpack_from("<IQ", data, len(data) - trailer)
    start = len(MAGIC) + 4 + header_length
    try:
        header = json.loads(data[len(MAGIC) + 4 : start])
        table = header["table"]
        columns = tuple((name, kind) for name, kind in header["columns"])
    except (ValueError, KeyError, TypeError) as error:
        raise CorruptTrace(f"{path}: unreadable header ({error})") from error
    if table not in TABLES or columns != TABLES[table]:
        raise CorruptTrace(f"{path}: columns of table {table!r} are not those of this version")
    dtype = row_dtype(table)
    rows_end = len(data) - trailer - dictionary_length
    if rows_end - start != row_count * dtype.itemsize:
        raise CorruptTrace(f"{path}: {rows_end - start} bytes of rows, expected {row_count} x {dtype.itemsize}")
    rows = np.frombuffer(data, dtype=dtype, count=row_count, offset=start)
    strings = tuple(json.loads(data[rows_end : rows_end + dictionary_length]))
    return Trace(table, rows, strings)
